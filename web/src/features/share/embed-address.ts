/** The URL of an embed: its view as query parameters, its scene as the fragment. Pure. */

import { PALETTE, type ThemeName } from '../../base/palette';
import { PARTS_OF_PAGE } from '../../core/page/parts-of-page';

/** The parts that an embedded scene can show besides the queue. */
export const EMBED_PARTS = {
  header: 'name of the scene, and a link to the lab',
  plots: 'one plot over time, chosen by the author',
  explain: 'what the algorithm just did, in its pseudo-code',
  events: 'what happened, newest first',
  controls: 'the settings',
  transport: 'play, step and the timeline',
} as const;

export type EmbedPart = keyof typeof EMBED_PARTS;

const PARTS = Object.keys(EMBED_PARTS) as readonly EmbedPart[];
/** The default parts. The queue is always shown. */
const USUAL_PARTS: readonly EmbedPart[] = ['header', 'plots', 'transport'];
const STAGE = 'stage';
const THEMES = Object.keys(PALETTE) as readonly ThemeName[];

export interface EmbedOptions {
  readonly parts: readonly EmbedPart[];
  readonly plays: boolean;
  /** Theme of the embed. Undefined for the theme of the visitor's system. */
  readonly theme: ThemeName | undefined;
  /** Id of the plot that is shown first. If undefined, the embed chooses a plot that suits the scene. */
  readonly plot: string | undefined;
}

export const USUAL_OPTIONS: EmbedOptions = { parts: USUAL_PARTS, plays: false, theme: undefined, plot: undefined };

/** What is wrong with an input: the field, the value, and the allowed values. */
export interface Refused {
  readonly field: string;
  readonly value: string;
  readonly allowed: string;
}

/** The query parameters that this module reads. All others belong to the scene. */
export const EMBED_WORDS: readonly string[] = ['show', 'hide', 'play', 'theme', 'plot'];

export function readEmbedOptions(search: string): { readonly options: EmbedOptions; readonly problems: Refused[] } {
  const query = new URLSearchParams(search);
  const problems: Refused[] = [];
  const refuse = (field: string, value: string, allowed: readonly string[]): void => {
    problems.push({ field, value: shortened(value), allowed: allowed.join(', ') });
  };
  const partsIn = (field: 'show' | 'hide'): readonly string[] => {
    const words = (query.get(field) ?? '').split(',').filter((word) => word !== '');
    // The lab has parts that an embed does not have. `hide` also accepts these parts, so that a URL of the lab works as
    // a URL of an embed.
    const known = field === 'show' ? [STAGE, ...PARTS] : Object.keys({ ...EMBED_PARTS, ...PARTS_OF_PAGE });
    for (const word of words) if (!known.includes(word)) refuse(field, word, known);
    return words;
  };
  const shown = partsIn('show');
  const hidden = partsIn('hide');
  const parts = query.has('show') ? PARTS.filter((part) => shown.includes(part)) : USUAL_PARTS;
  const oneOf = <Word extends string>(field: string, words: readonly Word[]): Word | undefined => {
    const value = query.get(field);
    if (value === null) return undefined;
    const known = words.find((word) => word === value);
    if (known === undefined) refuse(field, value, words);
    return known;
  };
  return {
    options: {
      parts: parts.filter((part) => !hidden.includes(part)),
      plays: oneOf('play', ['0', '1']) === '1',
      theme: oneOf('theme', THEMES),
      plot: query.get('plot') ?? undefined,
    },
    problems,
  };
}

/** The query with the options that differ from their defaults. */
export function queryOf({ parts, plays, theme, plot }: EmbedOptions): string {
  const isUsual = parts.length === USUAL_PARTS.length && USUAL_PARTS.every((part) => parts.includes(part));
  const words = [
    ...(isUsual ? [] : [`show=${[STAGE, ...PARTS.filter((part) => parts.includes(part))].join(',')}`]),
    ...(plot === undefined ? [] : [`plot=${encodeURIComponent(plot)}`]),
    ...(theme === undefined ? [] : [`theme=${theme}`]),
    ...(plays ? ['play=1'] : []),
  ];
  return words.length === 0 ? '' : `?${words.join('&')}`;
}

/** The URL of an embed that shows the scene in a URL of the lab. Embed and lab are in the same folder. */
export function embedAddress(lab: string, options: EmbedOptions): string {
  const { hash } = new URL(lab);
  return `${new URL('embed.html', lab).href}${queryOf(options)}${hash}`;
}

/** A user's value, shortened for quoting. */
export function shortened(value: string): string {
  return value.length > MOST_QUOTED ? `${value.slice(0, MOST_QUOTED)}…` : value;
}

const MOST_QUOTED = 60;
