/** The picture of a sweep: two canvases, a readout of the point under the pointer, and a link to a point's scene. */

import {
  type KeyboardEvent as ReactKeyboardEvent,
  type PointerEvent as ReactPointerEvent,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { PALETTE } from '../../../base/palette';
import type { SettingValue } from '../../../core/border/scenario';
import { useView } from '../../../core/page/view-store';
import { TEXT_FAMILY } from '../../../core/save/fonts-of-pictures';
import type { PlotPen } from '../../../ui/marks/ink';
import type { Size } from '../../../ui/use-size';
import { PointTip } from './PointTip';
import { paintChosen, paintSceneMark, paintSweep } from './paint-sweep';
import { spokenPoint } from './point-words';
import type { ShownSweep } from './shown-sweep';
import { sweepPicture } from './sweep-display';
import type { Extent, Spot, SweepPicture, Way } from './sweep-picture';
import type { TheoryCurve } from './theory-over';

interface Props {
  readonly shown: ShownSweep;
  readonly theory: readonly TheoryCurve[];
  readonly size: Size;
  /** The values of the varied settings in the open scene. */
  readonly values: readonly (SettingValue | undefined)[];
  readonly openPoint: (point: number, lane: number) => void;
}

interface Reached {
  /**
   * The quantity of the previous picture. A new picture takes over the previous range of values only if both pictures
   * show the same quantity of the same sweep.
   */
  readonly of: string;
  readonly facts: unknown;
  readonly extent: Extent | undefined;
}

interface Chosen {
  readonly spot: Spot;
  readonly by: 'pointer' | 'touch' | 'keyboard';
}

const WAYS: Readonly<Record<string, Way>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

export function SweepSurface({ shown, theory, size, values, openPoint }: Props) {
  const still = useRef<HTMLCanvasElement>(null);
  const moving = useRef<HTMLCanvasElement>(null);
  const reached = useRef<Reached>({ of: '', facts: undefined, extent: undefined });
  const [chosen, setChosen] = useState<Chosen | undefined>(undefined);
  const colours = PALETTE[useView((state) => state.theme)];
  const areFontsThere = useFonts();

  // biome-ignore lint/correctness/useExhaustiveDependencies: texts have another width once the fonts are there.
  const picture = useMemo(() => {
    const of = `${shown.metric.id} ${shown.against?.name ?? ''}`;
    const { facts } = shown.source;
    const before = reached.current;
    const made = sweepPicture(shown, theory, {
      ...size,
      measure: (text) => measured(text, size.fontSize),
      reached: before.of === of && before.facts === facts ? before.extent : undefined,
    });
    reached.current = { of, facts, extent: made?.reached };
    return made;
  }, [shown, theory, size, areFontsThere]);

  useLayoutEffect(() => {
    if (picture !== undefined) withPen(still.current, size, (pen) => paintSweep({ ...pen, colours }, picture));
  }, [picture, size, colours]);

  const scene = picture?.sceneMark(values);
  const box = chosen === undefined ? undefined : picture?.boxOf(chosen.spot);
  useLayoutEffect(() => {
    withPen(moving.current, size, (bare) => {
      const pen = { ...bare, colours };
      if (scene !== undefined) paintSceneMark(pen, scene);
      if (box !== undefined) paintChosen(pen, box);
    });
  });

  if (picture === undefined) return null;
  const spotUnder = (event: ReactPointerEvent<HTMLDivElement>): Spot | undefined => {
    const at = event.currentTarget.getBoundingClientRect();
    return picture.pick(event.clientX - at.left, event.clientY - at.top);
  };
  const open = (spot: Spot): void => {
    if (shown.problemAt(spot.point, spot.lane) === undefined) openPoint(spot.point, spot.lane);
  };
  return (
    // The picture as a whole has the focus, because its points are not elements. Arrow keys select a point.
    <div
      className="sweep-surface cover"
      role="application"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a picture that is walked through by keys needs the focus
      tabIndex={0}
      aria-label={`${shown.title}: arrow keys choose a point, Enter opens its scene`}
      onPointerMove={(event) => {
        if (event.pointerType !== 'touch') setChosen(chosenBy('pointer', spotUnder(event)));
      }}
      onPointerLeave={(event) => {
        // Clears the selection only if the mouse made it. A point selected by touch or by keyboard stays selected.
        if (event.pointerType !== 'touch') setChosen((now) => (now?.by === 'pointer' ? undefined : now));
      }}
      onPointerUp={(event) => {
        if (!event.isPrimary || event.button !== 0) return;
        const spot = spotUnder(event);
        if (spot === undefined) return setChosen(undefined);
        // A finger cannot hover, so the first tap shows the values and the second opens the scene.
        if (event.pointerType !== 'touch' || isSame(spot, chosen?.spot)) open(spot);
        else setChosen(chosenBy('touch', spot));
      }}
      onKeyDown={(event) => press(event, picture, chosen?.spot, (spot) => setChosen(chosenBy('keyboard', spot)), open)}
      onBlur={() => setChosen(undefined)}
    >
      <canvas ref={still} className="sweep-surface__layer cover" />
      <canvas ref={moving} className="sweep-surface__layer cover" />
      {chosen !== undefined && box !== undefined && (
        <PointTip shown={shown} spot={chosen.spot} box={box} size={size} by={chosen.by} />
      )}
      <p className="visually-hidden" role="status">
        {chosen?.by === 'keyboard' ? spokenPoint(shown, chosen.spot) : ''}
      </p>
    </div>
  );
}

function chosenBy(by: Chosen['by'], spot: Spot | undefined): Chosen | undefined {
  return spot === undefined ? undefined : { spot, by };
}

function isSame(a: Spot, b: Spot | undefined): boolean {
  return a.point === b?.point && a.lane === b.lane;
}

function press(
  event: ReactKeyboardEvent,
  picture: SweepPicture,
  spot: Spot | undefined,
  choose: (spot: Spot | undefined) => void,
  open: (spot: Spot) => void,
): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const way = WAYS[event.key];
  if (way !== undefined) {
    const next = spot === undefined ? picture.first : picture.next(spot, way);
    if (next !== undefined) choose(next);
  } else if (event.key === 'Enter' && spot !== undefined && !event.repeat) open(spot);
  else if (event.key === 'Escape' && spot !== undefined) choose(undefined);
  else return;
  // While the picture has the focus, the arrow keys do not step the run.
  event.preventDefault();
  event.stopPropagation();
}

/** Resizes the canvas to the picture, and calls `paint` with a pen in CSS pixels. */
function withPen(
  canvas: HTMLCanvasElement | null,
  { width, height, fontSize }: Size,
  paint: (pen: Omit<PlotPen, 'colours'>) => void,
): void {
  const context = canvas?.getContext('2d');
  if (canvas === null || context === null || context === undefined) return;
  const pixelRatio = window.devicePixelRatio;
  const [across, down] = [Math.round(width * pixelRatio), Math.round(height * pixelRatio)];
  if (canvas.width !== across) canvas.width = across;
  if (canvas.height !== down) canvas.height = down;
  context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
  context.clearRect(0, 0, width, height);
  paint({ context, pixelRatio, font: `${fontSize}px ${TEXT_FAMILY}`, fontSize });
}

let ruler: CanvasRenderingContext2D | null | undefined;

function measured(text: string, fontSize: number): number {
  ruler ??= document.createElement('canvas').getContext('2d');
  if (ruler === null || ruler === undefined) return text.length * fontSize * 0.6;
  ruler.font = `600 ${fontSize}px ${TEXT_FAMILY}`;
  return ruler.measureText(text).width;
}

function useFonts(): boolean {
  const [areThere, setThere] = useState(false);
  useEffect(() => {
    let isMounted = true;
    document.fonts.ready.then(() => {
      if (isMounted) setThere(true);
    });
    return () => {
      isMounted = false;
    };
  }, []);
  return areThere;
}
