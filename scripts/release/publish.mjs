// The commands with which the workflow publishes the artefacts. This file publishes nothing: it prints the commands and
// compares them with the workflow.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask, Problem, root } from '../commands.mjs';
import { disagreements, facts, isPlaceholder } from './facts.mjs';

const WORKFLOW = '.github/workflows/release.yml';

/** The publishing commands, grouped by registry, with the method by which the workflow authenticates. */
function commands() {
  return [
    ['crates.io, by the token that rust-lang/crates-io-auth-action exchanges', 'node scripts/release.mjs --stage'],
    ['', 'cargo publish --workspace --no-verify --allow-dirty --locked --manifest-path release-work/stage/Cargo.toml'],
    [
      'npm, by trusted publishing',
      'for file in release/npm/*.tgz; do npm publish "$file" --access public --provenance; done',
    ],
    ['PyPI, by pypa/gh-action-pypi-publish', 'packages-dir: release/python'],
    [
      'GitHub',
      'gh release create "$GITHUB_REF_NAME" --verify-tag --title "$GITHUB_REF_NAME" --notes-file release/NOTES.md',
    ],
    ['', 'gh release upload "$GITHUB_REF_NAME" release/SHA256SUMS release/*.tar.gz release/*.json release/*/*'],
  ];
}

/** Commands missing from the workflow. */
export function* missingInWorkflow() {
  const workflow = readFileSync(join(root, WORKFLOW), 'utf8');
  for (const [, command] of commands())
    if (!workflow.includes(command)) yield `${WORKFLOW} does not contain: ${command}`;
}

/** Throws if this commit cannot become the release. `tag` is the commit's existing tag. */
export function checkReadiness({ tag } = {}) {
  const { version, date, repository, homepage } = facts();
  const problems = [...disagreements(), ...missingInWorkflow()];
  if (ask('git', ['status', '--porcelain']) !== '')
    problems.push('The tree is dirty: commit or remove what `git status` lists.');
  const expected = `v${version}`;
  if (tag === undefined && ask('git', ['rev-parse', '--verify', '--quiet', `refs/tags/${expected}`]) !== undefined)
    problems.push(
      `The tag ${expected} exists: raise the version in package.json, then \`node scripts/release.mjs --align\`.`,
    );
  if (tag !== undefined && tag !== expected) problems.push(`The tag is ${tag}, and the version ${version}.`);
  if (date === undefined)
    problems.push(`CHANGELOG.md says “${version}, unreleased”: write the day of the release in its place.`);
  for (const [name, address] of Object.entries({ repository, homepage }))
    if (isPlaceholder(address))
      problems.push(`The ${name} of package.json, ${address}, is a placeholder: set it, then \`--align\`.`);
  if (problems.length > 0)
    throw new Problem(`${version} cannot be released:\n${problems.map((it) => `  ✗ ${it}`).join('\n')}`);
}

export function printCommands() {
  const { version } = facts();
  console.log(`\nA tag begins the release; ${WORKFLOW} does the rest after an approval:\n`);
  console.log(`  git tag --annotate v${version} --message v${version} && git push origin v${version}\n`);
  for (const [who, command] of commands()) console.log(`${who === '' ? '' : `  # ${who}\n`}  ${command}`);
}
