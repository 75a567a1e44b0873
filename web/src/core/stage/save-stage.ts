/**
 * Renders the stage to an image file and to a table: the displayed lanes at the displayed time. The page's models and
 * painters draw the picture again at the size of the file. A paused picture depends only on the simulated time, so it
 * need not be copied from the screen.
 */

import type { Colours } from '../../base/palette';
import { type GlyphMark, paintGlyph } from '../../ui/marks/glyph-mark';
import type { Brush } from '../../ui/marks/ink';
import { paintPacket } from '../../ui/marks/packet-mark';
import { viewStore } from '../page/view-store';
import type { LaneRun } from '../run/lanes';
import type { Drawing } from '../save/drawing';
import { MONO_FAMILY, TEXT_FAMILY } from '../save/fonts-of-pictures';
import { fileName, provenanceOfScene, sceneName, sceneTitle } from '../save/provenance-of-scene';
import { LANE_COLUMN, type SavedCell, type SavedColumn, type SavedTable } from '../save/saved-table';
import { type SceneActions, sceneStore } from '../scene/scene-store';
import { FIFO } from './fifo-picture';
import { loadPicture } from './load-picture';
import { paintMarks } from './paint-stage';
import type { Picture } from './picture';
import { queueAt, queueId } from './queue-names';
import { LEAST_WAIT_S, labelOf, type Shade, shadeScale } from './shades';
import type { DisplayList } from './stage-display';
import { type LegendEntry, laneFacts, legendOfLanes } from './stage-facts';
import { isMarked, isRetransmission, StageMemory, type StageSource } from './stage-memory';
import { PLAIN_LOOK } from './stage-view';

type Actions = Pick<SceneActions, 'linkOf'>;

/**
 * Width of a saved picture, and height of a lane for each number of lanes [px]. With three lanes or more, a lane has
 * the height `MANY_HEIGHT`.
 */
const WIDTH = 960;
const LANE_HEIGHTS: Readonly<Record<number, number>> = { 1: 300, 2: 240 };
const MANY_HEIGHT = 200;
const MARGIN = 14;
/** Gap below a lane [px]. */
const GAP_BELOW = 10;
const HEAD = 34;
const NAME = 18;
const TYPE = 13;
const LEGEND_ROW = 24;
/** Number of frames after which every animation on the stage has ended. */
const REST_FRAMES = 250;
const FRAME_MS = 16;

export async function drawingOfStage(lanes: readonly LaneRun[], actions: Actions, colours: Colours): Promise<Drawing> {
  const pictures = await Promise.all(lanes.map(({ run }) => pictureOf(run)));
  const title = `Queue: ${sceneTitle()}`;
  const provenance = await provenanceOfScene(title, lanes, actions);
  return { name: fileName(sceneName(), 'stage'), provenance, ...stagePicture(lanes, pictures, colours) };
}

/** The picture that draws a run's queue. */
export async function pictureOf({ about }: Pick<StageSource, 'about'>): Promise<Picture> {
  return (await loadPicture(about.view, () => {})) ?? FIFO;
}

/** The stage as a drawing. `pictures` has one picture for each lane. No other code may use them meanwhile. */
export function stagePicture(
  lanes: readonly LaneRun[],
  pictures: readonly Picture[],
  colours: Colours,
): Pick<Drawing, 'width' | 'height' | 'colours' | 'paint'> {
  const laneHeight = LANE_HEIGHTS[lanes.length] ?? MANY_HEIGHT;
  const company = { lanes: lanes.length, places: Math.max(...lanes.map(({ run }) => run.facts.limit)) };
  const rect = { x: 0, y: 0, width: WIDTH - 2 * MARGIN, height: laneHeight };
  const shade = shadeOf(lanes);
  const stills = lanes.map(({ run }, place) => stillOf(run, pictures[place] ?? FIFO, rect, company, shade));
  const legend = legendRows(legendOfLanes(lanes.map(({ run }) => run)), shadeWords(lanes, shade));
  const brush: Brush = { colours, textFamily: TEXT_FAMILY, monoFamily: MONO_FAMILY };
  return {
    width: WIDTH,
    height: MARGIN + lanes.length * (HEAD + laneHeight + GAP_BELOW) + LEGEND_ROW * legend.length + MARGIN,
    colours,
    paint: (context) => {
      context.translate(MARGIN, MARGIN);
      for (const [place, lane] of lanes.entries()) {
        const { list, waiting } = stills[place] as Still;
        paintHead(context, lane, waiting, lanes.length > 1, colours);
        context.translate(0, HEAD);
        paintMarks(context, list, brush);
        context.translate(0, laneHeight + GAP_BELOW);
      }
      for (const row of legend) {
        paintLegend(context, row, brush);
        context.translate(0, LEGEND_ROW);
      }
    },
  };
}

interface Still {
  readonly list: DisplayList;
  /** Number of packets in the drawn queue. */
  readonly waiting: number;
}

function stillOf(
  run: StageSource,
  picture: Picture,
  rect: Parameters<Picture['layout']>[1],
  company: Parameters<Picture['layout']>[2],
  shade: Shade | undefined,
): Still {
  const layout = picture.layout(run, rect, company);
  const memory = new StageMemory();
  const { isHalfway } = sceneStore.getState();
  for (let frame = 0; frame < REST_FRAMES; frame += 1) {
    const moment = {
      now_ms: frame * FRAME_MS,
      isPlaying: false,
      isBackward: false,
      pace: { kind: 'time', rate: 1 } as const,
      isCalm: true,
      isHalfway,
    };
    memory.observe(run, moment, layout);
    picture.observe(run, memory, moment);
  }
  const list = picture.model(run, memory, layout, { ...PLAIN_LOOK, isCalm: true, shade });
  return { list, waiting: memory.queue.packet.length };
}

/** The quantity that the user has chosen for the colours of packets, on one scale for all lanes. */
function shadeOf(lanes: readonly LaneRun[]): Shade | undefined {
  const what = viewStore.getState().packetColour;
  if (what === 'flow' || (what === 'label' && !lanes.some(({ run }) => labelOf(run) !== undefined))) return undefined;
  let scale = what === 'wait' ? LEAST_WAIT_S : 0;
  for (const { run } of lanes) scale = shadeScale(run, what, scale);
  return { what, scale };
}

function shadeWords(lanes: readonly LaneRun[], shade: Shade | undefined): string | undefined {
  if (shade === undefined) return undefined;
  const label = lanes.map(({ run }) => labelOf(run)).find((it) => it !== undefined);
  const [what, unit] = shade.what === 'wait' ? ['waiting time', 's'] : [label?.meaning ?? '', label?.unit ?? ''];
  return `filled from the bottom: ${what}, 0 to ${shade.scale} ${unit}`.trim();
}

function paintHead(
  context: CanvasRenderingContext2D,
  lane: LaneRun,
  waiting: number,
  isOneOfMany: boolean,
  colours: Colours,
): void {
  context.textBaseline = 'middle';
  context.textAlign = 'left';
  let x = 0;
  const write = (text: string, font: string, colour: string, gap: number): void => {
    context.font = font;
    context.fillStyle = colour;
    context.fillText(text, x, HEAD / 2 - 4);
    x += context.measureText(text).width + gap;
  };
  const name = isOneOfMany ? `${lane.index + 1} ${lane.name}` : lane.run.about.name;
  write(name, `600 ${NAME}px ${TEXT_FAMILY}`, colours.text, 22);
  const plain = `${TYPE}px ${TEXT_FAMILY}`;
  for (const { label, value, says } of laneFacts(lane.run, waiting)) {
    write(label, plain, colours.textSoft, 5);
    write(value.trim(), `600 ${plain}`, colours.text, says === undefined ? 18 : 5);
    if (says !== undefined) write(says, plain, colours.textFaint, 18);
  }
}

interface LegendSign {
  readonly x: number;
  readonly text: string;
  readonly entry: LegendEntry | undefined;
}

/** Distances from a symbol to its text, and from the text to the next symbol [px]. */
const SIGN = 18;
const GAP = 18;

/** Rows of the legend. Text widths are upper bounds, so that the rows do not depend on fonts. */
function legendRows(entries: readonly LegendEntry[], words: string | undefined): readonly (readonly LegendSign[])[] {
  const rows: LegendSign[][] = [[]];
  let x = 0;
  const all = entries.map((entry) => ({ entry, text: entry.names.join(', ') }));
  for (const { entry, text } of [...all, ...(words === undefined ? [] : [{ entry: undefined, text: words }])]) {
    const width = (entry === undefined ? 0 : SIGN) + text.length * TYPE * 0.53 + GAP;
    if (x > 0 && x + width > WIDTH - 2 * MARGIN) {
      rows.push([]);
      x = 0;
    }
    rows.at(-1)?.push({ x, text, entry });
    x += width;
  }
  return rows;
}

function paintLegend(context: CanvasRenderingContext2D, row: readonly LegendSign[], brush: Brush): void {
  for (const { x, text, entry } of row) {
    if (entry !== undefined) paintSign(context, entry, x + 7, brush);
    context.globalAlpha = 1;
    context.textBaseline = 'middle';
    context.textAlign = 'left';
    context.font = `${TYPE}px ${TEXT_FAMILY}`;
    context.fillStyle = brush.colours.textSoft;
    context.fillText(text, entry === undefined ? x : x + SIGN, LEGEND_ROW / 2);
  }
}

function paintSign(context: CanvasRenderingContext2D, { sign, ink }: LegendEntry, x: number, brush: Brush): void {
  const y = LEGEND_ROW / 2;
  if (sign.kind === 'glyph') {
    const mark: GlyphMark = { kind: 'glyph', role: 'legend', shape: sign.shape, x, y, size: 11, ink, opacity: 1 };
    paintGlyph(context, mark, brush);
    return;
  }
  paintPacket(
    context,
    {
      kind: 'packet',
      role: 'legend',
      packet: -1,
      place: -1,
      x: x - 3.5,
      y: y - 8,
      width: 7,
      height: 16,
      flow: 0,
      isUnresponsive: sign.isUnresponsive,
      isSparse: sign.isSparse,
      isMarked: false,
      isRetransmission: false,
      opacity: 1,
      tilt: 0,
    },
    brush,
  );
}

const COLUMNS: readonly SavedColumn[] = [
  LANE_COLUMN,
  {
    name: 'queue',
    kind: 'text',
    meaning: 'Name of the queue that holds the packet; empty for a discipline with a single queue.',
  },
  { name: 'place', meaning: 'Position in its queue; 0 is the front, which is served next.' },
  { name: 'packet', meaning: 'Number of the packet in this run.' },
  { name: 'flow', meaning: 'Number of the flow.' },
  { name: 'class' },
  { name: 'size_bytes', unit: 'bytes' },
  { name: 'arrived_at_s', unit: 's' },
  { name: 'waited_s', unit: 's', meaning: 'Time since the packet arrived.' },
  { name: 'is_unresponsive', meaning: 'Whether its flow is unresponsive.' },
  { name: 'is_marked', meaning: 'Whether the packet has an ECN mark.' },
  { name: 'is_retransmission' },
  {
    name: 'label',
    kind: 'number',
    meaning: 'The label that this discipline writes on the packet; empty for a discipline without labels.',
  },
];

/** Waiting packets at the displayed time, from the front. */
export async function tableOfStage(lanes: readonly LaneRun[], actions: Actions): Promise<SavedTable> {
  const provenance = await provenanceOfScene(`Waiting packets: ${sceneTitle()}`, lanes, actions);
  return {
    name: fileName(sceneName(), 'waiting-packets'),
    provenance,
    columns: COLUMNS,
    rows: lanes.flatMap(packetsOf),
  };
}

function packetsOf({ name, run }: LaneRun): SavedCell[][] {
  const { queue, queues, scalars } = run.latest;
  return Array.from(queue.packet, (packet, at) => {
    const row = queue.flow[at] ?? 0;
    const flow = run.facts.flows[row];
    const own = queueAt(run, at);
    const flags = queue.flags[at] ?? 0;
    const arrived_s = queue.arrived_s[at] ?? Number.NaN;
    return [
      name,
      own < 0 ? null : queueId(run, queues.id[own] ?? 0),
      own < 0 ? at : at - (queues.first[own] ?? 0),
      packet,
      flow?.number ?? row + 1,
      flow?.class ?? null,
      queue.bytes[at] ?? null,
      arrived_s,
      // Times are rounded to nanoseconds, the engine's unit, which removes rounding errors.
      Math.round((scalars.now_s - arrived_s) * 1e9) / 1e9,
      run.isUnresponsive(row),
      isMarked(flags),
      isRetransmission(flags),
      queue.label[at] ?? null,
    ];
  });
}
