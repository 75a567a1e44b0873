// Checks texts: words that docs/words.md excludes, the index of decisions, the dependency tables against the manifests,
// commit subjects, and the version, date and addresses that several files repeat.

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { main, Problem, root } from './commands.mjs';
import { disagreements } from './release/facts.mjs';

const WORDS = 'docs/words.md';
const DECISIONS = 'docs/decisions';
const DEPENDENCIES = 'docs/dependencies.md';
const INDEX = `${DECISIONS}/README.md`;
/** Texts in which any word is allowed: history, generated files, and texts by other authors. */
const NOT_OURS = [
  DECISIONS,
  WORDS,
  'CHANGELOG.md',
  'docs/fidelity',
  'package-lock.json',
  'presets/archive.ndjson',
  'LICENSE-APACHE',
];
/** Lines that quote an excluded word on purpose. */
const MEANT = [
  ['web/src/core/run/pseudo-code.test.ts', 'a set {x, y} of {nobody}'],
  ['crates/core/engine/src/scenario/change.rs', '["", "nobody"]'],
];

const MAX_SUBJECT = 72;
const SUBJECTS_SINCE = '2026-11-27T10:00:00Z';

main(() => {
  const problems = [
    ...forbiddenWords(),
    ...indexOfDecisions(),
    ...tablesOfDependencies(),
    ...disagreements(),
    ...subjects(),
  ];
  if (problems.length > 0) throw new Problem(problems.join('\n'));
});

/** Reports commit subjects that do not name an area and a behaviour. Commits before `SUBJECTS_SINCE` may have any. */
function* subjects() {
  const { status, stdout } = spawnSync('git', ['log', '--no-merges', `--since=${SUBJECTS_SINCE}`, '--format=%h %s'], {
    cwd: root,
    encoding: 'utf8',
  });
  // Sources unpacked without git have no history, so there are no subjects to check.
  if (status !== 0) return;
  for (const line of stdout.split('\n').filter((one) => one !== '')) {
    const [commit, ...words] = line.split(' ');
    const subject = words.join(' ');
    if (subject.length > MAX_SUBJECT)
      yield `${commit}: the subject has ${subject.length} characters, of which ${MAX_SUBJECT} are allowed: ${subject}`;
    if (!/^[a-z0-9][\w ./-]*: \S/.test(subject))
      yield `${commit}: the subject is not “area: what it does now”: ${subject}`;
  }
}

function* forbiddenWords() {
  const notUsed = read(WORDS)
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .flatMap((line) => [...(line.split('|').at(-2) ?? '').matchAll(/`([^`]+)`/g)].map(([, word]) => word));
  if (notUsed.length === 0) throw new Problem(`${WORDS} lists no excluded word.`);
  const pattern = new RegExp(`\\b(${notUsed.join('|')})\\b(?! apart)`, 'i');
  const files = filesWith(notUsed.join('|')).filter(
    (file) => !file.endsWith('.gen.ts') && !NOT_OURS.some((begin) => file.startsWith(begin)),
  );
  for (const file of files)
    for (const [place, line] of read(file).split('\n').entries()) {
      const found = pattern.exec(line);
      const isMeant = MEANT.some(([where, text]) => where === file && line.includes(text));
      if (found !== null && !isMeant && file !== 'scripts/check-texts.mjs')
        yield `${file}:${place + 1}: “${found[1]}” is a word that ${WORDS} replaces: ${line.trim().slice(0, 100)}`;
    }
}

/** Files of the repository that match. Sources unpacked without git yield none. */
function filesWith(expression) {
  const { status, stdout } = spawnSync('git', ['grep', '-lIiE', expression], { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.split('\n').filter((file) => file !== '') : [];
}

function* indexOfDecisions() {
  const index = read(INDEX);
  for (const file of readdirSync(join(root, DECISIONS)).filter((name) => /^\d/.test(name))) {
    const title = /^# (\d{4}: .+)/.exec(read(`${DECISIONS}/${file}`))?.[1];
    if (title === undefined || !file.startsWith(title.slice(0, 4)))
      yield `${DECISIONS}/${file} does not begin with “# ${file.slice(0, 4)}: ” and a title.`;
    else if (!index.includes(`- [${title}](${file})`)) yield `${INDEX} does not list “${title}” (${file}).`;
  }
  for (const [, file] of index.matchAll(/\]\((\d{4}[^)]*)\)/g))
    if (!readdirSync(join(root, DECISIONS)).includes(file)) yield `${INDEX} lists ${file}, which is not there.`;
}

function* tablesOfDependencies() {
  const [inThePage = '', atHand = '', crates = ''] = read(DEPENDENCIES)
    .split(/^## .*$/m)
    .slice(1);
  const named = (text) =>
    text.split('\n').flatMap((line) => (line.startsWith('| `') ? [...line.split('|')[1].matchAll(/`([^`]+)`/g)] : []));
  const { dependencies = {}, devDependencies = {} } = JSON.parse(read('package.json'));
  const workspace = /^\[workspace\.dependencies\]\n((?:.+\n)*)/m.exec(read('Cargo.toml'))?.[1] ?? '';
  const manifests = [
    ['package.json', inThePage + atHand, Object.keys({ ...dependencies, ...devDependencies })],
    ['Cargo.toml', crates, [...workspace.matchAll(/^([\w-]+) =/gm)].map(([, name]) => name)],
  ];
  for (const [manifest, text, all] of manifests) {
    const listed = named(text).map(([, name]) => name);
    const used = all.filter((name) => !name.startsWith('chokepoint-'));
    for (const name of used.filter((it) => !listed.includes(it)))
      yield `${DEPENDENCIES} does not say what ${name} of ${manifest} saves and costs.`;
    for (const name of listed.filter((it) => !used.includes(it)))
      yield `${DEPENDENCIES} lists ${name}; ${manifest} does not.`;
  }
}

function read(path) {
  return readFileSync(join(root, path), 'utf8');
}
