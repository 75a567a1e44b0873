/**
 * Untrusted files, parsed by the real engine. No file causes an exception, a hang, a request or a change of the page,
 * and every problem is reported.
 */

import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { clear, noticeOf } from '../core/scene/notices';
import { type SettingProblem, sceneStore } from '../core/scene/scene-store';
import { type StartedSession, settled, started } from '../testing/session';
import { SMALL_SCENE } from '../testing/small-scene';
import { openDropped } from './dropped-files';

type Content = string | Uint8Array;
const MIB = 1024 * 1024;

let lab: StartedSession;
const fetched = vi.fn(() => Promise.reject(new Error('no file may cause a request')));

beforeAll(async () => {
  lab = await started({ endsWith: 'file' });
});

beforeEach(() => {
  vi.stubGlobal('fetch', fetched);
});

describe('a hostile scene file', () => {
  const files = hostileFiles();

  it('is one of at least 200 different files', () => {
    expect(new Set(files.map(([, content]) => String(content))).size).toBe(files.length);
    expect(files.length).toBeGreaterThanOrEqual(200);
  });

  it.each(files)('is refused with a report and changes nothing: %s', async (name, content) => {
    const { scenario, state } = sceneStore.getState();
    const { lanes } = lab.session;
    clear();
    await openDropped(lab.session, file(content, `${name}.json`));
    await settled();
    const notice = noticeOf('bad-file');
    if (notice === undefined) throw new Error(`it was taken: ${JSON.stringify(sceneStore.getState().notices)}`);
    for (const problem of notice.problems) expect(problem).toSatisfy(isReadable);
    expect(sceneStore.getState()).toMatchObject({ scenario, state });
    expect(lab.session.lanes).toBe(lanes);
    expect(Object.prototype).not.toHaveProperty('polluted');
    expect(fetched).not.toHaveBeenCalled();
  });

  it('leaves the page working', async () => {
    expect(await lab.session.openFile(file(JSON.stringify(SMALL_SCENE)), 'sound.json')).toEqual([]);
    await lab.play(0.5);
    expect(lab.now()).toBeGreaterThan(0);
    expect(sceneStore.getState().notices).toEqual([]);
  });
});

/** True if a message is short and names the problem and the field that has it. */
function isReadable({ path, problem }: SettingProblem): boolean {
  return problem.length > 5 && problem.length <= 1000 && path.length <= 120;
}

function file(content: Content, name = 'scene.json'): File {
  return new File([content as BlobPart], name, { type: 'application/json' });
}

/** File names and contents. */
function hostileFiles(): readonly (readonly [string, Content])[] {
  return [
    ...noJson(),
    ...noScene(),
    ...wrongValues(),
    ...namesOfPrototypes(),
    ...twiceAndUnknown(),
    ...nested(),
    ...tooMuch(),
    ...bytes(),
    ...bundlesAndLists(),
  ];
}

function noJson(): readonly (readonly [string, Content])[] {
  const sound = JSON.stringify(SMALL_SCENE);
  return Object.entries({
    'nothing at all': '',
    'spaces alone': '   \n\t ',
    'a byte-order mark alone': '\uFEFF',
    'three byte-order marks': `\uFEFF\uFEFF\uFEFF${sound}`,
    'a brace': '{',
    'a bracket': ']',
    'half a scene': sound.slice(0, sound.length / 2),
    'a scene and a character': `${sound}x`,
    'two scenes': sound + sound,
    'a comma too many': sound.replace(/\}$/, ',}'),
    'a comment': `/* a scene */ ${sound}`,
    'a comment in a line': `{ // a scene\n${sound.slice(1)}`,
    'single quotes': sound.replaceAll('"', "'"),
    'names without quotes': '{ lanes: [{ aqm: "red" }] }',
    NaN: withRaw('seed', 'NaN'),
    Infinity: withRaw('duration_s', 'Infinity'),
    'minus infinity': withRaw('duration_s', '-Infinity'),
    undefined: withRaw('seed', 'undefined'),
    'a number in hexadecimal': withRaw('seed', '0x10'),
    'a number with a leading zero': withRaw('seed', '007'),
    'a number with a plus': withRaw('seed', '+7'),
    'a number without figures': withRaw('seed', '.'),
    'a number beyond all': withRaw('duration_s', '1e999'),
    'a number of 100,000 figures': withRaw('seed', '9'.repeat(100_000)),
    'half a surrogate pair': withRaw('title', '"\\ud800"'),
    'an unknown escape': withRaw('title', '"\\x41"'),
    'a line end in a text': withRaw('title', '"one\ntwo"'),
    'a web page': '<!doctype html><html><script>globalThis.polluted = 1</script></html>',
    'a script': 'globalThis.polluted = 1; fetch("https://example.org/")',
    'a call': `alert(${sound})`,
    'a module': `export default ${sound}`,
    'a table': 'seed,duration_s\n1,200\n',
    'a lesson': '---\ntitle: A lesson\n---\n# One\n',
    'an ns-2 script': 'set ns [new Simulator]\n$ns run\n',
    YAML: 'lanes:\n  - aqm: red\nflows:\n  - transport: udp\n',
    'a link': 'https://example.org/#1.AUEAvv9bInRpbnkiLFtbInF1ZXVl',
    'an SVG': '<svg xmlns="http://www.w3.org/2000/svg" onload="globalThis.polluted = 1"/>',
  });
}

function noScene(): readonly (readonly [string, Content])[] {
  const values = ['[]', '{}', '5', '-0', '"x"', '""', 'true', 'false', 'null', '[[]]', '[{}]', '{"scenario":null}'];
  const more = ['{"scenario":[]}', '{"scenario":7}', '{"scenario":"choked-model1"}', '{"scenario":{}}', '{"":{}}'];
  const wrapped = `{"scenario":{"scenario":${JSON.stringify(SMALL_SCENE)}}}`;
  return [...values, ...more, wrapped].map((text) => [`only ${text.slice(0, 40)}`, text] as const);
}

/** Scene files in which one setting has a value that it does not accept. Every kind of setting occurs. */
function wrongValues(): readonly (readonly [string, Content])[] {
  const numbers = [
    'seed',
    'duration_s',
    'measured_from_s',
    'bottleneck.capacity_bps',
    'bottleneck.delay_s',
    'access.rate_bps',
    'flows.0.count',
    'flows.0.packet_bytes',
    'flows.0.rate_bps',
    'queue.params.limit',
  ];
  const notNumbers = ['"7"', 'null', 'true', '[]', '{}', '-1', '1e308'];
  const others = {
    id: ['7', 'null', '{}', `"${'x'.repeat(201)}"`],
    title: ['7', '[]', `"${'x'.repeat(1_000_000)}"`],
    schema: ['2', '"1"', 'null', '-1'],
    profile: ['"windows"', '1', '"<script>"'],
    lanes: ['[]', 'null', '7', '{}', '["red"]', '[[]]', '[{}]', '[null]', '[{"aqm":7}]', '[{"aqm":"<script>"}]'],
    flows: ['[]', 'null', '{}', '["udp"]', '[null]', '[{"transport":"quic"}]', '[{"transport":["udp"]}]'],
    interventions: ['7', '[7]', '[{}]', '[{"at_s":-1,"path":"seed","value":1}]', '[{"at_s":1,"path":"","value":1}]'],
    'flows.0.start_s': ['"now"', '[1]', '[2,1]', '[0,1,2]', '[-1,0]', '[1e308,1e308]'],
    'queue.params': ['7', '[]', 'null', '{"":1}'],
    bottleneck: ['7', '[]', 'null', '"fast"'],
  };
  return [...numbers.map((path) => [path, notNumbers] as const), ...Object.entries(others)].flatMap(([path, values]) =>
    values.map((raw) => [`${path} is ${raw.slice(0, 40)}`, withRaw(path, raw)] as const),
  );
}

function namesOfPrototypes(): readonly (readonly [string, Content])[] {
  const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '__defineGetter__'];
  const value = '{"polluted":true}';
  return names.flatMap((name) => [
    [`${name} in a scene`, withRaw(name, value)] as const,
    [`${name} in parameters`, withRaw(`queue.params.${name}`, '1')] as const,
    [`${name} as a discipline`, withRaw('lanes', `[{"aqm":"${name}"}]`)] as const,
    [
      `${name} as the path of a change`,
      withRaw('interventions', `[{"at_s":1,"path":"${name}.polluted","value":true}]`),
    ] as const,
  ]);
}

function twiceAndUnknown(): readonly (readonly [string, Content])[] {
  const sound = JSON.stringify(SMALL_SCENE);
  const unknown = Array.from({ length: 50_000 }, (_, place) => `"x${place}":1,`).join('');
  return [
    ['a field given twice', sound.replace('"seed":7', '"seed":7,"seed":8')],
    ['a list given twice', sound.replace('"lanes":', '"lanes":[],"lanes":')],
    ['a scenario given twice', `{"scenario":${sound},"scenario":${sound}}`],
    ['a field without a name', sound.replace('"seed":7', '"":7')],
    ['an unknown field', withRaw('colour', '"red"')],
    ['an unknown field with a script for a name', withRaw('<img src=x onerror=alert(1)>', '1')],
    ['a field with a capital', sound.replace('"seed"', '"Seed"')],
    ['50,000 unknown fields', `{${unknown}${sound.slice(1)}`],
    ['one field 100,000 times', `{${'"seed":1,'.repeat(100_000)}${sound.slice(1)}`],
    ['a name of 1,000,000 characters', withRaw('x'.repeat(1_000_000), '1')],
  ];
}

function nested(): readonly (readonly [string, Content])[] {
  return [200, 10_000, 1_000_000].flatMap((depth) => [
    [`${depth} lists in each other`, '['.repeat(depth) + ']'.repeat(depth)] as const,
    [`${depth} lists without end`, '['.repeat(depth)] as const,
    [`${depth} lists as lanes`, withRaw('lanes', '['.repeat(depth) + ']'.repeat(depth))] as const,
    [`${depth / 4} objects in each other`, '{"a":'.repeat(depth / 4) + '}'.repeat(depth / 4)] as const,
  ]);
}

function tooMuch(): readonly (readonly [string, Content])[] {
  const many = (count: number, one: string): string => `[${Array(count).fill(one).join(',')}]`;
  return [
    ['1,000 lanes', withRaw('lanes', many(1000, '{"aqm":"red"}'))],
    ['65 lanes', withRaw('lanes', many(65, '{"aqm":"red"}'))],
    ['100,000 groups of flows', withRaw('flows', many(100_000, '{}'))],
    ['too many flows in three groups', withRaw('flows', many(3, '{"transport":"udp","count":10000}'))],
    ['1,001 changes', withRaw('interventions', many(1001, '{"at_s":1,"path":"seed","value":1}'))],
    ['a path of 1,000 steps', withRaw('interventions', `[{"at_s":1,"path":"${'a.'.repeat(1000)}a","value":1}]`)],
    ['5 MB of spaces', ' '.repeat(5 * MIB)],
    ['5 MB of a sound scene', JSON.stringify(SMALL_SCENE) + ' '.repeat(5 * MIB)],
    ['5 MB of text', withRaw('title', `"${'x'.repeat(5 * MIB)}"`)],
    ['4 MB of text', withRaw('title', `"${'x'.repeat(4 * MIB - 2000)}"`)],
  ];
}

function bytes(): readonly (readonly [string, Content])[] {
  const sound = new TextEncoder().encode(JSON.stringify(SMALL_SCENE));
  const utf16 = new Uint8Array(
    Uint16Array.from(`\uFEFF${JSON.stringify(SMALL_SCENE)}`, (it) => it.charCodeAt(0)).buffer,
  );
  const noise = (length: number): Uint8Array => Uint8Array.from({ length }, (_, at) => (at * 7919 + (at >> 3)) % 256);
  return [
    ['a zero', Uint8Array.of(0)],
    ['a scene with a zero in it', Uint8Array.from(sound, (byte, at) => (at === 20 ? 0 : byte))],
    ['a scene with a byte that is not UTF-8', Uint8Array.from(sound, (byte, at) => (at === 20 ? 0xff : byte))],
    ['a scene in UTF-16', utf16],
    ['a picture', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...noise(500))],
    ['an archive', Uint8Array.of(0x50, 0x4b, 3, 4, ...noise(500))],
    ['a packed file', Uint8Array.of(0x1f, 0x8b, 8, 0, ...noise(500))],
    ['a WebAssembly module', Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)],
    ['noise', noise(100_000)],
    ['a text cut within a character', Uint8Array.of(0x22, 0xc3)],
  ];
}

function bundlesAndLists(): readonly (readonly [string, Content])[] {
  const bundle = (changes: object): string =>
    JSON.stringify({
      chokepoint_bundle: 1,
      link: null,
      engine_version: '0.1.0',
      numbers: 1,
      seed: 7,
      scenario: SMALL_SCENE,
      lanes: [{ aqm: 'choked', result: {} }],
      results_hash: null,
      ...changes,
    });
  const list = (more: string): string => `{"chokepoint_playlist":1,"name":"x"${more}}`;
  return [
    ['a bundle of a newer version', bundle({ chokepoint_bundle: 2 })],
    ['a bundle without a version', bundle({ chokepoint_bundle: null })],
    ['a bundle without a scene', bundle({ scenario: undefined })],
    ['a bundle with a wrong scene', bundle({ scenario: { ...SMALL_SCENE, seed: -1 } })],
    ['a bundle without lanes', bundle({ lanes: undefined })],
    ['a bundle with an object for lanes', bundle({ lanes: { length: 1e9 } })],
    ['a bundle with a lane that is none', bundle({ lanes: [null] })],
    ['a bundle with a lane without a name', bundle({ lanes: [{ result: {} }] })],
    ['a bundle without a result', bundle({ lanes: [{ aqm: 'red', result: 7 }] })],
    ['a bundle of no engine', bundle({ engine_version: {} })],
    ['a bundle of no numbers', bundle({ numbers: 'one' })],
    ['a bundle without a seed', bundle({ seed: 0.5 })],
    ['a playlist of nothing', list('')],
    ['a playlist of no list', list(',"moments":{}')],
    ['a playlist of broken links', list(',"moments":[{"title":"<script>","link":"javascript:alert(1)"}]')],
    ['5 MB that only say to be a bundle', `{"chokepoint_bundle":1,"x":"${'x'.repeat(5 * MIB)}"}`],
  ];
}

/** The small scene with `raw` as the value at `path`. `raw` need not be valid JSON. */
function withRaw(path: string, raw: string): string {
  const steps = path.split('.');
  const mark = '\u{1F512}';
  const set = (value: unknown, [step = '', ...rest]: readonly string[]): unknown => {
    const inner = rest.length === 0 ? mark : set(Reflect.get(Object(value), step), rest);
    if (Array.isArray(value)) return value.map((item, at) => (String(at) === step ? inner : item));
    // Builds objects from entries instead of by assignment, so that a name like `__proto__` has no effect.
    const others = Object.entries(Object(value) as object).filter(([name]) => name !== step);
    return Object.fromEntries([...others, [step, inner]]);
  };
  return JSON.stringify(set(SMALL_SCENE, steps)).replace(`"${mark}"`, () => raw);
}
