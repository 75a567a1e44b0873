// Tests the checks of the chapter's numbers: an error names each false claim, and the text may use only declared
// numbers.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../commands.mjs';
import { shown } from './chapter-format.mjs';
import { brokenClaims, compute, DECLARED, TEXT } from './chapter-numbers.mjs';
import { fill, problemsOf } from './chapter-text.mjs';

const declared = JSON.parse(readFileSync(join(root, DECLARED), 'utf8'));
const text = readFileSync(join(root, TEXT), 'utf8');
const small = {
  runs: { one: { scene: 'any', lanes: ['codel'], seeds: 2 } },
  numbers: {
    wait: { of: 'one', lane: 'codel', metric: 'queueing_delay_s', as: 'ms', max: 0.007 },
    link: { of: 'one', setting: 'rate_bps', as: 'Mb/s' },
    slower: { times: ['wait', 3], over: [0.005], min: 1 },
  },
  figures: {},
  literals: {},
};

test('the text uses only declared numbers, figures and literals, and uses all of them', () => {
  assert.deepEqual([...problemsOf(text, declared)], []);
});

test('an undeclared number, a bare digit and a comparison without a claim are reported', () => {
  const wrong = [
    ['It waits {{ n.wiat }}.', /n\.wiat .* not declared/],
    ['It waits 12 ms.', /“12” is neither computed/],
    ['It waits twice as long.', /“twice” is neither computed/],
    ['{{ n.link | Fast }}', /“Fast” rests on link, which declares no range/],
    ['<Chart id="none" />', /"none" .* not declared/],
    [
      '<Predict :right="2">\n\n**Predict.** How long?\n\n1. {{ n.wait }}\n2. Longer\n\n</Predict>',
      /Answer 2 .* rests on no number/,
    ],
  ];
  for (const [sentence, problem] of wrong) {
    const all = `{{ n.wait }} {{ n.link }} {{ n.slower }}\n\n${sentence}\n`;
    assert.match([...problemsOf(all, small)].join('\n'), problem);
  }
  assert.deepEqual(
    [...problemsOf('{{ n.wait }} of RFC 8289 in section 5, {{ n.link }}, {{ n.slower | longer }}', small)],
    [],
  );
  assert.match([...problemsOf('{{ n.link }}', small)].join('\n'), /wait is declared, but not in the text/);
});

test('a claim that one of the runs breaks is refused, with the expected range and the value', () => {
  assert.deepEqual([...brokenClaims(small, numbersFor([0.005, 0.006]))], []);
  const [problem, ...others] = brokenClaims(small, numbersFor([0.005, 0.009]));
  assert.deepEqual(others, []);
  assert.match(problem, /wait: the text relies on at most 7.ms; the engine gives 5.ms, 9.ms/);
});

test('a missing lane, setting or value is refused with the name of the number', () => {
  const asking = (change) => () =>
    compute({ ...small, numbers: { wait: { ...small.numbers.wait, ...change } } }, engineThatGives([1, 1]), sceneOf);
  assert.throws(asking({ lane: 'red' }), /“wait” asks for the lane “red”/);
  assert.throws(asking({ of: 'two' }), /“wait” asks for the run “two”/);
  assert.throws(asking({ metric: undefined, setting: 'rate' }), /“wait” asks for the setting rate/);
});

test('a number is printed as its mean, its spread or the words of its claim', () => {
  const computed = { declared: small, numbers: numbersFor([0.005, 0.006]) };
  const filled = fill('{{ n.wait }}; {{ n.wait.spread }}; {{ n.slower | longer }}; {{ n.link }}', computed);
  assert.equal(filled.replaceAll('\u00a0', ' '), '5.5 ms; 5 ms to 6 ms; longer; 2 Mb/s');
  assert.throws(() => fill('{{ n.wiat }}', computed), /no number “wiat”/);
  assert.equal(shown(0.99666, { as: 'percent', digits: 3 }).replace('\u00a0', ' '), '99.7 %');
});

function numbersFor(waits) {
  return compute(small, engineThatGives(waits), sceneOf).numbers;
}

function sceneOf() {
  return { rate_bps: 2e6 };
}

/** An engine whose runs yield these values, one per seed. */
function engineThatGives(values) {
  class Sweep {
    facts() {
      return JSON.stringify({ lanes: ['codel'], points: 1 });
    }
    run() {
      return JSON.stringify(values.map((value, place) => ({ lane: 0, point: 0, seed: place + 1, values: [value] })));
    }
    free() {}
  }
  return { Sweep };
}
