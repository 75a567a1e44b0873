/** A video made with WebCodecs: the browser encodes, and mediabunny writes the container. Loaded on demand. */

import {
  BufferTarget,
  CanvasSource,
  canEncodeVideo,
  Mp4OutputFormat,
  Output,
  Quality,
  type VideoCodec,
  WebMOutputFormat,
} from 'mediabunny';
import type { ClipTags } from './clip-format';
import type { ClipPlan } from './clip-plan';
import type { ClipFile } from './make-clip';

/** Time between two key frames [s]. Seeking can only land on a key frame. */
const KEY_FRAME_EVERY_S = 1;

export function canEncode(
  codec: VideoCodec,
  { size: { width, height }, fps }: Pick<ClipPlan, 'size' | 'fps'>,
  bitrate: number,
): Promise<boolean> {
  return canEncodeVideo(codec, { width, height, quality: new Quality({ bitrate }), frameRate: fps });
}

export async function openVideo(
  container: 'webm' | 'mp4',
  codec: VideoCodec,
  { fps }: ClipPlan,
  bitrate: number,
  { title, comment }: ClipTags,
): Promise<ClipFile> {
  const target = new BufferTarget();
  const format = container === 'webm' ? new WebMOutputFormat() : new Mp4OutputFormat({ fastStart: 'in-memory' });
  const output = new Output({ format, target });
  output.setMetadataTags({ title, comment, description: comment });
  let source: CanvasSource | undefined;
  let count = 0;
  return {
    add: async (canvas) => {
      if (source === undefined) {
        source = new CanvasSource(canvas, {
          codec,
          quality: new Quality({ bitrate }),
          keyFrameInterval: KEY_FRAME_EVERY_S,
          latencyMode: 'quality',
        });
        output.addVideoTrack(source, { frameRate: fps });
        await output.start();
      }
      const at_s = count / fps;
      count += 1;
      await source.add(at_s, count / fps - at_s);
    },
    finish: async () => {
      await output.finalize();
      if (target.buffer === null) throw new Error('the video came out empty');
      return new Blob([target.buffer], { type: `video/${container}` });
    },
    cancel: () => output.cancel(),
  };
}
