/** A sweep over two settings as maps, one per lane, with a common colour scale. Pure. */

import { formatNumber } from '../../../base/format';
import { inkOn, numberColours, numberLevel } from '../../../base/number-colours';
import type { SettingValue } from '../../../core/border/scenario';
import { everyWithRoom, type Region, withUnit } from '../../../ui/figure/axis';
import type { PlacedText } from '../../../ui/figure/paint-text';
import { fewTicks } from '../../../ui/figure/ticks';
import type { Rule } from '../../../ui/marks/rule-mark';
import { cutTo } from '../../../ui/marks/text-mark';
import type { SettingAxis } from './setting-axis';
import { metricScale, placesOf, pointAt, type ShownLane, type ShownSweep, signOf } from './shown-sweep';
import {
  EMPTY_PICTURE,
  type Extent,
  type PictureView,
  type SceneMark,
  type SignMark,
  type Spot,
  type SweepPicture,
  type Way,
} from './sweep-picture';
import { colourExtent } from './value-scale';

/** Space above the maps for the title, and for the colour scale with its numbers [em]. */
const HEAD = 4;
/** Space below the maps for the setting's values and name [em]. */
const FOOT = 3;
/** Space above each map for its lane's name [em]. */
const NAME = 1.6;
const GAP = 1.2;
/** Largest aspect ratio of a map. A wider one would waste space. */
const WIDEST = 4;
/** Smallest cell with a sign [em], and smallest width and height of a cell with a number [em]. */
const SIGN_ROOM = 0.95;
const NUMBER_ROOM = [3, 1.5] as const;
/** Smallest size of a cell that can show the mark of a missing run [px]. */
const DOT_ROOM = 7;

interface LaneMap {
  readonly lane: ShownLane;
  readonly region: Region;
  readonly isFirstOfRow: boolean;
  readonly isLastOfColumn: boolean;
}

export function heatMaps(shown: ShownSweep, view: PictureView): SweepPicture {
  const [across, up] = shown.axes as [SettingAxis, SettingAxis];
  const em = view.fontSize;
  const isDifference = shown.against !== undefined;
  const values: number[] = [];
  const cells = shown.lanes.map(({ lane }) =>
    Array.from({ length: across.values.length * up.values.length }, (_, point) => {
      const cell = shown.cellAt(point, lane);
      if (cell !== undefined) values.push(cell.mean);
      return cell;
    }),
  );
  const extent = colourExtent(values, view.reached, isDifference);
  const scale = metricScale(shown, Math.max(Math.abs(extent.from), Math.abs(extent.to)));
  const colours = numberColours(isDifference ? 'diverging' : 'sequential');
  const maps = mapsOf(shown.lanes, up, view);
  const grid = gridOf(across, up);

  const byColour = new Map<string, number[]>();
  const into = (colour: string): number[] => {
    const known = byColour.get(colour);
    if (known !== undefined) return known;
    const made: number[] = [];
    byColour.set(colour, made);
    return made;
  };
  const hatched: number[] = [];
  const signs: SignMark[] = [];
  maps.forEach(({ lane, region }, map) => {
    const [width, height] = [(region.right - region.left) / grid.columns, (region.bottom - region.top) / grid.rows];
    const hasSigns = isDifference && Math.min(width, height) >= em * SIGN_ROOM;
    const hasNumbers = !isDifference && width >= em * NUMBER_ROOM[0] && height >= em * NUMBER_ROOM[1];
    for (let column = 0; column < grid.columns; column += 1)
      for (let row = 0; row < grid.rows; row += 1) {
        const point = grid.pointAt(column, row);
        const cell = cells[map]?.[point];
        const box = boxIn(region, grid, column, row);
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        if (cell === undefined) {
          if (shown.problemAt(point, lane.lane) !== undefined) hatched.push(box.x, box.y, box.width, box.height);
          else if (Math.min(width, height) >= DOT_ROOM) into('textFaint').push(x - 1, y - 1, 2, 2);
          continue;
        }
        const colour = colours[numberLevel((cell.mean - extent.from) / (extent.to - extent.from))] ?? '';
        into(colour).push(box.x, box.y, box.width, box.height);
        const text = hasNumbers ? formatNumber(cell.mean / scale.factor, 3) : hasSigns ? signOf(cell) : '';
        if (text !== '') signs.push({ text, x, y, colour: inkOn(colour), size: hasNumbers ? em * 0.95 : em * 1.1 });
      }
  });

  const rules: Rule[] = [];
  const texts: PlacedText[] = [
    { text: withUnit(shown.title, scale.name), x: 0, y: em * 0.8, align: 'left', ink: 'text', isBold: true },
  ];
  for (const map of maps) {
    const name = cutTo(map.lane.name, map.region.right - map.region.left, view.measure);
    texts.push({
      text: name,
      x: map.region.left,
      y: map.region.top - em * 0.85,
      align: 'left',
      ink: map.lane.ink,
      isBold: true,
    });
    settingTicks(map, across, up, grid, view, rules, texts);
  }
  axisNames(maps, across, up, em, texts);
  const key = colourKey(extent, colours, scale.factor, view, into, rules, texts);
  if (hatched.length > 0) {
    const x = key.right + em * 2;
    hatched.push(x, key.top, em * 1.2, key.bottom - key.top);
    texts.push({ text: 'not allowed', x: x + em * 1.6, y: (key.top + key.bottom) / 2, align: 'left', ink: 'textSoft' });
  }
  return {
    ...EMPTY_PICTURE,
    regions: maps.map(({ region }) => region),
    cells: [...byColour].map(([colour, boxes]) => ({ colour, boxes })),
    hatched,
    signs,
    rules,
    texts,
    reached: values.length === 0 ? view.reached : extent,
    ...pointing(shown, maps, grid),
    sceneMark: (at) => sceneMark(across, up, at, maps, grid, view),
  };
}

/**
 * The cells of a map: columns are counted from the left, rows from the bottom. On a vertical axis of options, the first
 * option is at the top.
 */
interface Grid {
  readonly columns: number;
  readonly rows: number;
  readonly pointAt: (column: number, row: number) => number;
  readonly cellOf: (point: number) => readonly [column: number, row: number];
  /** The row, counted from the bottom, of a step on the vertical axis. */
  readonly rowOf: (step: number) => number;
}

function gridOf(across: SettingAxis, up: SettingAxis): Grid {
  const [columns, rows] = [across.values.length, up.values.length];
  const axes = [across, up];
  const rowOf = (step: number): number => (up.scale === 'words' ? rows - 1 - step : step);
  return {
    columns,
    rows,
    rowOf,
    pointAt: (column, row) => pointAt({ axes }, [across.order[column] ?? 0, up.order[rowOf(row)] ?? 0]),
    cellOf: (point) => {
      const [x = 0, y = 0] = placesOf({ axes }, point);
      return [across.order.indexOf(x), rowOf(up.order.indexOf(y))];
    },
  };
}

/** The lanes' maps, arranged so that the shorter side of a map is as long as possible. */
function mapsOf(
  lanes: readonly ShownLane[],
  up: SettingAxis,
  { width, height, fontSize: em, measure }: PictureView,
): readonly LaneMap[] {
  const left =
    em * 1.7 + Math.min(width * 0.25, Math.max(...up.values.map((value) => measure(up.short(value))))) + em * 0.7;
  const sides = (columns: number): readonly [number, number] => {
    const rows = Math.ceil(lanes.length / columns);
    return [
      (width - left - em * 0.8 - (columns - 1) * em * GAP) / columns,
      (height - em * (HEAD + FOOT)) / rows - em * NAME,
    ];
  };
  const columns = lanes.reduce(
    (best, _, place) => (Math.min(...sides(place + 1)) > Math.min(...sides(best)) ? place + 1 : best),
    1,
  );
  const [across, high] = sides(columns).map((side) => Math.max(em, side)) as [number, number];
  const wide = Math.min(across, high * WIDEST);
  return lanes.map((lane, place) => {
    const [column, row] = [place % columns, Math.floor(place / columns)];
    const x = Math.round(left + column * (wide + em * GAP));
    const y = Math.round(em * HEAD + row * (high + em * NAME) + em * NAME);
    return {
      lane,
      region: { left: x, right: Math.round(x + wide), top: y, bottom: Math.round(y + high) },
      isFirstOfRow: column === 0,
      isLastOfColumn: place + columns >= lanes.length,
    };
  });
}

/** The box of a cell in whole pixels, so that neighbouring cells touch without a gap. */
function boxIn({ left, right, top, bottom }: Region, { columns, rows }: Grid, column: number, row: number) {
  const xAt = (edge: number): number => Math.round(left + (edge / columns) * (right - left));
  const yAt = (edge: number): number => Math.round(bottom - (edge / rows) * (bottom - top));
  const [x, y] = [xAt(column), yAt(row + 1)];
  return { x, y, width: xAt(column + 1) - x, height: yAt(row) - y };
}

/** Labels with the settings' values. They are drawn only below the bottom maps and to the left of the leftmost maps. */
function settingTicks(
  { region, isFirstOfRow, isLastOfColumn }: LaneMap,
  across: SettingAxis,
  up: SettingAxis,
  grid: Grid,
  { fontSize: em, measure }: PictureView,
  rules: Rule[],
  texts: PlacedText[],
): void {
  const { left, right, top, bottom } = region;
  if (isLastOfColumn) {
    const roomFor = (texts: readonly string[]): number => Math.max(em, ...texts.map(measure)) + em * 0.8;
    for (const { text, step } of namedSteps(across, right - left, roomFor)) {
      const x = left + ((step + 0.5) / grid.columns) * (right - left);
      rules.push({ x1: x, x2: x, y1: bottom + 1, y2: bottom + 4, ink: 'border', width: 1 });
      texts.push({ text, x, y: bottom + em * 1.05, align: 'center', ink: 'textSoft' });
    }
  }
  if (!isFirstOfRow) return;
  for (const { text, step } of namedSteps(up, bottom - top, () => em * 1.5)) {
    const y = bottom - ((grid.rowOf(step) + 0.5) / grid.rows) * (bottom - top);
    rules.push({ x1: left - 4, x2: left - 1, y1: y, y2: y, ink: 'border', width: 1 });
    texts.push({
      text: cutTo(text, left - em * 2.4 + 1, measure),
      x: left - em * 0.5,
      y,
      align: 'right',
      ink: 'textSoft',
    });
  }
}

/** Length of a short value [characters]. Evenly spaced values that are longer are replaced by round values. */
const SHORT_VALUE = 3;

/**
 * The labels of an axis: all values if they fit. Otherwise round values or, for uneven steps, every second, third, …
 * value.
 */
function namedSteps(
  axis: SettingAxis,
  pixels: number,
  roomFor: (texts: readonly string[]) => number,
): readonly { readonly text: string; readonly step: number }[] {
  const texts = axis.values.map(axis.short);
  const most = Math.max(1, Math.floor(pixels / roomFor(texts)));
  const areShort = texts.every((text) => text.length <= SHORT_VALUE);
  if (axis.isEven && (texts.length > most || !areShort)) {
    const room = roomFor(axis.ticks(most).map(axis.short));
    return axis.ticks(Math.floor(pixels / room)).flatMap((value) => {
      const step = axis.stepOf(value);
      return step === undefined ? [] : [{ text: axis.short(value), step }];
    });
  }
  const every = everyWithRoom(texts.length, pixels, roomFor(texts));
  return texts.flatMap((text, step) => (step % every === 0 ? [{ text, step }] : []));
}

function axisNames(
  maps: readonly LaneMap[],
  across: SettingAxis,
  up: SettingAxis,
  em: number,
  texts: PlacedText[],
): void {
  const right = Math.max(...maps.map(({ region }) => region.right));
  const [top, bottom] = [
    Math.min(...maps.map(({ region }) => region.top)),
    Math.max(...maps.map(({ region }) => region.bottom)),
  ];
  const name = { ink: 'text', isBold: true } as const;
  texts.push({ ...name, text: across.title, x: right, y: bottom + em * 2.3, align: 'right' });
  texts.push({ ...name, text: up.title, x: em * 0.7, y: (top + bottom) / 2, align: 'center', isTurned: true });
}

/** The colour scale with its numbers. */
function colourKey(
  extent: Extent,
  colours: readonly string[],
  factor: number,
  { width, fontSize: em, measure }: PictureView,
  into: (colour: string) => number[],
  rules: Rule[],
  texts: PlacedText[],
): Region {
  const left = Math.ceil(measure(formatNumber(extent.from / factor)) / 2);
  const key: Region = {
    left,
    right: Math.round(left + Math.min(em * 20, width * 0.5)),
    top: Math.round(em * 1.7),
    bottom: Math.round(em * 2.5),
  };
  const xAt = (part: number): number => key.left + part * (key.right - key.left);
  colours.forEach((colour, level) => {
    const [x, end] = [Math.round(xAt(level / colours.length)), Math.round(xAt((level + 1) / colours.length))];
    into(colour).push(x, key.top, end - x, key.bottom - key.top);
  });
  const [from, to] = [extent.from / factor, extent.to / factor];
  // Room for the longest text of a tick. The largest number does not always have the longest text.
  const room = Math.max(...fewTicks(from, to, 5).map((value) => measure(formatNumber(value)))) + em;
  const ticks = fewTicks(from, to, Math.max(2, Math.min(6, Math.floor((key.right - key.left) / room))));
  for (const value of ticks) {
    const x = xAt((value * factor - extent.from) / (extent.to - extent.from));
    rules.push({ x1: x, x2: x, y1: key.bottom, y2: key.bottom + 3, ink: 'border', width: 1 });
    texts.push({ text: formatNumber(value), x, y: key.bottom + em * 0.85, align: 'center', ink: 'textSoft' });
  }
  return key;
}

function pointing(
  shown: ShownSweep,
  maps: readonly LaneMap[],
  grid: Grid,
): Pick<SweepPicture, 'pick' | 'boxOf' | 'next' | 'first'> {
  const mapOf = (lane: number): number => maps.findIndex((map) => map.lane.lane === lane);
  const spotAt = (map: number, column: number, row: number): Spot | undefined => {
    const found = maps[map];
    return found === undefined ? undefined : { point: grid.pointAt(column, row), lane: found.lane.lane };
  };
  return {
    first: { point: grid.pointAt(0, 0), lane: shown.lanes[0]?.lane ?? 0 },
    pick: (x, y) => {
      const map = maps.findIndex(
        ({ region: { left, right, top, bottom } }) => x >= left && x < right && y >= top && y < bottom,
      );
      const region = maps[map]?.region;
      if (region === undefined) return undefined;
      const column = Math.floor(((x - region.left) / (region.right - region.left)) * grid.columns);
      const row = Math.floor(((region.bottom - y) / (region.bottom - region.top)) * grid.rows);
      return spotAt(map, column, Math.max(0, Math.min(grid.rows - 1, row)));
    },
    boxOf: ({ point, lane }) => {
      const region = maps[mapOf(lane)]?.region;
      return region === undefined ? undefined : boxIn(region, grid, ...grid.cellOf(point));
    },
    next: ({ point, lane }, way: Way) => {
      const map = mapOf(lane);
      const [column, row] = grid.cellOf(point);
      if (way === 'up') return row < grid.rows - 1 ? spotAt(map, column, row + 1) : undefined;
      if (way === 'down') return row > 0 ? spotAt(map, column, row - 1) : undefined;
      const next = column + (way === 'right' ? 1 : -1);
      // At the edge of a map, the arrow keys continue in the next one.
      if (next < 0) return spotAt(map - 1, grid.columns - 1, row);
      return next < grid.columns ? spotAt(map, next, row) : spotAt(map + 1, 0, row);
    },
  };
}

/** A ring in each map for the open scene. If the scene is outside the map, the ring is at the edge. */
function sceneMark(
  across: SettingAxis,
  up: SettingAxis,
  [x, y]: readonly (SettingValue | undefined)[],
  maps: readonly LaneMap[],
  grid: Grid,
  { fontSize: em, measure }: PictureView,
): SceneMark | undefined {
  const [column, step] = [x === undefined ? undefined : across.stepOf(x), y === undefined ? undefined : up.stepOf(y)];
  const [first] = maps;
  if (column === undefined || step === undefined || first === undefined) return undefined;
  const within = (place: number, count: number): number => Math.max(0, Math.min(1, (place + 0.5) / count));
  const [alongX, alongY] = [within(column, grid.columns), within(grid.rowOf(step), grid.rows)];
  const rings = maps.map(({ region }) => ({
    x: region.left + alongX * (region.right - region.left),
    y: region.bottom - alongY * (region.bottom - region.top),
  }));
  const at = rings[0] ?? { x: 0, y: 0 };
  const text = 'this scene';
  const isAfter = at.x + measure(text) + em * 1.2 < first.region.right;
  return {
    rules: [],
    rings,
    text: {
      text,
      x: at.x + (isAfter ? em : -em),
      y: at.y,
      align: isAfter ? 'left' : 'right',
      ink: 'text',
      isBold: true,
      hasHalo: true,
    },
  };
}
