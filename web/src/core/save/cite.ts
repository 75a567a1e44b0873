/** The citation of a run, with all facts that are needed to repeat the run and to compare its results. Pure. */

export interface RunToCite {
  readonly title: string;
  /** Id of the scene; may be empty. */
  readonly id: string;
  /** Link to the scene. Empty if the scene cannot be written as a link. */
  readonly link: string;
  readonly engine: string;
  readonly numbers: number;
  readonly seed: number;
  /** Names of the disciplines, in the order of the lanes. */
  readonly lanes: readonly string[];
  readonly duration_s: number;
  /** Hash of the results, `sha256:…`. Undefined until it is computed. */
  readonly hash: string | undefined;
  /** Date of the run in ISO 8601. Undefined if the citation has no date. */
  readonly date: string | undefined;
}

/** The document on which the run is based. */
interface DocumentToCite {
  readonly id: string;
  readonly title: string;
  readonly citation: string;
}

/** Longest part of a title that is used in the key of an entry [characters]. */
const MAX_TITLE_IN_KEY = 40;
/** Number of hexadecimal digits in the BibTeX key, from the hash of the results. */
const DIGITS_IN_KEY = 8;

const AUTHORS = 'The Chokepoint authors';

export function bibtexOf(run: RunToCite): string {
  const { link, date } = run;
  const year = date?.slice(0, 4);
  // The hash distinguishes two scenes with the same name or without a name.
  const name = run.id === '' ? run.title.slice(0, MAX_TITLE_IN_KEY) : run.id;
  const results = run.hash?.replace('sha256:', '').slice(0, DIGITS_IN_KEY);
  return entry(keyOf(['chokepoint', name, year, String(run.seed), results]), [
    // Double braces mark an author that is not a person, and keep the capitals of a title.
    ['author', `{${escaped(AUTHORS)}}`],
    ['title', `{${escaped(`Chokepoint: ${run.title}`)}}`],
    ['year', year],
    ['howpublished', link === '' ? undefined : `\\url{${link}}`],
    ['note', escaped(`${factsOf(run).join('; ')}${date === undefined ? '' : `; run on ${date}`}`)],
  ]);
}

/** BibTeX entry of the preset's document. The preset contains the citation only as plain text. */
export function bibtexOfDocument({ id, title, citation }: DocumentToCite): string {
  return entry(keyOf([id]), [
    ['title', `{${escaped(title)}}`],
    ['note', escaped(citation)],
  ]);
}

export function apaOf(run: RunToCite): string {
  const { date, link } = run;
  const retrieved = link === '' ? '' : date === undefined ? ` ${link}` : ` Retrieved ${inWords(date)}, from ${link}`;
  return (
    `${AUTHORS}. (${date?.slice(0, 4) ?? 'n.d.'}). Chokepoint: ${inOneLine(run.title)} ` +
    `(Version ${run.engine}) [Computer software; ${factsOf(run).slice(1).join('; ')}].${retrieved}`
  );
}

export function textOf(run: RunToCite): string {
  const date = run.date === undefined ? '' : `, run on ${run.date}`;
  const link = run.link === '' ? '' : `\n${run.link}`;
  return `Chokepoint, “${inOneLine(run.title)}”${date}: ${factsOf(run).join('; ')}.${link}`;
}

/** The facts that determine the results, and the hash of the results. */
function factsOf({ engine, numbers, seed, lanes, duration_s, hash }: RunToCite): readonly string[] {
  return [
    `engine ${engine}`,
    `numbers ${numbers}`,
    `seed ${seed}`,
    `${duration_s} s under ${lanes.join(', ')}`,
    ...(hash === undefined ? [] : [`results ${hash}`]),
  ];
}

function entry(key: string, fields: readonly (readonly [string, string | undefined])[]): string {
  const lines = fields.flatMap(([name, value]) => (value === undefined ? [] : [`  ${name} = {${value}},`]));
  return `@misc{${key},\n${lines.join('\n')}\n}`;
}

/** Key of a BibTeX entry, made of characters that BibTeX allows in a key. */
function keyOf(parts: readonly (string | undefined)[]): string {
  const words = parts.map((part) => part?.replaceAll(/[^A-Za-z0-9-]+/g, '-').replaceAll(/^-+|-+$/g, '') ?? '');
  return words.filter((word) => word !== '' && word !== '-').join('-');
}

const SPECIAL: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  // BibTeX counts a brace even after a backslash, so a command replaces it.
  '{': '\\textbraceleft{}',
  '}': '\\textbraceright{}',
};

function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** Text for TeX. Special characters are escaped, and line ends become spaces. */
function escaped(text: string): string {
  return inOneLine(text).replaceAll(/[\\~^{}&%$#_]/g, (character) => SPECIAL[character] ?? `\\${character}`);
}

function inWords(date: string): string {
  const day = new Date(`${date}T00:00:00Z`);
  if (Number.isNaN(day.getTime())) return date;
  return day.toLocaleDateString('en-US', { year: 'numeric', month: 'long', day: 'numeric', timeZone: 'UTC' });
}
