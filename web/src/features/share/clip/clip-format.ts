/** The files that a clip can be: videos as far as this browser can encode them, and a GIF everywhere. */

import { type ClipPlan, videoBitrate } from './clip-plan';
import type { ClipFile } from './make-clip';

/** What stands in the file about where it comes from. */
export interface ClipTags {
  readonly title: string;
  /** The rest, as one text: lanes, instants, seed, engine, link. */
  readonly comment: string;
}

export interface ClipFormat {
  readonly id: 'webm' | 'mp4' | 'gif';
  readonly kind: 'video' | 'gif';
  /** "WebM video (VP9)" */
  readonly name: string;
  readonly type: string;
  readonly open: (plan: ClipPlan, tags: ClipTags, colours: readonly string[]) => Promise<ClipFile>;
}

const CONTAINERS = [
  {
    id: 'webm',
    name: 'WebM video',
    type: 'video/webm',
    codecs: { vp9: 'VP9', vp8: 'VP8', av1: 'AV1' },
  },
  { id: 'mp4', name: 'MP4 video', type: 'video/mp4', codecs: { avc: 'H.264', av1: 'AV1', vp9: 'VP9' } },
] as const;

export const GIF: ClipFormat = {
  id: 'gif',
  kind: 'gif',
  name: 'GIF for slides',
  type: 'image/gif',
  open: async (plan, tags, colours) => (await import('./gif-file')).openGif(plan, tags, colours),
};

/** What this browser can make, what is best first; the encoders are asked, since every build of a browser has others. */
export async function formatsHere(plan: Pick<ClipPlan, 'size' | 'fps'>): Promise<readonly ClipFormat[]> {
  // Without WebCodecs there is nothing to ask, and the library need not come.
  if (!('VideoEncoder' in globalThis)) return [GIF];
  const { canEncode, openVideo } = await import('./video-file');
  const formats: ClipFormat[] = [];
  for (const { id, name, type, codecs } of CONTAINERS)
    for (const codec of Object.keys(codecs) as ('vp9' | 'vp8' | 'av1' | 'avc')[]) {
      if (!(await canEncode(codec, plan, videoBitrate(plan)))) continue;
      const words = (codecs as Partial<Record<typeof codec, string>>)[codec];
      formats.push({
        id,
        kind: 'video',
        name: `${name} (${words})`,
        type,
        open: (of, tags) => openVideo(id, codec, of, videoBitrate(of), tags),
      });
      break;
    }
  return [...formats, GIF];
}
