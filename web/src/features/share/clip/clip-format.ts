/** A clip's file formats: the videos that this browser can encode. */

import { type ClipPlan, videoBitrate } from './clip-plan';
import type { ClipFile } from './make-clip';

/** The provenance stored in the file. */
export interface ClipTags {
  readonly title: string;
  /** A text with the lanes, the times, the seed, the engine and the link of the clip. */
  readonly comment: string;
}

export interface ClipFormat {
  readonly id: 'webm' | 'mp4';
  /** A name such as "WebM video (VP9)". */
  readonly name: string;
  readonly open: (plan: ClipPlan, tags: ClipTags) => Promise<ClipFile>;
}

const CONTAINERS = [
  { id: 'webm', name: 'WebM video', codecs: { vp9: 'VP9', vp8: 'VP8', av1: 'AV1' } },
  { id: 'mp4', name: 'MP4 video', codecs: { avc: 'H.264', av1: 'AV1', vp9: 'VP9' } },
] as const;

/**
 * The formats that this browser can encode, best first. The encoders themselves are queried, since builds of one
 * browser differ. If the list is empty, no video of this size and rate is possible (`noFormatWords`).
 */
export async function formatsHere(plan: Pick<ClipPlan, 'size' | 'fps'>): Promise<readonly ClipFormat[]> {
  // Without WebCodecs there is no encoder, so the library is not loaded.
  if (!hasEncoders()) return [];
  const { canEncode, openVideo } = await import('./video-file');
  const formats: ClipFormat[] = [];
  for (const { id, name, codecs } of CONTAINERS)
    for (const codec of Object.keys(codecs) as ('vp9' | 'vp8' | 'av1' | 'avc')[]) {
      if (!(await canEncode(codec, plan, videoBitrate(plan)))) continue;
      const words = (codecs as Partial<Record<typeof codec, string>>)[codec];
      formats.push({
        id,
        name: `${name} (${words})`,
        open: (of, tags) => openVideo(id, codec, of, videoBitrate(of), tags),
      });
      break;
    }
  return formats;
}

/** The reason why there is no format, and the remedy. */
export function noFormatWords({ size, fps }: Pick<ClipPlan, 'size' | 'fps'>): string {
  if (hasEncoders())
    return `This browser encodes neither WebM nor MP4 at ${size.name} and ${fps} frames per second: choose a smaller size or a lower frame rate, or make the clip in another browser.`;
  // Browsers offer encoders only to pages from this machine and over https.
  if (!globalThis.isSecureContext)
    return 'This browser makes videos only on pages from https or this machine (localhost): open the lab from such an address.';
  return 'This browser can make neither WebM nor MP4: it lacks WebCodecs. Current versions of Chrome, Edge, Firefox and Safari have it.';
}

function hasEncoders(): boolean {
  return 'VideoEncoder' in globalThis;
}
