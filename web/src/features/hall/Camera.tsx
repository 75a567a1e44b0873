/** Scans QR codes with the camera. The button requests the camera. Closing the component releases it. */

import { useEffect, useRef, useState } from 'react';

interface Props {
  /** Called for every code that the camera sees; for the same code, again only after `AGAIN_MS`. */
  readonly onSeen: (text: string) => void;
  readonly onClose: () => void;
}

/** Time between two scans of the picture [ms]. */
const LOOK_MS = 250;
/** Time for which a code in front of the camera is reported only once [ms]. */
const AGAIN_MS = 3000;
/** Longest side of a picture that is scanned [pixels]. A code held up to the camera is large, so this is enough. */
const MOST_PIXELS = 960;

type Reader = (video: HTMLVideoElement) => Promise<string | undefined>;

export function Camera({ onSeen, onClose }: Props) {
  const video = useRef<HTMLVideoElement>(null);
  const latestOnSeen = useRef(onSeen);
  latestOnSeen.current = onSeen;
  const [problem, setProblem] = useState('');
  const [isSeeing, setIsSeeing] = useState(false);
  useEffect(() => {
    const closing = new AbortController();
    const { signal } = closing;
    watch(
      video.current,
      signal,
      () => setIsSeeing(true),
      (text) => latestOnSeen.current(text),
    ).catch((cause: unknown) => {
      if (!signal.aborted) setProblem(inWords(cause));
    });
    return () => closing.abort();
  }, []);
  return (
    <div className="hall-camera hall-small stack">
      <video ref={video} playsInline muted hidden={problem !== ''} aria-label="Camera picture" />
      <p role="status">
        {problem || (isSeeing ? 'Hold the phone’s code up to the camera.' : 'Waiting for the camera…')}
      </p>
      <button type="button" className="button" onClick={onClose}>
        Close the camera
      </button>
    </div>
  );
}

async function watch(
  video: HTMLVideoElement | null,
  signal: AbortSignal,
  onPicture: () => void,
  onSeen: (text: string) => void,
): Promise<void> {
  if (video === null) return;
  // Browsers offer no camera to an insecure page.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (devices === undefined) throw new Error('unsafe');
  const wanted = { facingMode: 'environment', width: { ideal: 1280 } };
  const [stream, read] = await Promise.all([devices.getUserMedia({ video: wanted, audio: false }), bestReader()]);
  const end = (): void => {
    for (const track of stream.getTracks()) track.stop();
    video.srcObject = null;
  };
  if (signal.aborted) return end();
  signal.addEventListener('abort', end);
  video.srcObject = stream;
  await video.play();
  onPicture();
  let [last, seen_ms] = ['', Number.NEGATIVE_INFINITY];
  while (!signal.aborted) {
    const text = await read(video).catch(() => undefined);
    const now_ms = performance.now();
    if (text !== undefined && !signal.aborted && (text !== last || now_ms - seen_ms > AGAIN_MS)) {
      [last, seen_ms] = [text, now_ms];
      onSeen(text);
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

/** The browser's QR decoder if there is one, otherwise this page's own. */
async function bestReader(): Promise<Reader> {
  const own = await detectorOfBrowser();
  if (own !== undefined) return async (video) => (await own.detect(video))[0]?.rawValue;
  const { decodeQR } = await import('qr/decode.js');
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return async (video) => {
    const scale = Math.min(1, MOST_PIXELS / Math.max(1, video.videoWidth));
    const [width, height] = [video.videoWidth, video.videoHeight].map((side) => Math.round(side * scale));
    if (context === null || !width || !height) return undefined;
    [canvas.width, canvas.height] = [width, height];
    context.drawImage(video, 0, 0, width, height);
    try {
      return decodeQR(context.getImageData(0, 0, width, height), { timeLimit: LOOK_MS / 2 });
    } catch {
      // A failure means that this picture contains no code.
      return undefined;
    }
  };
}

interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}

interface DetectorClass {
  new (options: { formats: readonly string[] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
}

async function detectorOfBrowser(): Promise<Detector | undefined> {
  const { BarcodeDetector } = window as { BarcodeDetector?: DetectorClass };
  if (BarcodeDetector === undefined) return undefined;
  const formats = await BarcodeDetector.getSupportedFormats().catch((): readonly string[] => []);
  return formats.includes('qr_code') ? new BarcodeDetector({ formats: ['qr_code'] }) : undefined;
}

function inWords(cause: unknown): string {
  const name = cause instanceof Error ? cause.name : '';
  if (name === 'NotAllowedError') return 'The browser has blocked the camera. Allow it, or type the codes.';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'This device has no camera. Type the codes.';
  if (name === 'NotReadableError') return 'Another program is using the camera. Type the codes.';
  if (cause instanceof Error && cause.message === 'unsafe')
    return 'Browsers allow the camera only on https pages. Type the codes.';
  return 'The camera does not work. Type the codes.';
}
