/**
 * The public parameters in the address of the page, checked without a scene:
 * `?preset=choked-model1&aqm=choke,choked&set=max_th:60&at=12.5`. They are a public interface. A test compares
 * docs/public-parameters.md with this table. Wrong parameters are reported, and the others are applied. Pure.
 */

import { mistyped, nearest } from '../../base/nearest';
import { PALETTE, type ThemeName } from '../../base/palette';
import { PARTS_OF_PAGE, type PartOfPage } from '../page/parts-of-page';
import { workspaceIds, workspaceNamed } from '../page/workspaces';
import { PACES } from '../run/playback';
import type { SettingProblem } from '../scene/scene-store';

interface About {
  readonly form: string;
  readonly meaning: string;
  readonly example: string;
  /**
   * What the parameter is about: the scene, the time (`moment`) or the view. A parameter about the view stays in the
   * query. The link to the scene replaces the others.
   */
  readonly of: 'scene' | 'moment' | 'view';
}

export const PARAMETERS = {
  preset: {
    form: 'id of a preset',
    meaning: 'the scene to start from; without it, the first scene. A scene after `#` takes precedence',
    example: 'choked-model1',
    of: 'scene',
  },
  aqm: {
    form: 'ids of disciplines, one to four',
    meaning:
      'one lane for each, in this order; a discipline that a lane of the scene already runs keeps that lane’s parameters',
    example: 'choke,choked',
    of: 'scene',
  },
  set: {
    form: '`name:value`, separated by commas',
    meaning:
      'settings at the start: the name of a parameter, for every lane that has it, or the path of a setting of the scene',
    example: 'flows.0.rate_bps:3e6,max_th:60',
    of: 'scene',
  },
  seed: { form: 'a whole number from 0', meaning: 'the seed of all random numbers', example: '7', of: 'scene' },
  at: {
    form: 'seconds of simulated time',
    meaning: 'the time at which the scene opens, paused unless `play=1`',
    example: '12.5',
    of: 'moment',
  },
  play: {
    form: '`1` or `0`',
    meaning: 'whether the run plays after opening; without this parameter, the run plays if there is no `at`',
    example: '0',
    of: 'moment',
  },
  pace: {
    form: 'a speed as the page names it, without spaces and with x for ×',
    meaning: 'how fast the run plays',
    example: '1/20x',
    of: 'scene',
  },
  lane: {
    form: 'id of a discipline; if several lanes run it, `id:2`, `id:3` for the later ones',
    meaning: 'the lane that is shown alone; the number keys show the other lanes',
    example: 'choked',
    of: 'scene',
  },
  interval: {
    form: 'two times in seconds with `..` between them',
    meaning: 'the part of the run that plots and statistics cover',
    example: '10..20',
    of: 'scene',
  },
  workspace: {
    form: '`watch`, `lab` or another workspace, listed below',
    meaning: 'what fills the page; without it, `watch`',
    example: 'lab',
    of: 'scene',
  },
  below: {
    form: 'as for `workspace`, or `plots` for `lab`',
    meaning: 'the earlier name of `workspace`, which takes precedence',
    example: 'paper',
    of: 'scene',
  },
  hide: {
    form: 'parts of the page, listed below',
    meaning: 'parts to hide, so that other parts can use their space',
    example: 'controls,events',
    of: 'view',
  },
  theme: {
    form: '`dark`, `light` or `projector`',
    meaning: 'the colour theme, unless the viewer chooses another',
    example: 'projector',
    of: 'view',
  },
  lang: { form: '`en`', meaning: 'the language of the page, so far only English', example: 'en', of: 'view' },
} as const satisfies Readonly<Record<string, About>>;

export type Parameter = keyof typeof PARAMETERS;

/** A parameter for tools that measure the page. It is not a part of the public interface. */
const OF_TOOLS = ['measure'];
const WORDS = Object.keys(PARAMETERS) as readonly Parameter[];
const PARTS = Object.keys(PARTS_OF_PAGE) as readonly PartOfPage[];
const THEMES = Object.keys(PALETTE) as readonly ThemeName[];
/** Queries and lists that are longer than this are not parsed. */
const LONGEST = 8000;
const MOST_ITEMS = 32;

export interface AskedSetting {
  readonly name: string;
  readonly value: string;
}

/** Values of the parameters. If a parameter is missing or wrong, its value is undefined or empty. */
export interface Asked {
  readonly preset: string | undefined;
  readonly aqm: readonly string[];
  readonly set: readonly AskedSetting[];
  readonly seed: number | undefined;
  readonly at_s: number | undefined;
  readonly play: boolean | undefined;
  /** Index in `PACES`. */
  readonly pace: number | undefined;
  readonly lane: string | undefined;
  readonly interval: readonly [from_s: number, until_s: number] | undefined;
  readonly workspace: string | undefined;
  readonly hide: readonly PartOfPage[];
  readonly theme: ThemeName | undefined;
}

interface ReadParameters {
  readonly asked: Asked;
  readonly problems: readonly SettingProblem[];
  /**
   * The part of the query that stays in the address, with its `?`: parameters about the page and not about the scene.
   * May be empty.
   */
  readonly kept: string;
  /** True if at least one parameter changes the scene. */
  readonly isAboutScene: boolean;
}

/** Reads the parameters of a query. `tabs` has the ids of the features' tabs. */
export function readParameters(search: string, tabs: readonly string[]): ReadParameters {
  const problems: SettingProblem[] = [];
  const report = (path: string, problem: string): void => {
    problems.push({ path: shortened(path), problem });
  };
  if (search.length > LONGEST) report('?', `has ${search.length} characters; only the first ${LONGEST} are read`);
  const given = new Map<string, string>();
  const kept = new URLSearchParams();
  for (const [name, value] of new URLSearchParams(search.slice(0, LONGEST))) {
    if (OF_TOOLS.includes(name)) kept.set(name, value);
    else if (!isParameter(name))
      report(name, `is not a parameter of this page; the nearest is ${nearest(name, WORDS)}`);
    else if (given.has(name))
      report(name, `is given more than once; the first value is used: ${shortened(given.get(name) ?? '')}`);
    else given.set(name, value);
  }

  /** Value of a valid parameter. If the parameter is not valid, the notice lists `allowed`. */
  const read = <T>(name: Parameter, from: (text: string) => T | undefined, allowed: string): T | undefined => {
    const text = given.get(name);
    if (text === undefined) return undefined;
    const value = from(text);
    if (value === undefined) report(name, `cannot be ${quoted(text)}: ${allowed}`);
    return value;
  };
  const word = <T extends string>(name: Parameter, known: readonly T[]): T | undefined =>
    read(name, (text) => known.find((it) => it === text), nearestOf(given.get(name), known));
  const items = (name: Parameter): readonly string[] => {
    const all = (given.get(name) ?? '').split(',').filter((item) => item !== '');
    if (given.has(name) && all.length === 0) report(name, `is empty: ${PARAMETERS[name].form}`);
    if (all.length > MOST_ITEMS) report(name, `has ${all.length} items; the first ${MOST_ITEMS} are read`);
    return all.slice(0, MOST_ITEMS);
  };

  const workspace = (name: 'workspace' | 'below'): string | undefined =>
    read(name, (text) => workspaceNamed(text, tabs), nearestOf(given.get(name), workspaceIds(tabs)));

  const hide = items('hide').filter((part): part is PartOfPage => {
    const isKnown = Object.hasOwn(PARTS_OF_PAGE, part);
    if (!isKnown) report('hide', `cannot be ${quoted(part)}: ${nearestOf(part, PARTS)}`);
    return isKnown;
  });
  const set = items('set').flatMap((item): readonly AskedSetting[] => {
    const colon = item.indexOf(':');
    if (colon > 0 && colon < item.length - 1) return [{ name: item.slice(0, colon), value: item.slice(colon + 1) }];
    report('set', `cannot be ${quoted(item)}: a setting is written name:value`);
    return [];
  });
  const theme = word('theme', THEMES);
  const lang = read(
    'lang',
    (text) => (text === 'en' ? text : undefined),
    'only en, since the page is so far in English only',
  );
  if (hide.length > 0) kept.set('hide', [...new Set(hide)].join(','));
  if (theme !== undefined) kept.set('theme', theme);
  if (lang !== undefined) kept.set('lang', lang);
  const asked: Asked = {
    preset: given.get('preset'),
    aqm: items('aqm'),
    set,
    seed: read('seed', (text) => numberIn(text, isSeed), 'a whole number from 0 to 2^53 - 1'),
    at_s: read('at', (text) => numberIn(text, (value) => value >= 0), 'seconds of simulated time, 0 or more'),
    play: read('play', (text) => ({ 1: true, 0: false })[text], '1 or 0'),
    pace: read('pace', paceNamed, `one of ${PACES.map(({ name }) => paceWord(name)).join(', ')}`),
    lane: given.get('lane'),
    interval: read('interval', intervalIn, 'two times in seconds, 0 or more, the earlier one first, such as 10..20'),
    workspace: workspace('workspace') ?? workspace('below'),
    hide: [...new Set(hide)],
    theme,
  };
  const query = kept.toString().replaceAll('%2C', ',');
  return {
    asked,
    problems,
    kept: query === '' ? '' : `?${query}`,
    isAboutScene: [...given.keys()].some((name) => isParameter(name) && PARAMETERS[name].of !== 'view'),
  };
}

/** Word for a speed in an address. */
export function paceWord(name: string): string {
  return name.replaceAll(' ', '').replace('×', 'x');
}

/** Text from the user, shortened and in quotes. */
export function quoted(text: string): string {
  return `“${shortened(text)}”`;
}

/** Names the known word that was probably meant, and lists all words if they are few. */
export function nearestOf(text: string | undefined, known: readonly string[]): string {
  const all = `it is one of ${known.join(', ')}`;
  const near = known.length > MOST_NAMED ? nearest(text ?? '', known) : mistyped(text ?? '', known);
  if (near === undefined) return known.length === 0 ? 'none exists' : all;
  return `the nearest is ${near}${known.length > MOST_NAMED ? '' : `; ${all}`}`;
}

const MOST_NAMED = 14;
const MOST_QUOTED = 60;

function shortened(text: string): string {
  return text.length > MOST_QUOTED ? `${text.slice(0, MOST_QUOTED)}…` : text;
}

function isParameter(name: string): name is Parameter {
  return Object.hasOwn(PARAMETERS, name);
}

/** A number as people and programs write it: `3e6`, `.5`, and `3e+6`, in which a query turns the plus into a space. */
export function numberIn(text: string, isRight: (value: number) => boolean = () => true): number | undefined {
  const value = /^[-+ ]?(\d+\.?\d*|\.\d+)(e[-+ ]?\d+)?$/i.test(text) ? Number(text.replaceAll(' ', '+')) : Number.NaN;
  return Number.isFinite(value) && isRight(value) ? value : undefined;
}

function intervalIn(text: string): readonly [from_s: number, until_s: number] | undefined {
  const [from_s, until_s, ...rest] = text.split('..').map((end) => numberIn(end, (value) => value >= 0));
  const isInterval = from_s !== undefined && until_s !== undefined && rest.length === 0 && from_s < until_s;
  return isInterval ? [from_s, until_s] : undefined;
}

function isSeed(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

function paceNamed(text: string): number | undefined {
  const word = paceWord(text);
  const place = PACES.findIndex(({ name }) => [word, `${word}x`].includes(paceWord(name)));
  return place < 0 ? undefined : place;
}
