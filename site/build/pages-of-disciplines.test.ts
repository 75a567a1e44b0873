import { join } from 'node:path';
import { expect, it } from 'vitest';
import { heldAgainst, readCatalog, readResults, readScenes, readStarts, sourceOf } from './catalog.ts';
import { disciplinePage } from './discipline-page.ts';
import { plain } from './markdown.ts';
import { filled } from './scenes.ts';
import { partsOf } from './search-index.ts';
import { explainer } from './terms.ts';

const root = join(import.meta.dirname, '..', '..');
const sources = {
  ...{ root, catalog: readCatalog(root), scenes: readScenes(root) },
  ...{ results: readResults(root), starts: readStarts(root) },
};

it('makes a page for every discipline, with its whole declaration', () => {
  for (const about of sources.catalog.disciplines) {
    const page = disciplinePage(about, sources);
    expect(page.startsWith(`# ${plain(about.name)}\n`)).toBe(true);
    for (const { id } of about.params) expect(page).toContain(`<code>${id}</code>`);
    for (const { id } of about.param_sets) expect(page).toContain(`<code>${id}</code>`);
    for (const id of about.reasons) expect(page).toContain(`<code>${id}</code>`);
    expect(page).toContain('<Scene preset="');
    // The page contains no text that Vue would evaluate as an expression.
    expect(page).not.toContain('{{');
  }
});

it('draws the flow chart of a rule, and shows its script with the parameters for equal decisions', () => {
  const page = (id: string): string => {
    const about = sources.catalog.disciplines.find((one) => one.id === id);
    return about === undefined ? '' : disciplinePage(about, sources);
  };
  expect(page('choked')).toContain('aria-label="Flow chart of CHOKeD"');
  expect(page('choked')).toContain('<code>choked_miss = admit</code>');
  expect(page('red')).toContain('with the parameters at their defaults');
  expect(page('codel')).not.toContain('Flow chart');
  expect(page('pie')).not.toContain('## As a script');
});

it('explains a term at its first use on a page', () => {
  const explained = explainer();
  expect(explained('Draws in the queue')).toMatch(
    /^\[Draws\]\(\/reference\/glossary#draw ".+"\)\{\.term\} in the \[queue\]/,
  );
  expect(explained('a queue')).toBe('a queue');
});

it('finds the source, the family and the comparisons of a discipline', () => {
  expect(sourceOf(root, 'red').path).toBe('crates/core/engine/src/discipline/random_early/red/mod.rs');
  expect(sourceOf(root, 'fq-codel').family.id).toBe('fair');
  expect(() => sourceOf(root, 'nonsense')).toThrow('nonsense');
  expect(heldAgainst(root, 'red').simulators).toContain('ns-2 itself');
  expect(heldAgainst(root, 'choke-apf').simulators).toBe('');
  expect(heldAgainst(root, 'drop-tail').kernel?.hold).toMatch(/^\d+\.\d %$/);
  expect(readResults(root).get('choked-model1')).toMatch(/^\/fidelity\/choked-thesis#.*-choked-model1$/);
});

it('completes a scene, and fails the build if the preset does not exist', () => {
  const text = filled('<Scene preset="first-choke" at="6" />', sources.scenes, 'page.md');
  expect(text).toContain('title="CHOKe against one greedy flow"');
  expect(filled('`<Scene preset="…">`', sources.scenes, 'page.md')).toBe('`<Scene preset="…">`');
  expect(() => filled('<Scene preset="nonsense" />', sources.scenes, 'page.md')).toThrow(
    'page.md: there is no preset nonsense',
  );
});

it('cuts a page into parts for the search', () => {
  const html =
    '<main id="content"><h1 id="a">A &amp; b<a class="header-anchor" href="#a">x</a></h1><p>One <b>two</b></p><h2 id="c">C</h2><p>3</p></main>';
  expect(partsOf({ path: 'a.html', html })).toEqual([
    { href: 'a.html', title: 'A & b', page: 'A & b', text: 'One two' },
    { href: 'a.html#c', title: 'C', page: 'A & b', text: '3' },
  ]);
});
