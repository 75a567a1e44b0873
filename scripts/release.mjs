// `npm run release`: makes every artefact of a release from the sources, installs each into an empty folder and uses it
// there.
//
//   npm run release -- --dry-run              makes and tries all artefacts in release/; publishes nothing
//   npm run release -- --dry-run npm python   only these
//   npm run release                           says whether this commit can be released, and with which commands; runs none
//   npm run release -- --align                writes version, date and addresses into every file that repeats them
//
// Options for the workflow that publishes: `--tagged v1.2.3` fails if the commit cannot be released under this tag,
// `--stage` copies the sources from which crates are published, `--sums` writes the checksums of release/ again.

import { mkdirSync, rmSync, statSync } from 'node:fs';
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { ask, main, Problem, root, UsageProblem } from './commands.mjs';
import { binary } from './release/binary.mjs';
import { crates } from './release/crates.mjs';
import { align, disagreements, facts, isPlaceholder } from './release/facts.mjs';
import { release, stage } from './release/folders.mjs';
import { image } from './release/image.mjs';
import { npm } from './release/npm.mjs';
import { papers, writeSums } from './release/papers.mjs';
import { checkReadiness, missingInWorkflow, printCommands } from './release/publish.mjs';
import { python } from './release/python.mjs';
import { site } from './release/site.mjs';
import { stageSources } from './release/stage.mjs';
import { setUp } from './set-up.mjs';

const STEPS = [crates, npm, python, binary, site, image, papers];

main(async () => {
  const { values, positionals } = asked();
  if (values.align) {
    const files = align();
    console.log(files.length === 0 ? 'Nothing differed.' : `Aligned: ${files.join(', ')}`);
  } else if (values.stage) {
    await stageSources();
    console.log(relative(root, stage));
  } else if (values.sums) {
    console.log(relative(root, writeSums()));
  } else if (values.tagged !== undefined) {
    checkReadiness({ tag: values.tagged });
  } else if (values['dry-run']) {
    await dryRun(positionals);
  } else {
    checkReadiness();
    printCommands();
  }
});

function asked() {
  const flag = { type: 'boolean', default: false };
  try {
    const { values, positionals } = parseArgs({
      options: { 'dry-run': flag, align: flag, stage: flag, sums: flag, tagged: { type: 'string' } },
      allowPositionals: true,
    });
    const unknown = positionals.find((name) => STEPS.every((step) => step.name !== name));
    if (unknown !== undefined)
      throw new Error(`There is no step ${unknown}; there are ${STEPS.map(({ name }) => name).join(', ')}.`);
    return { values, positionals };
  } catch (error) {
    throw new UsageProblem(error.message);
  }
}

async function dryRun(names) {
  const problems = [...disagreements(), ...missingInWorkflow()];
  if (problems.length > 0) throw new Problem(`Out of step:\n${problems.join('\n')}`);
  const { version, date, repository } = facts();
  console.log(`Chokepoint ${version}, ${date ?? 'unreleased'}: a dry run, which publishes nothing`);
  if (ask('git', ['status', '--porcelain']) !== '')
    console.log('  – the tree is dirty: the artefacts belong to no commit');
  if (isPlaceholder(repository)) console.log(`  – ${repository} is a placeholder`);
  await setUp({ forTests: false });
  const isChosen = ({ name }) => names.length === 0 || names.includes(name);
  // A run of all steps first removes the artefacts of earlier versions.
  if (names.length === 0) rmSync(release, { recursive: true, force: true });
  mkdirSync(release, { recursive: true });
  const begin = performance.now();
  const rows = [];
  for (const step of STEPS.filter(isChosen)) {
    console.log(`\n━━ ${step.name} ━━`);
    const begun = performance.now();
    const made = await attempt(step);
    const seconds = (performance.now() - begun) / 1000;
    for (const it of made) rows.push({ step: step.name, ...it });
    for (const it of made)
      console.log(`  ${it.skipped ? `skipped: ${it.skipped}` : `${nameOf(it)} (${sizeOf(it)}): ${it.use}`}`);
    console.log(`  ${seconds.toFixed(1)} s`);
  }
  compareExamples(rows);
  rows.push({ step: 'sums', file: writeSums(), use: 'of every file above' });
  printTable(rows);
  console.log(
    `\n${rows.filter(({ file }) => file).length} files in release/, ${((performance.now() - begin) / 1000).toFixed(0)} s`,
  );
}

async function attempt(step) {
  try {
    return await step.make();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new Problem(
      `The step ${step.name} failed: ${error.message}\nLook at: ${step.remedy}.\nAgain: npm run release -- --dry-run ${step.name}`,
    );
  }
}

/** Checks that the example gives the same numbers in every language. */
function compareExamples(rows) {
  const examples = rows.filter(({ isExample }) => isExample);
  const odd = examples.find(({ use }) => use !== examples[0].use);
  if (odd === undefined) return;
  const lines = examples.map((row) => `  ${nameOf(row)}: ${row.use}`);
  throw new Problem(
    `The example gives different numbers:\n${lines.join('\n')}\nLook at: docs/examples, and the file of the language that differs.`,
  );
}

function printTable(rows) {
  const cells = rows.map((row) =>
    row.file ? [row.step, nameOf(row), sizeOf(row), row.use] : [row.step, '–', '', `skipped: ${row.skipped}`],
  );
  const width = (column) => Math.max(...cells.map((row) => row[column].length));
  console.log('\n━━ artefacts, and how each was used ━━');
  for (const [step, name, size, use] of cells)
    console.log(`  ${step.padEnd(width(0))}  ${name.padEnd(width(1))}  ${size.padStart(width(2))}  ${use}`);
}

function nameOf({ file }) {
  return relative(release, file);
}

function sizeOf({ file }) {
  return `${(statSync(file).size / 1024).toFixed(0)} KiB`;
}
