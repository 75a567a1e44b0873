// `npm run bless`: writes the generated files and the help of the command line. It replaces the golden files by the
// current results of the engine, and adds the links of new cases to crates/core/engine/tests/links. Read the difference
// before committing it.
//
// npm run bless of all presets npm run bless -- character-red of presets whose names contain this text

import { main, npm, run } from './commands.mjs';

const written = [
  '--',
  'crates/apps/cli/tests/until',
  'crates/core/engine/tests/golden',
  'crates/core/engine/tests/links',
  'crates/formats/plot/tests/golden',
  'docs/reference',
  'presets/archive.ndjson',
  'presets/schema',
  'web/src/core/border',
];

main(async () => {
  await npm(['run', '--silent', 'generate']);
  process.env.CHOKEPOINT_BLESS = process.argv[2] ?? '';
  await run('cargo', [
    'test',
    '--locked',
    '--workspace',
    '--test',
    'main',
    '--',
    'golden::',
    'links::every_link',
    'shell::the_help',
  ]);
  await run('git', ['--no-pager', 'diff', '--stat', ...written]);
  // `git diff` omits the files of a new preset; `git status` lists them.
  await run('git', ['status', '--short', ...written]);
});
