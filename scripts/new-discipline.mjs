// `npm run new:discipline my-scheme`: creates a queue discipline that runs (it drops with a fixed probability),
// registers it, and adds a preset that shows its character. The author then replaces the rule and the texts.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { main, root, run, UsageProblem } from './commands.mjs';

const folder = join(root, 'crates', 'core', 'engine', 'src', 'discipline');
const presets = join(root, 'presets');

main(async () => {
  const [, , id, ...more] = process.argv;
  if (id === undefined || more.length > 0 || !/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id)) {
    throw new UsageProblem('npm run new:discipline NAME: one name, in lower case with hyphens, such as my-scheme');
  }
  const names = { id, module: id.replaceAll('-', '_'), type: id.split('-').map(capitalised).join('') };
  const source = join(folder, `${names.module}.rs`);
  const preset = join(presets, `character-${id}.json`);
  for (const file of [source, preset]) if (existsSync(file)) throw new UsageProblem(`${file} exists already.`);

  writeFileSync(source, filledIn(readFileSync(join(root, 'scripts', 'discipline.rs.template'), 'utf8'), names));
  edit(join(folder, 'mod.rs'), (text) => withModule(text, names.module));
  edit(join(folder, 'registry.rs'), (text) => withRow(text, names));
  writeFileSync(preset, `${JSON.stringify(characterOf(names), null, 2)}\n`);
  await run('cargo', ['fmt', '--all']);
  console.log(`
It runs:  cargo run -q -p chokepoint-cli -- run character-${id}

Now, in this order (CONTRIBUTING.md says more):
  crates/core/engine/src/discipline/${names.module}.rs        the rule, its source, its words
  presets/character-${id}.json      title, lesson, and a claim that only it fulfils
  cargo test --lib ${names.module}         its worked examples
  npm run bless -- ${id}            accepts its first numbers and writes what is generated
  npm run dev                       see it; npm run bench measures what it costs`);
});

function capitalised(word) {
  return `${word[0].toUpperCase()}${word.slice(1)}`;
}

function filledIn(template, { id, module, type }) {
  return template.replaceAll('{{id}}', id).replaceAll('{{module}}', module).replaceAll('{{Type}}', type);
}

function edit(file, change) {
  writeFileSync(file, change(readFileSync(file, 'utf8')));
}

/** Adds the module to the list, which is in alphabetical order. */
function withModule(text, module) {
  const lines = text.split('\n');
  const nameOf = (line) => /^pub mod (\w+);$/.exec(line)?.[1];
  const place = lines.findIndex((line) => (nameOf(line) ?? '') > module);
  const after = lines.findLastIndex((line) => nameOf(line) !== undefined);
  lines.splice(place < 0 ? after + 1 : place, 0, `pub mod ${module};`);
  return lines.join('\n');
}

function withRow(text, { module, type }) {
  const begin = text.lastIndexOf('disciplines! {');
  const end = text.indexOf('\n}', begin);
  return `${text.slice(0, end)}\n    ${type} => super::${module}::${type},${text.slice(end)}`;
}

/** A small scene for the end of the list of character scenes. */
function characterOf({ id, type }) {
  const files = readdirSync(presets).filter((name) => name.endsWith('.json'));
  const all = files.map((name) => JSON.parse(readFileSync(join(presets, name), 'utf8')));
  const characters = all.filter(({ document }) => document.id === 'characters');
  const order = Math.max(...characters.map(({ order }) => order)) + 1;
  const { scenario, document } = characters.find((preset) => preset.scenario.id === 'character-red');
  const lanes = [{ aqm: id, params: {} }];
  return {
    $schema: './schema/preset.schema.json',
    order,
    document,
    lesson: `${type} drops every flow's packets alike.`,
    assumptions: [
      'This scene was made for this lab, not taken from a paper. It is small enough to watch packet by packet.',
    ],
    experiment: { lanes, seeds: 10 },
    claims: [
      {
        id: 'S1',
        text: 'The mean queue is below the buffer.',
        origin: 'ours',
        outlook: 'holds',
        check: { kind: 'bound', metric: 'queue_packets', lanes: [id], max: 60 },
      },
    ],
    scenario: {
      ...scenario,
      id: `character-${id}`,
      title: `${type}: the characteristic behaviour`,
      queue: { params: { limit: 60 } },
      lanes,
    },
  };
}
