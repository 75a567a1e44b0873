/** Makes a discipline's page as Markdown, from its declaration. Reads the repository, and has no other effect. */

import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Catalog, DisciplineAbout, QuantityAbout, SettingSpec } from '../../web/src/core/border/catalog.ts';
import type { SettingValue } from '../../web/src/core/border/scenario.ts';
import type { ScriptStart } from '../../web/src/core/border/script.ts';
import { Chart } from '../../web/src/core/explain/Chart.tsx';
import { wayThrough } from '../../web/src/core/explain/chart-model.ts';
import { Formula } from '../../web/src/core/explain/Formula.tsx';
import { conditionWords, cutLine } from '../../web/src/core/run/pseudo-code.ts';
import { CONFIDENCES, MEMORIES } from '../../web/src/features/catalogue/catalogue-rows.ts';
import { costOf, MEASUREMENT } from '../../web/src/features/catalogue/costs.ts';
import { sameDecisions } from '../../web/src/features/catalogue/same-decisions.ts';
import { heldAgainst, type Scene, sourceOf } from './catalog.ts';
import { placeOf } from './links.ts';
import { code, html, onPhone, plain, sentence, table } from './markdown.ts';
import { explainer } from './terms.ts';

/**
 * The ids of the lab's own scenes, one for each discipline, begin with this prefix. All other scenes belong to
 * documents.
 */
const CHARACTER = 'character-';

export interface Sources {
  readonly root: string;
  readonly catalog: Catalog;
  readonly scenes: readonly Scene[];
  /** The result of `readResults` in catalog.ts. */
  readonly results: ReadonlyMap<string, string>;
  /** Example scripts. */
  readonly starts: readonly ScriptStart[];
}

type Explained = ReturnType<typeof explainer>;

export function disciplinePage(about: DisciplineAbout, { root, catalog, scenes, results, starts }: Sources): string {
  const { path, family } = sourceOf(root, about.id);
  const explained = explainer();
  const own = scenes.find(({ id }) => id === `${CHARACTER}${about.id}`) ?? scenes.find((one) => runs(one, about.id));
  return [
    `# ${plain(about.name)}`,
    `${explained(about.idea)} {.lead}`,
    facts(about, family.title),
    own === undefined ? '' : `<Scene preset="${own.id}" aqm="${about.id}" at="${Math.round(own.duration_s / 2)}" />`,
    rule(about),
    asScript(about, starts),
    part('Parameters', parameters(about.params, explained), sets(about)),
    part('Computed quantities', quantities([...about.gauges, ...onlyIn(about.quantities, about.gauges)], explained)),
    ...about.state.map((view) =>
      view.kind === 'table'
        ? part(view.title, explained(sentence(view.meaning)), quantities(view.columns, explained))
        : '',
    ),
    part('Reasons for drops and marks', reasons(about, catalog, explained)),
    part('Confidence', explained(about.confidence_note), gaps(about, explained)),
    part('References', held(root, about)),
    part('Scenes', scenesOf(about, scenes, results)),
    part('Source', source(about, path)),
  ]
    .filter((text) => text !== '')
    .join('\n\n');
}

export function runs(scene: Scene, aqm: string): boolean {
  return scene.disciplines.includes(aqm);
}

/** A heading followed by its texts; empty if there are no texts. */
function part(title: string, ...texts: readonly string[]): string {
  const there = texts.filter((text) => text !== '');
  return there.length === 0 ? '' : [`## ${plain(title)}`, ...there].join('\n\n');
}

function facts(about: DisciplineAbout, family: string): string {
  const memory = MEMORIES.find(({ id }) => id === about.memory);
  const known = CONFIDENCES.find(({ id }) => id === about.confidence);
  const cost = costOf(about.id);
  const rows: readonly (readonly [string, string])[] = [
    ['Family', `<a href="./#${placeOf(family)}">${html(family)}</a>`],
    ['Year', String(about.year)],
    ['Memory', html(`${about.memory}: ${memory?.meaning ?? ''}`)],
    ['Source', html(`${known?.name ?? about.confidence}: ${known?.meaning ?? ''}`)],
    ['Name in files', code(about.id)],
    ...(cost === undefined
      ? []
      : ([
          [
            'Cost per packet',
            html(
              `${number(cost.ns)} ns; ${number(cost.comparisons)} comparisons with waiting packets on average (${MEASUREMENT.flows} flows)`,
            ),
          ],
        ] as const)),
  ];
  return `<dl class="facts">${rows.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join('')}</dl>`;
}

function rule(about: DisciplineAbout): string {
  const symbols = (text: string): string =>
    cutLine(text, about.quantities)
      .map((one) => (one.kind === 'text' ? html(one.text) : `<var>${html(one.quantity.symbol)}</var>`))
      .join('');
  const line = (indent: number, text: string): string => `<li style="--indent:${indent}">${text}</li>`;
  const short = [
    `<ol class="rule">${about.rule.lines.map(({ indent, text }) => line(indent, printed(text, about))).join('')}</ol>`,
    `<p class="origin">${html(sentence(about.rule.source))}</p>`,
  ].join('\n\n');
  const long = about.code.map((one) => {
    const condition = one.only_if.length > 0 ? ` <small>if ${html(conditionWords(one))}</small>` : '';
    const others = one.or.map(
      (wording) => ` <small>or, if ${html(conditionWords(wording))}, “${symbols(wording.text)}”</small>`,
    );
    return line(one.indent, symbols(one.text) + condition + others.join(''));
  });
  return part(
    'Rule',
    short,
    flowChart(about),
    `<details class="listing"><summary>The listing, as the lab traces it (${long.length} lines)</summary><ol class="rule">${long.join('')}</ol></details>`,
  );
}

/** The text with its symbols typeset as in print. */
function printed(text: string, about: DisciplineAbout): string {
  return renderToStaticMarkup(createElement(Formula, { text, about }));
}

/** The rule's flow chart, drawn as in its document. */
function flowChart(about: DisciplineAbout): string {
  const { chart } = about.rule;
  if (chart === undefined || chart === null) return '';
  const drawn = renderToStaticMarkup(
    createElement(Chart, { rows: wayThrough(chart, undefined, true), about, ink: 'text' }),
  );
  return [drawn, `<p class="origin">${html(sentence(chart.source))}</p>`].join('\n\n');
}

function asScript(about: DisciplineAbout, starts: readonly ScriptStart[]): string {
  const start = starts.find(({ twin }) => twin === about.id);
  if (start === undefined) return '';
  return part(
    'As a script',
    `${plain(sameDecisions(start).replace(/\w+ = \w+/g, '`$&`'))} *View as script* in the lab’s catalogue opens it in the editor. [How to write a script](/scripts) explains the language.`,
    '<details class="listing"><summary>The script</summary>',
    `\`\`\`rhai\n${start.text.trimEnd()}\n\`\`\``,
    '</details>',
  );
}

function parameters(specs: readonly SettingSpec[], explained: Explained): string {
  const rows = specs.map((spec) => [
    named(spec),
    allowed(spec),
    onPhone('default') + shown(spec, spec.default),
    explained(sentence(spec.meaning)),
  ]);
  return table(['parameter', 'allowed', 'default', 'meaning'], rows);
}

function named({ id, name, symbol, is_advanced }: SettingSpec): string {
  const sign = symbol !== '' && symbol !== name && symbol !== id ? ` <var>${html(symbol)}</var>` : '';
  return `${plain(name)}${sign}<br>${code(id)}${is_advanced ? ' <small>advanced</small>' : ''}`;
}

function allowed({ kind, unit }: SettingSpec): string {
  switch (kind.kind) {
    case 'integer':
    case 'real':
      return `${number(kind.min)} to ${number(kind.max)}${unit === '' || unit === '1' ? '' : ` ${plain(unit)}`}`;
    case 'switch':
      return 'on or off';
    case 'choice':
      return kind.choices.map(({ id, meaning }) => `${code(id)} ${plain(meaning)}`).join('<br>');
  }
}

function shown({ kind, unit }: SettingSpec, value: SettingValue): string {
  if (kind.kind === 'switch') return value === true ? 'on' : 'off';
  if (typeof value !== 'number') return code(String(value));
  return `${number(value)}${unit === '' || unit === '1' ? '' : ` ${plain(unit)}`}`;
}

/** A number as in scene files, without a unit prefix. */
function number(value: number): string {
  return String(Number(value.toPrecision(10)));
}

function sets(about: DisciplineAbout): string {
  return about.param_sets
    .map(({ id, name, origin, values }) => {
      const list = Object.entries(values).map(([param, value]) => code(`${param} = ${String(value)}`));
      return [`### ${plain(name)}`, `${code(id)} · ${sentence(plain(origin))}`, list.join(' · ')].join('\n\n');
    })
    .join('\n\n');
}

function onlyIn(some: readonly QuantityAbout[], others: readonly QuantityAbout[]): readonly QuantityAbout[] {
  return some.filter(({ id }) => !others.some((other) => other.id === id));
}

function quantities(list: readonly QuantityAbout[], explained: Explained): string {
  return table(
    ['symbol', 'unit', 'meaning'],
    list.map(({ symbol, unit, meaning }) => [`<var>${html(symbol)}</var>`, plain(unit), explained(sentence(meaning))]),
  );
}

function reasons(about: DisciplineAbout, catalog: Catalog, explained: Explained): string {
  const own = catalog.reasons.filter(({ id }) => about.reasons.includes(id));
  return table(
    ['reason', 'in files', 'meaning'],
    own.map(({ id, name, meaning }) => [plain(name), code(id), explained(sentence(meaning))]),
  );
}

function gaps(about: DisciplineAbout, explained: Explained): string {
  if (about.decisions.length === 0) return '';
  return ['Gaps in the sources and our choices:', about.decisions.map((one) => `- ${explained(one)}`).join('\n')].join(
    '\n\n',
  );
}

function held(root: string, about: DisciplineAbout): string {
  const { simulators, formulas, kernel } = heldAgainst(root, about.id);
  const every =
    'The engine’s tests check every discipline against common laws, and against the worked examples in its own file.';
  const lines = [
    ...(simulators === '' ? [] : [`- Other simulators: ${simulators}.`]),
    ...(kernel === undefined
      ? []
      : [
          `- [Linux’s kernel in virtual time](/fidelity#against-linuxs-kernel-in-virtual-time): ${kernel.hold} of ${kernel.pairs} pairs hold.`,
        ]),
    ...(formulas === '' ? [] : [`- Formulas and bounds, in the engine’s tests: ${formulas}.`]),
  ];
  return [
    lines.length === 0 ? 'Compared with no other program, formula or published bound.' : lines.join('\n'),
    `${every} [How true is it?](/fidelity) lists the comparisons.`,
  ].join('\n\n');
}

function scenesOf(about: DisciplineAbout, scenes: readonly Scene[], results: ReadonlyMap<string, string>): string {
  const resultsOf = (id: string): string => (results.has(id) ? ` ([results](${results.get(id)}))` : '');
  const documents = new Map<string, Scene[]>();
  for (const scene of scenes.filter((one) => runs(one, about.id) || one.id === `${CHARACTER}${about.id}`)) {
    const isOwn = scene.id.startsWith(CHARACTER);
    if (isOwn && scene.id !== `${CHARACTER}${about.id}`) continue;
    const title = isOwn ? 'Character scene' : scene.document.title;
    documents.set(title, [...(documents.get(title) ?? []), scene]);
  }
  return [...documents]
    .map(([title, members]) =>
      [
        `### ${plain(title)}`,
        members
          .map(
            ({ id, title: name, document }) =>
              `- ${labLink(`preset=${id}&workspace=lab`, name)}, ${plain(document.place)}${resultsOf(id)}`,
          )
          .join('\n'),
      ].join('\n\n'),
    )
    .join('\n\n');
}

/** A link into the lab, which is beside the site. */
function labLink(query: string, text: string): string {
  return `<LabLink to="?${html(query)}">${html(text)}</LabLink>`;
}

function source(about: DisciplineAbout, path: string): string {
  return [
    `- ${sentence(plain(about.citation))}`,
    `- The code: [${plain(path.split('/').at(-1) ?? path)}](@/${path})`,
  ].join('\n');
}
