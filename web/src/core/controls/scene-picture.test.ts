import { presets } from 'virtual:presets';
import { describe, expect, it } from 'vitest';
import { CATALOG } from '../../testing/engine';
import { overlap } from '../../ui/figure/free-place';
import { textWidth } from '../../ui/marks/text-mark';
import type { Scenario } from '../border/scenario';
import type { SceneFacts } from '../run/run-buffer';
import { hasTwoLinks } from '../scene/edit';
import { controlGroups } from './control-groups';
import { type SceneParts, sceneDrawing, sceneParts } from './scene-picture';

/** A second link with CoDel. */
const CODEL = { aqm: 'codel', capacity_bps: 2_000_000, limit: 200 };

function partsOf(scenario: Scenario, place = 0): SceneParts {
  const lane = scenario.lanes[place];
  const about = CATALOG.disciplines.find(({ id }) => id === lane?.aqm);
  if (about === undefined) throw new Error(`${lane?.aqm} is not known`);
  const facts = {
    scenario,
    lane: place,
    params: {},
    capacity_bps: scenario.bottleneck.capacity_bps,
    limit: 100,
    other_link: hasTwoLinks(scenario) ? CODEL : null,
  } as unknown as SceneFacts;
  return sceneParts(CATALOG, about, facts, controlGroups(CATALOG, about, facts, scenario));
}

function scene(id: string): Scenario {
  const found = presets.find(({ scenario }) => scenario.id === id)?.scenario;
  if (found === undefined) throw new Error(`${id} is not a preset`);
  return found;
}

const SIZES = [
  { width: 240, fontSize: 12 },
  { width: 360, fontSize: 14 },
  { width: 760, fontSize: 13 },
];

describe('the picture of the scene', () => {
  it('shows the values of the settings, and its labels lead to the settings', () => {
    const { senders, queue, bottleneck, receivers, sentence } = partsOf(scene('choked-model1'));
    expect(senders.map(({ lines, to }) => [...lines, to?.path])).toEqual([
      ['1 × UDP', 'CBR, 2\u00a0Mb/s', 'flows.0.rate_bps'],
      ['33 × TCP NewReno', 'FTP', 'flows.1.count'],
    ]);
    expect(senders.map(({ link }) => [...link.lines, link.to?.path])).toEqual([
      ['10\u00a0Mb/s', '10\u00a0ms', 'access.rate_bps'],
      ['10\u00a0Mb/s', '10\u00a0ms', 'access.rate_bps'],
    ]);
    expect([...queue.lines, queue.to?.path]).toEqual(['CHOKeD', 'Queue, 100\u00a0packets', 'queue.params.limit']);
    expect([...bottleneck.lines, bottleneck.to?.path]).toEqual([
      '1\u00a0Mb/s',
      '10\u00a0ms',
      'bottleneck.capacity_bps',
    ]);
    expect(receivers.lines[0]).toBe('34 receivers');
    expect(sentence).toContain('33 × TCP NewReno (FTP) over links of 10\u00a0Mb/s and 10\u00a0ms');
  });

  it('distinguishes groups whose links differ', () => {
    const links = partsOf(scene('choked-rtt-100')).senders.map(({ link }) => [link.lines[1], link.to?.path]);
    expect(new Set(links.map(([delay]) => delay)).size).toBeGreaterThan(1);
    expect(links.map(([, path]) => path)).toContain('flows.2.access_delay_s');
  });

  it('names the losses behind the bottleneck and the link of the acknowledgements', () => {
    const plain = scene('modern-radio-loss');
    const shared = partsOf({ ...plain, reverse: { ack_rate_bps: 50_000, ack_limit: 10 } });
    expect(shared.senders.map(({ receivers }) => receivers.lines)).toEqual([
      ['receiver', '1 % lost'],
      ['receiver', '1 % lost'],
    ]);
    expect(shared.receivers.lines[1]).toBe('1 % lost; ACKs share 50\u00a0kb/s');
    expect(shared.sentence).toMatch(/; 1 % lost; ACKs share 50\u00a0kb\/s\.$/);
    expect(partsOf(plain).receivers.lines[1]).toBe('1 % lost');
  });

  it('shows both links of a row in the order of the packets, and the groups beside the link that they enter', () => {
    for (const lane of [0, 1]) {
      const parts = partsOf(scene('modern-two-links'), lane);
      expect(parts.senders.map(({ lines, entry }) => [lines[1], entry])).toEqual([
        ['FTP', 1],
        ['FTP, link 1 only', 1],
        ['FTP, link 2 only', 2],
      ]);
      expect(parts.other?.queue.lines).toEqual(['CoDel', 'Queue, 200\u00a0packets']);
      expect(parts.sentence).toContain(lane === 0 ? 'Link 2, after it: CoDel' : 'Link 1, before it: CoDel');
      const drawing = sceneDrawing(parts, { width: 760, fontSize: 13 });
      const order = drawing.parts.filter(({ isBox }) => isBox).map(({ lines }) => lines[0]);
      const [first, second] = lane === 0 ? ['DropTail', 'CoDel'] : ['CoDel', 'DropTail'];
      expect(order).toEqual(['2 × TCP CUBIC', '2 × TCP CUBIC', first, '2 × TCP CUBIC', second, '6 receivers']);
      expect(drawing.slots).toHaveLength(2);
    }
  });

  it('shows the groups beyond the sixth in one row', () => {
    const of = scene('choked-model1');
    const flows = Array.from({ length: 9 }, () => ({ ...of.flows[1], count: 3 }) as Scenario['flows'][number]);
    const { senders, receivers } = partsOf({ ...of, flows });
    expect(senders.map(({ lines }) => lines.join()).at(-1)).toBe('4 more groups,12 flows');
    expect([senders.length, receivers.lines[0]]).toEqual([6, '27 receivers']);
  });

  it.each(SIZES)('has no overlapping texts, and no text beyond its edge, at a width of $width px', (size) => {
    for (const { scenario } of presets) {
      const { parts, height } = sceneDrawing(partsOf(scenario), size);
      const all = parts.flatMap(({ lines, rows, x, isBox }) =>
        lines.map((text, line) => {
          const left = x + (isBox ? size.fontSize * 1.1 : 0);
          const weight = isBox && line === 0 ? 600 : 400;
          const middle = rows[line] ?? 0;
          return {
            text,
            box: {
              left,
              right: left + textWidth(text, size.fontSize, 'text', weight),
              top: middle - size.fontSize / 2,
              bottom: middle + size.fontSize / 2,
            },
          };
        }),
      );
      const texts = all.filter(({ text }) => text !== '');
      const wrong = texts.filter(
        ({ text, box }, place) =>
          text.endsWith('…') ||
          box.right > size.width ||
          box.bottom > height ||
          texts.slice(place + 1).some((other) => overlap(box, other.box)),
      );
      expect([scenario.id, wrong.map(({ text }) => text)]).toEqual([scenario.id, []]);
    }
  });
});
