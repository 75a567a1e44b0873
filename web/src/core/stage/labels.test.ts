/**
 * Tests that no text on the stage overlaps another text or a marker, in any scene and size, with any number of lanes.
 */
/// <reference types="node" />

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Rect } from '../../base/rect';
import { CATALOG, testEngine } from '../../testing/engine';
import { textWidth } from '../../ui/marks/text-mark';
import type { Preset } from '../border/scenario';
import { RunBuffer } from '../run/run-buffer';
import { binPicture } from './bins/bin-picture';
import { FIFO } from './fifo-picture';
import { queuePicture } from './queues/queue-picture';
import type { StageMark } from './stage-display';
import { StageMemory } from './stage-memory';
import { PLAIN_LOOK } from './stage-view';

const folder = new URL('../../../../presets/', import.meta.url);
const PRESETS = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Preset);

/** Pairs of a width of the page and four heights of a lane [px], for scenes with one to four lanes, as in stage.css. */
const SIZES: readonly (readonly [width: number, heights: readonly number[]])[] = [
  [360, [216, 128, 92, 84]],
  [800, [254, 152, 101, 84]],
  [1250, [325, 190, 130, 110]],
];

interface Box extends Rect {
  readonly text: string;
}

/** Box of a text or marker; undefined for lines and waiting packets. */
function boxOf(mark: StageMark): Box | undefined {
  if (mark.kind === 'text') {
    const width = textWidth(mark.text, mark.size, mark.face, mark.weight) * 0.97;
    const x = mark.x - (mark.align === 'center' ? width / 2 : mark.align === 'right' ? width : 0);
    // The box is as high as capitals and digits, which is 0.74 of the font size.
    return { text: mark.text, x, y: mark.y - mark.size * 0.37, width, height: mark.size * 0.74 };
  }
  if (mark.kind === 'needle')
    return { text: 'needle', x: mark.x - mark.size * 0.58, y: mark.y, width: mark.size * 1.16, height: mark.size };
  if (mark.kind === 'packet' && mark.role === 'dropped') return { ...mark, text: `dropped ${mark.packet}` };
  return undefined;
}

/** The line from the needle, which marks the average, to the queue. No text may cover it. */
function stemOf(mark: StageMark): Box | undefined {
  if (mark.kind !== 'needle' || mark.foot <= mark.y + mark.size) return undefined;
  return { text: 'stem', x: mark.x - 0.75, y: mark.y + mark.size, width: 1.5, height: mark.foot - mark.y - mark.size };
}

function isOver(one: Rect, other: Rect): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

function collisions(marks: readonly StageMark[]): readonly string[] {
  const boxes = marks.flatMap((mark) => [boxOf(mark), stemOf(mark)].filter((box) => box !== undefined));
  const texts = marks.flatMap((mark) => (mark.kind === 'text' ? [boxOf(mark)] : [])).filter((box) => box !== undefined);
  const found: string[] = [];
  for (const text of texts)
    for (const other of boxes)
      if (other.text !== text.text && isOver(text, other)) found.push(`"${text.text}" over "${other.text}"`);
  return found;
}

describe('labels on the stage', () => {
  it.each(PRESETS.map((preset) => [preset.scenario.id, preset] as const))(
    'overlap nothing in %s',
    async (_, { scenario }) => {
      const client = await testEngine({ kind: 'full' });
      for (const lane of scenario.lanes.keys()) {
        const run = new RunBuffer(CATALOG, await client.open(scenario, 1.5, lane));
        const { view } = run.about;
        const isOne = view === 'fifo' || view === 'fifo-with-regions';
        for (const [width, heights] of SIZES)
          for (const [at, height] of heights.entries()) {
            const picture = isOne ? FIFO : view === 'fifo-with-bins' ? binPicture() : queuePicture();
            const company = { lanes: at + 1, places: run.facts.limit };
            const layout = picture.layout(run, { x: 0, y: 0, width, height }, company);
            const memory = new StageMemory();
            for (const rate of [undefined, 1, 10]) {
              const pace = { kind: 'time', rate: rate ?? 1 } as const;
              const isPlaying = rate !== undefined;
              const moment = { now_ms: 1000 + (rate ?? 0), isPlaying, isBackward: false, pace, isCalm: false };
              memory.observe(run, { ...moment, isHalfway: false }, layout);
              picture.observe(run, memory, { ...moment, isHalfway: false });
              const { marks } = picture.model(run, memory, layout, PLAIN_LOOK);
              expect(collisions(marks), `${run.about.id}, ${width} by ${height}, ${at + 1} lanes`).toEqual([]);
            }
          }
      }
      client.close();
    },
  );
});
