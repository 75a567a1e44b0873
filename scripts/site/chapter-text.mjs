// Inserts the numbers into the text of the chapter. `{{ n.name }}` is a computed number, `{{ n.name.spread }}` the
// smallest and the largest run, `{{ n.name | words }}` a phrase that is true throughout the number's declared range,
// and `<Chart id="name" />` a drawn figure.

import { mean, shown, spread } from './chapter-format.mjs';

/** Default number of runs from which a number is computed. */
export const SEEDS = 3;

const BRACES = /\{\{\s*n\.(\w+)(\.spread)?(?:\s*\|\s*([^}]+?))?\s*\}\}/g;
const CHARTS = /<Chart\s+id="([^"]*)"/g;
/** Matches a question: the index of the right answer, and the text that follows. */
const QUESTIONS = /<Predict\s+:right="(\d+)">([\s\S]*?)<\/Predict>/g;
/** Matches words of comparison, such as “half” and “twice”, which state a number without a digit. */
const COMPARING =
  /\b(half|halves|halved|third|quarter|fifth|tenth|twice|doubles?|doubled|[a-z]+fold|[a-z]+ times (?:as|what|its)|nearly all|nearly nothing|most of|majority)\b/gi;

/** Replaces every placeholder in the text with its number. */
export function fill(text, { declared, numbers }) {
  return text.replace(BRACES, (_, name, isSpread, words) => {
    const number = declared.numbers[name];
    if (number === undefined) throw new Error(`There is no number “${name}”.`);
    if (words !== undefined) return words;
    return isSpread === undefined ? shown(mean(numbers[name]), number) : spread(numbers[name], number);
  });
}

/**
 * Problems of the chapter's text that are found without computing its numbers: undeclared or unused numbers and
 * figures, and digits that are not declared.
 */
export function* problemsOf(text, { numbers, figures, literals }) {
  const used = new Set();
  const use = (name) => {
    if (used.has(name) || numbers[name] === undefined) return;
    used.add(name);
    const { plus = [], times = [], over = [] } = numbers[name];
    for (const part of [...plus, ...times, ...over]) use(part);
  };
  for (const [, name, , words] of text.matchAll(BRACES)) {
    const number = numbers[name];
    use(name);
    if (number === undefined) yield `  {{ n.${name} }} is in the text, but not declared.`;
    else if (words !== undefined && number.min === undefined && number.max === undefined)
      yield `  “${words}” rests on ${name}, which declares no range.`;
  }
  for (const rest of text.replace(BRACES, '').matchAll(/\{\{.*?\}\}/g))
    yield `  ${rest[0]} is not a number of the chapter.`;
  for (const name of Object.keys(numbers)) if (!used.has(name)) yield `  ${name} is declared, but not in the text.`;

  const charts = [...text.matchAll(CHARTS)].map(([, id]) => id);
  for (const id of charts) if (figures[id] === undefined) yield `  <Chart id="${id}" /> is not declared.`;
  for (const id of Object.keys(figures))
    if (!charts.includes(id)) yield `  The figure ${id} is declared, but not in the text.`;

  for (const [, right, inside] of text.matchAll(QUESTIONS)) {
    const answers = inside.split('<details')[0].match(/^\d+\. .*(?:\n {3}.*)*/gm) ?? [];
    if (!/\{\{\s*n\./.test(answers[right - 1] ?? ''))
      yield `  Answer ${right} of “${inside.trim().split('\n')[0]}” rests on no number.`;
  }
  yield* bareNumbers(text, literals);
}

/** Digits and words of comparison that are neither computed nor listed under `literals` with their origin. */
function* bareNumbers(text, literals) {
  let rest = proseOf(text);
  for (const phrase of Object.keys(literals)) {
    if (!rest.includes(phrase)) yield `  The literal “${phrase}” is listed, but not in the text.`;
    rest = rest.replaceAll(phrase, ' ');
  }
  for (const line of rest.split('\n'))
    for (const found of [...line.matchAll(/\d[\d.,]*/g), ...line.matchAll(COMPARING)])
      yield `  “${found[0]}” is neither computed nor a listed literal: …${line.slice(Math.max(0, found.index - 30), found.index + 30)}…`;
}

/** The prose of a text, without tags, URLs, code and numbers in braces. */
function proseOf(text) {
  return text
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .replace(QUESTIONS, (question) => question.replace(/^\d+\. .*(?:\n {3}.*)*/gm, ''))
    .replace(/<script[\s\S]*?<\/script>|<style[\s\S]*?<\/style>|```[\s\S]*?```/g, '')
    .replace(BRACES, '')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/<[^>]*>/g, '')
    .replace(/^#{1,4} \d+\. |^\d+\. /gm, '')
    .replace(/^## Further reading[\s\S]*/m, '')
    .replace(/\bRFC \d+(?: to \d{4})?|\b(?:ns-2|L4S|DualPI2|ECT\(1\)|G\.114)|\b(?:19|20)\d\d\b/g, '')
    .replace(/\bsections?\s\d(?:\sto\s\d)?(?:\sand\s\d)?/g, '')
    .replace(/\s+/g, (space) => (space.includes('\n\n') ? '\n' : ' '));
}

/**
 * The list of sources at the end of the chapter: for each run its scene and a table of the numbers from it, as HTML
 * without blank lines.
 */
export function sourcesOf({ declared, numbers }) {
  const runs = Object.entries(declared.runs).map(([name, run]) => {
    const rows = Object.entries(declared.numbers)
      .filter(([, { of, metric }]) => of === name && metric !== undefined)
      .map(([id, number]) => {
        const { lane, metric, at } = number;
        const point = at === undefined ? '' : ` at ${run.over.path} = ${at}`;
        const cells = [
          `${lane}${point}`,
          `<code>${metric}</code>`,
          shown(mean(numbers[id]), number),
          spread(numbers[id], number),
        ];
        return `<tr>${[...cells, relied(number)].map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
      });
    if (rows.length === 0) return '';
    const changes = Object.entries(run.set ?? {}).filter(([, value]) => typeof value === 'number');
    const set = changes.map(([path, value]) => `${path}:${value}`).join(',');
    const link = `<LabLink to="?preset=${run.scene}${set === '' ? '' : `&amp;set=${set}`}&amp;workspace=lab">${run.scene}</LabLink>`;
    const facts = [link, ...changes.map(([path, value]) => `${path} = ${value}`), `${run.seeds ?? SEEDS} runs`].join(
      ', ',
    );
    const tuned = run.lanes
      .filter(({ params }) => params !== undefined)
      .map(settingsOf)
      .join('; ');
    const head = ['rule', 'metric', 'mean', 'runs', 'the text relies on']
      .map((cell) => `<th scope="col">${cell}</th>`)
      .join('');
    return `<p>${facts}${tuned === '' ? '' : `. ${tuned}`}</p><div class="chart__table" role="region" tabindex="0" aria-label="The numbers of ${name}"><table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
  });
  return `<details class="sources"><summary>Every computed number, with its scene and its runs</summary>${runs.join('')}</details>`;
}

/** The parameters that a declaration sets, listed after the lane's name. */
function settingsOf({ aqm, name = aqm, params }) {
  return `${name}: ${Object.entries(params)
    .map(([key, value]) => `${key} ${value}`)
    .join(', ')}`;
}

/** The declared range of a number, on which the text of the chapter relies, in words such as “at most 3”. */
export function relied(number) {
  const [min, max] = [number.min, number.max].map((end) =>
    end === undefined ? undefined : shown(end, { ...number, digits: 4 }),
  );
  if (min === undefined) return max === undefined ? '' : `at most ${max}`;
  return max === undefined ? `at least ${min}` : `${min} to ${max}`;
}
