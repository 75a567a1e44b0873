/** The worker that encodes a GIF. */

import { type GifAnswer, GifHost, type GifQuestion } from './gif-host';

const host = new GifHost();

self.onmessage = ({ data }: MessageEvent<GifQuestion>) => {
  let answer: GifAnswer;
  try {
    answer = host.perform(data);
  } catch (problem) {
    answer = { kind: 'failed', reason: problem instanceof Error ? problem.message : String(problem) };
  }
  self.postMessage(answer);
};
