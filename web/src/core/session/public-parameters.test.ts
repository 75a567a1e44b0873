/// <reference types="node" />

import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FEATURES } from '../../features';
import { CATALOG } from '../../testing/engine';
import { PRESET, started } from '../../testing/session';
import type { Scenario } from '../border/scenario';
import { PARTS_OF_PAGE } from '../page/parts-of-page';
import { viewStore } from '../page/view-store';
import { PACES } from '../run/playback';
import { noticeOf } from '../scene/notices';
import { type SettingProblem, sceneStore } from '../scene/scene-store';
import { tabIds } from './feature';
import { PARAMETERS, type Parameter, paceWord, readParameters } from './public-parameters';
import { changesAskedFor, laneNamed } from './scene-of-parameters';

const read = (search: string) => readParameters(search, tabIds(FEATURES));
const asked = (search: string) => read(search).asked;
const wrong = (search: string): readonly string[] => read(search).problems.map(words);

function words({ path, problem }: SettingProblem): string {
  return `${path} ${problem}`;
}

/** The scene that a query makes from the preset, and the parameters without an effect. */
function made(search: string, base: Scenario = PRESET.scenario): { scenario: Scenario; problems: readonly string[] } {
  const { asked: wanted, problems: misread } = read(search);
  const { changes, problems } = changesAskedFor(base, wanted, CATALOG);
  const scenario = changes.reduce((scene, { change }) => change(scene), base);
  return { scenario, problems: [...misread, ...problems].map(words) };
}

describe('the public parameters of an address', () => {
  it('can all be read', () => {
    expect(asked('?preset=choked-model1&aqm=choke,choked&set=flows.0.rate_bps:3e6,max_th:60&at=12.5&play=0')).toEqual({
      preset: 'choked-model1',
      aqm: ['choke', 'choked'],
      set: [
        { name: 'flows.0.rate_bps', value: '3e6' },
        { name: 'max_th', value: '60' },
      ],
      seed: undefined,
      at_s: 12.5,
      play: false,
      pace: undefined,
      lane: undefined,
      interval: undefined,
      workspace: undefined,
      hide: [],
      theme: undefined,
    });
    const rest = '?seed=9&lane=choked&workspace=paper&pace=1/20x&hide=controls,events&theme=projector&lang=en&play=1';
    expect(asked(rest)).toMatchObject({
      seed: 9,
      lane: 'choked',
      workspace: 'paper',
      pace: PACES.findIndex(({ name }) => name === '1/20 ×'),
      hide: ['controls', 'events'],
      theme: 'projector',
      play: true,
    });
    expect(wrong(rest)).toEqual([]);
  });

  it('accept every speed by its word, but not by its index', () => {
    for (const [place, { name }] of PACES.entries()) expect(asked(`?pace=${paceWord(name)}`).pace).toBe(place);
    expect(asked('?pace=2').pace).toBe(asked('?pace=2x').pace);
    expect(wrong('?pace=8')).toEqual([expect.stringMatching(/^pace cannot be “8”: one of 1packetatatime, .*, max$/)]);
  });

  it('cause messages that name each problem and the allowed values', () => {
    expect(wrong('?pres=x')).toEqual(['pres is not a parameter of this page; the nearest is preset']);
    expect(wrong('?at=soon')).toEqual(['at cannot be “soon”: seconds of simulated time, 0 or more']);
    expect(wrong('?at=-1')).toEqual(['at cannot be “-1”: seconds of simulated time, 0 or more']);
    expect(wrong('?at=Infinity&seed=1.5')).toEqual([
      'seed cannot be “1.5”: a whole number from 0 to 2^53 - 1',
      'at cannot be “Infinity”: seconds of simulated time, 0 or more',
    ]);
    expect(asked('?interval=10..20.5').interval).toEqual([10, 20.5]);
    for (const damaged of ['10', '20..10', '10..10', '-1..5', '1..2..3', '..', 'a..b'])
      expect(wrong(`?interval=${damaged}`)).toEqual([
        `interval cannot be “${damaged}”: two times in seconds, 0 or more, the earlier one first, such as 10..20`,
      ]);
    expect(wrong('?play=yes')).toEqual(['play cannot be “yes”: 1 or 0']);
    expect(wrong('?workspace=lap')).toEqual([
      `workspace cannot be “lap”: the nearest is lab; it is one of watch, lab, ${tabIds(FEATURES).join(', ')}`,
    ]);
    expect(asked('?below=plots').workspace).toBe('lab');
    expect(asked('?below=paper&workspace=theory').workspace).toBe('theory');
    expect(wrong('?theme=beamer')).toEqual([
      expect.stringMatching(/^theme cannot be “beamer”: it is one of dark, .*projector/),
    ]);
    expect(wrong('?lang=de')).toEqual(['lang cannot be “de”: only en, since the page is so far in English only']);
    expect(wrong('?hide=control,events')).toEqual([
      expect.stringMatching(/^hide cannot be “control”: the nearest is controls; it is one of /),
    ]);
    expect(asked('?hide=control,events').hide).toEqual(['events']);
    expect(wrong('?set=max_th')).toEqual(['set cannot be “max_th”: a setting is written name:value']);
    expect(wrong('?aqm=')).toEqual([`aqm is empty: ${PARAMETERS.aqm.form}`]);
    expect(wrong('?seed=1&seed=2')).toEqual(['seed is given more than once; the first value is used: 1']);
    expect(asked('?seed=1&seed=2').seed).toBe(1);
    expect(wrong('?__proto__=1&constructor=2')).toHaveLength(2);
  });

  it('stay in the address if they are about the page, and are removed if they are about the scene', () => {
    const { kept } = read('?preset=a&hide=controls,events&seed=1&theme=light&lang=en&at=3&nonsense=1');
    expect(kept).toBe('?hide=controls,events&theme=light&lang=en');
    expect(read('?seed=4').kept).toBe('');
    expect(read('?measure').kept).toBe('?measure=');
    expect(read('?hide=events&theme=light').isAboutScene).toBe(false);
  });

  it('make a scene from readable names and values', () => {
    const { scenario, problems } = made('?aqm=choke,choked&set=flows.0.rate_bps:3e6,max_th:60,capacity_bps:2e6&seed=5');
    expect(problems).toEqual([]);
    expect(scenario.lanes.map(({ aqm }) => aqm)).toEqual(['choke', 'choked']);
    expect(scenario.flows[0]?.rate_bps).toBe(3e6);
    expect(scenario.queue.params.max_th).toBe(60);
    expect(scenario.bottleneck.capacity_bps).toBe(2e6);
    expect(scenario.seed).toBe(5);
  });

  it('set a parameter in each lane that has it, or only in one lane if that lane is named', () => {
    const own = {
      ...PRESET.scenario,
      lanes: [
        { aqm: 'choked', params: { max_th: 70 } },
        { aqm: 'red', params: {} },
      ],
    };
    const { scenario } = made('?set=max_th:60', own);
    expect(scenario.lanes[0]?.params.max_th).toBe(60);
    expect(scenario.queue.params.max_th).toBe(60);
    const one = made('?set=lanes.1.params.max_th:50', own).scenario;
    expect(one.lanes.map(({ params }) => params.max_th)).toEqual([70, 50]);
    // A lane that the scene already has keeps its own parameters.
    expect(made('?aqm=red,choked', own).scenario.lanes[1]).toEqual(own.lanes[0]);
  });

  it('cause a report for unknown settings, values and disciplines', () => {
    const problems = (search: string): readonly string[] => made(search).problems;
    expect(problems('?aqm=chokedd')).toEqual(['aqm cannot be “chokedd”: the nearest is choked']);
    expect(problems('?aqm=red,choke,choked,gchoke,codel')).toEqual([
      'aqm names 5 disciplines; only the first 4 are compared',
    ]);
    expect(problems('?set=max_thr:60')).toEqual(['set cannot be “max_thr”: the nearest is max_th']);
    expect(problems('?aqm=drop-tail&set=max_th:60')[0]).toMatch(
      /^set cannot be “max_th”: no lane \(drop-tail\) has it; /,
    );
    expect(problems('?set=flows.7.rate_bps:1e6')).toEqual([
      'set cannot be “flows.7.rate_bps”: flow groups are numbered from 0 to 1',
    ]);
    expect(problems('?set=flow.0.rate_bps:1e6')).toEqual([
      'set cannot be “flow.0.rate_bps”: the nearest is flows.0.rate_bps',
    ]);
    expect(problems('?set=max_th:many')).toEqual([
      'set=max_th cannot be “many”: a number from 0.2 packets to 10000 packets',
    ]);
    expect(problems('?set=limit:2.5')[0]).toContain('a whole number from 1 packets');
    expect(problems('?set=gentle:maybe')).toEqual(['set=gentle cannot be “maybe”: on or off']);
    expect(problems('?set=profile:ns3')).toEqual(['set=profile cannot be “ns3”: one of ns2, rfc6298, linux']);
    expect(made('?set=profile:rfc6298,gentle:on').scenario).toMatchObject({
      profile: 'rfc6298',
      queue: { params: { gentle: true } },
    });
  });

  it('identify a lane by its discipline', () => {
    const lanes = ['red', 'choke', 'choke'].map((aqm) => ({ aqm, params: {} }));
    const scenario = { ...PRESET.scenario, lanes };
    expect(laneNamed('choke', scenario)).toBe(1);
    expect(laneNamed('choke:2', scenario)).toBe(2);
    expect(laneNamed('choke:3', scenario)).toBe(
      'cannot be “choke:3”: the nearest is choke:2; it is one of red, choke, choke:2',
    );
    expect(laneNamed('1', scenario)).toMatch(/^cannot be “1”/);
  });

  it('are treated as text, whatever they contain', () => {
    const next = random(20_260_716);
    const pick = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T;
    const names = [...Object.keys(PARAMETERS), '__proto__', 'toString', '', '%', 'x'.repeat(300)];
    const values = [
      'choke,choked',
      'max_th:60,flows.0.rate_bps:1e999,flows.-1.rate_bps:2,__proto__.x:1,queue.params.__proto__:1,:,a:',
      'lanes.0.params.constructor:1',
      'https://example.org/',
      '<img src=x onerror=alert(1)>',
      '1e309',
      '-0',
      '%E0%A4%A',
      '\u0000\uFFFF\uD800',
      ','.repeat(5000),
      'a:1,'.repeat(500),
      '{"a":1}',
      '9'.repeat(400),
      '',
    ];
    const fetched = vi.fn();
    vi.stubGlobal('fetch', fetched);
    vi.stubGlobal('XMLHttpRequest', fetched);
    for (let count = 0; count < 5000; count += 1) {
      const pairs = Array.from({ length: Math.floor(next() * 6) }, () => `${pick(names)}=${pick(values)}`);
      let search = `?${pairs.join('&')}`;
      // In half of the queries, one random character is also replaced.
      if (next() < 0.5) {
        const at = Math.floor(next() * search.length);
        search = `${search.slice(0, at)}${String.fromCharCode(Math.floor(next() * 65_536))}${search.slice(at + 1)}`;
      }
      const { scenario, problems } = made(search);
      expect(scenario.lanes.length).toBeGreaterThan(0);
      expect(Object.getPrototypeOf(scenario.queue.params)).toBe(Object.prototype);
      for (const problem of problems) expect(problem.length).toBeLessThan(1000);
      expect(read(read(search).kept).problems).toEqual([]);
    }
    vi.unstubAllGlobals();
    expect(fetched).not.toHaveBeenCalled();
  });

  it('are documented as they are implemented', () => {
    const text = readFileSync(new URL('../../../../docs/public-parameters.md', import.meta.url), 'utf8');
    const cell = (words: string): string => words.replaceAll('|', '\\|');
    const rows = Object.entries(PARAMETERS).map(
      ([name, { form, meaning, example }]) =>
        `| \`${name}\` | ${cell(form)} | ${cell(meaning)} | \`${name}=${cell(example)}\` |`,
    );
    const parts = Object.entries(PARTS_OF_PAGE).map(([name, meaning]) => `| \`${name}\` | ${meaning} |`);
    const documented = text.split('\n').filter((line) => line.startsWith('| `'));
    expect(documented).toEqual([...rows, ...parts]);
    const paces = PACES.map(({ name }) => `\`${paceWord(name)}\``).join(', ');
    expect(text.replaceAll(/\s+/g, ' ')).toContain(paces);
  });

  it('have valid examples in the documentation', () => {
    for (const name of Object.keys(PARAMETERS) as Parameter[])
      expect(wrong(`?${name}=${PARAMETERS[name].example}`)).toEqual([]);
  });
});

describe('a page that is opened with public parameters', () => {
  beforeEach(() => {
    sceneStore.setState(sceneStore.getInitialState(), true);
    viewStore.setState(viewStore.getInitialState(), true);
  });

  it('opens the scene at the given time, and keeps the parameters of the page in its address', async () => {
    const { session, now, search } = await started({
      search: '?preset=choked-model1&aqm=choke,choked&set=max_th:60&at=2.5&hide=controls,events&theme=projector',
    });
    expect(session.lanes.map(({ run }) => run.facts.aqm)).toEqual(['choke', 'choked']);
    expect(now()).toBe(2.5);
    expect(sceneStore.getState()).toMatchObject({ state: 'paused', notices: [] });
    expect(sceneStore.getState().scenario?.queue.params.max_th).toBe(60);
    expect(viewStore.getState()).toMatchObject({ hidden: ['controls', 'events'], theme: 'projector' });
    expect(search()).toBe('?hide=controls,events&theme=projector');
  });

  it('plays on request, with one lane alone, at a given speed, in the workspace Paper', async () => {
    await started({ search: '?aqm=red,choke&lane=choke&at=1&play=1&pace=5x&below=paper' });
    expect(sceneStore.getState()).toMatchObject({
      state: 'playing',
      pace: PACES.findIndex(({ name }) => name === '5 ×'),
    });
    expect(viewStore.getState()).toMatchObject({ soloLane: 1, workspace: 'paper' });
  });

  it('changes the scene of a fragment', async () => {
    const { session } = await started();
    const fragment = new URL(await session.linkOf(false)).hash.slice(1);
    viewStore.setState(viewStore.getInitialState(), true);
    const there = await started({ fragment, search: '?preset=other&seed=11' });
    expect(there.session.lanes).toHaveLength(1);
    expect(sceneStore.getState().scenario?.seed).toBe(11);
    expect(sceneStore.getState().notices).toEqual([
      {
        kind: 'bad-parameters',
        problems: [{ path: 'preset', problem: 'is ignored: the part after # names the scene' }],
      },
    ]);
  });

  it("reports changes that the engine refuses, in the engine's words, and makes the others", async () => {
    await started({ search: '?set=min_th:90,capacity_bps:2e6&at=1000' });
    const { scenario } = sceneStore.getState();
    expect(scenario?.bottleneck.capacity_bps).toBe(2e6);
    expect(scenario?.queue.params.min_th).toBeUndefined();
    const messages = noticeOf('bad-parameters')?.problems.map(words) ?? [];
    expect(messages).toEqual([
      expect.stringMatching(/^set=min_th:90 is ignored: .*min_th/),
      'at cannot be 1000: the run ends at 20 s',
    ]);
  });

  it('opens the first scene if the preset is unknown, and names the nearest', async () => {
    await started({ search: '?preset=choked-modell' });
    expect(sceneStore.getState().scenario?.id).toBe(PRESET.scenario.id);
    expect(sceneStore.getState().notices).toEqual([
      {
        kind: 'bad-parameters',
        problems: [
          {
            path: 'preset',
            problem:
              'cannot be “choked-modell”: the nearest is choked-model1; it is one of choked-model1; the first scene is open',
          },
        ],
      },
    ]);
  });

  it('reports a fragment that cannot be read, and that the parameters had no effect', async () => {
    await started({ fragment: '2.nonsense', search: '?seed=3' });
    const { scenario } = sceneStore.getState();
    expect(scenario?.seed).toBe(PRESET.scenario.seed);
    const messages = noticeOf('bad-parameters')?.problems.map(words) ?? [];
    expect(messages.length).toBeGreaterThan(1);
    expect(messages.at(-1)).toBe('? applies to the scene after #, which could not be opened');
  });
});

/** The random number generator mulberry32. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
