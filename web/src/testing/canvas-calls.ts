/** A canvas that counts painted shapes, for tests without a browser. */

/** What was painted: the number of visible shapes, and all texts. */
interface Painted {
  shapes: number;
  readonly texts: string[];
  /** Number of erased parts. */
  erased: number;
}

const PATH_CALLS = ['moveTo', 'lineTo', 'rect', 'roundRect', 'arc', 'bezierCurveTo'];
const OTHER_CALLS = ['closePath', 'translate', 'rotate', 'scale', 'setLineDash'];

export function countingCanvas(widthOf: (font: string, text: string) => number): {
  readonly context: CanvasRenderingContext2D;
  readonly painted: Painted;
} {
  const painted: Painted = { shapes: 0, texts: [], erased: 0 };
  const kept: Record<string, unknown>[] = [];
  const settings: Record<string, unknown> = { globalAlpha: 1, globalCompositeOperation: 'source-over', font: '' };
  let hasPath = false;
  const paint = (isThere: boolean): void => {
    if (!isThere || settings.globalAlpha === 0) return;
    if (settings.globalCompositeOperation === 'destination-out') painted.erased += 1;
    else painted.shapes += 1;
  };
  const calls: Record<string, (...values: never[]) => unknown> = {
    ...Object.fromEntries(OTHER_CALLS.map((name) => [name, () => {}])),
    ...Object.fromEntries(
      PATH_CALLS.map((name) => [
        name,
        (...values: number[]) => {
          hasPath ||= values.every((value) => typeof value !== 'number' || Number.isFinite(value));
        },
      ]),
    ),
    beginPath: () => {
      hasPath = false;
    },
    fill: () => paint(hasPath),
    stroke: () => paint(hasPath),
    fillRect: (...values: number[]) => paint(values.every(Number.isFinite)),
    fillText: (text: string) => {
      if (text !== '' && settings.globalAlpha !== 0) painted.texts.push(text);
    },
    strokeText: (text: string) => {
      if (text !== '' && settings.globalAlpha !== 0) painted.texts.push(text);
    },
    measureText: (text: string) => ({ width: widthOf(String(settings.font), text) }),
    save: () => kept.push({ ...settings }),
    restore: () => Object.assign(settings, kept.pop()),
    // Only contexts for vector files have these functions (`vector-context.ts`), so their calls are not counted.
    layer: (paintLayer: () => void) => paintLayer(),
    texture: () => 'texture',
  };
  const context = new Proxy(settings, {
    has: (_, name) => name in calls || name in settings,
    get: (_, name) => calls[String(name)] ?? settings[String(name)],
    set: (_, name, value) => {
      settings[String(name)] = value;
      return true;
    },
  });
  return { context: context as unknown as CanvasRenderingContext2D, painted };
}
