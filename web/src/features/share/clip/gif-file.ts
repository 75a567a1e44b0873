/** A GIF, encoded in a worker. */

import type { ClipTags } from './clip-format';
import type { ClipPlan } from './clip-plan';
import type { GifAnswer, GifQuestion } from './gif-host';
import type { ClipFile } from './make-clip';

/** `colours`: those of the theme, its ground first. */
export async function openGif(
  { fps, size: { width, height } }: ClipPlan,
  { title, comment }: ClipTags,
  colours: readonly string[],
): Promise<ClipFile> {
  const worker = new Worker(new URL('./gif-worker.ts', import.meta.url), { type: 'module', name: 'gif' });
  const ask = (question: GifQuestion, transfer: Transferable[] = []): Promise<GifAnswer> =>
    new Promise((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<GifAnswer>) => {
        if (data.kind === 'failed') reject(new Error(data.reason));
        else resolve(data);
      };
      worker.onerror = (event) => {
        event.preventDefault();
        reject(new Error(event.message || 'the encoder of the GIF could not be loaded'));
      };
      worker.postMessage(question, transfer);
    });
  const [ground = ''] = colours;
  await ask({
    kind: 'begin',
    ...{ width, height, ground },
    delay_ms: 1000 / fps,
    theme: colours,
    comment: `${title}\n${comment}`,
  });
  return {
    add: async (canvas) => {
      const rgba = canvas.getContext('2d')?.getImageData(0, 0, width, height).data;
      if (rgba === undefined) throw new Error('this browser draws no pictures');
      await ask({ kind: 'frame', rgba }, [rgba.buffer]);
    },
    finish: async () => {
      const answer = await ask({ kind: 'finish' });
      worker.terminate();
      if (answer.kind !== 'finished') throw new Error('the GIF came out empty');
      return new Blob([answer.bytes], { type: 'image/gif' });
    },
    cancel: async () => worker.terminate(),
  };
}
