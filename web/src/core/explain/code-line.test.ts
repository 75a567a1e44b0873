import { beforeEach, describe, expect, it } from 'vitest';
import { CATALOG } from '../../testing/engine';
import { PRESET, started } from '../../testing/session';
import type { QuantityAbout } from '../border/border.gen';
import { viewStore } from '../page/view-store';
import { unpackDecision } from '../run/decision';
import { PACES } from '../run/playback';
import { sceneStore } from '../scene/scene-store';
import { type CodeSegment, roomOf, segmentsOf, wordsOf } from './code-line';
import { explainCode } from './explain-model';

const quantity = (id: string, symbol: string, unit = ''): QuantityAbout => ({ id, symbol, unit, meaning: '' });
const QUANTITIES = [
  quantity('u', 'u'),
  quantity('n', 'n', 'packets'),
  quantity('count', 'count'),
  quantity('q', 'avgcq'),
  quantity('own', 'i', 'bytes'),
  quantity('p', 'p_b'),
];

function shown(text: string, values: readonly (number | undefined)[] = []): string {
  return textOf(segmentsOf(text, QUANTITIES, (place) => values[place]));
}

function textOf(segments: readonly CodeSegment[]): string {
  return segments
    .map(({ text }) => text)
    .join('')
    .replaceAll('\u00a0', ' ');
}

describe('a line of pseudo-code', () => {
  it.each([
    ['if u = {u} < p_a:', 'if u < p_a:'],
    ['if B packets wait (n = {n}):', 'if B packets wait (n):'],
    ['count ← count + 1 = {count}', 'count ← count + 1'],
    ['i ← 1 + k, at most k, = {count}', 'i ← 1 + k, at most k'],
    ['avg ← (1 − w_q)·{n} = {p}', 'avg ← (1 − w_q)·n'],
    ['if q_i > 2·avgcq = 2·{q}, or', 'if q_i > 2·avgcq, or'],
    ['its flow is monitored, p_b = {p}:', 'its flow is monitored:'],
    ['the next drop is due: count = {count}', 'the next drop is due:'],
    ['above: p_b ← {p}, 1 at 2·max_th', 'above: p_b, 1 at 2·max_th'],
    ['p_b ← {p}·(1 − w_q)', 'p_b ← p_b·(1 − w_q)'],
    ['= {p}', '= p_b'],
  ])('without values states only the computation: %s', (text, plain) => expect(shown(text)).toBe(plain));

  it('shows a value with its unit only once', () => {
    expect(shown('if u = {u} < p_a:', [0.31])).toBe('if u = 0.31 < p_a:');
    expect(shown('n = {n} packets wait', [undefined, 60])).toBe('n = 60 packets wait');
    expect(shown('i is now {own} bytes long', [...Array(4), 1040])).toBe('i is now 1040 bytes long');
    expect(shown('i is now {own} bytes long')).toBe('i is now i long');
  });

  it('breaks between words, but never between a bracket and its value', () => {
    const words = wordsOf(segmentsOf('draw (n = {n}): of {own}·w', QUANTITIES, () => 7));
    expect(words.map(textOf)).toEqual(['draw', '(n', '=', '7):', 'of', '7 bytes·w']);
  });

  it('reserves the width of the widest value', () => {
    expect(roomOf('if u = {u} < p_a:', QUANTITIES)).toBe('00 0 0 0000000000 0 0000');
  });
});

describe('the pseudo-code in every decision of a discipline', () => {
  beforeEach(() => {
    sceneStore.setState(sceneStore.getInitialState(), true);
    viewStore.setState(viewStore.getInitialState(), true);
  });

  it.each(CATALOG.disciplines.map(({ id }) => id))(
    'has no line that repeats itself or exceeds its width: %s',
    async (aqm) => {
      const lab = await started({
        preset: { ...PRESET, scenario: { ...PRESET.scenario, lanes: [{ aqm, params: {} }] } },
      });
      lab.session.setPace(PACES.length - 1);
      await lab.play(0.1);
      const run = lab.run();
      const count = run.latest.decisions.serial.length;
      const decisions = Array.from({ length: count }, (_, index) => unpackDecision(run.latest, index));
      expect(count).toBeGreaterThan(0);
      const lines = [undefined, ...decisions].flatMap((decision) => explainCode(decision, run));
      for (const text of new Set(lines.map(({ segments }) => textOf(segments)))) {
        const twice = /(?:^|[\s([])(\S*[^\s\d.,:;()[\]]\S*) (?:= )?\1(?=$|[\s,:;)\]])/.exec(text);
        expect(twice, text).toBeNull();
      }
      for (const { text, segments } of lines) {
        const room = roomOf(text, run.about.quantities);
        expect(textOf(segments).length, textOf(segments)).toBeLessThanOrEqual(room.length);
      }
    },
  );
});
