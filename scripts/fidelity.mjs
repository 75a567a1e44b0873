// Writes docs/fidelity.md and docs/fidelity/: the agreement of the engine with ns-2, ns-3 and Linux, and with the
// papers. All numbers are measured in this run. The reasons for differences are written by hand in
// crates/core/engine/tests/reference/reasons.json. To write only one part: node scripts/fidelity/references.mjs, node
// scripts/fidelity/kernel.mjs, node scripts/fidelity/documents.mjs

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isEntryPoint, main, root } from './commands.mjs';
import { documentSection } from './fidelity/documents.mjs';
import { kernelSection } from './fidelity/kernel.mjs';
import { linuxSection } from './fidelity/linux.mjs';
import { referenceSection } from './fidelity/references.mjs';

const document = join(root, 'docs', 'fidelity.md');

export async function writeFidelity() {
  const references = await referenceSection();
  const kernel = await kernelSection();
  const papers = await documentSection();
  writeFileSync(
    document,
    `# How true is it?

<!-- Written by \`npm run fidelity\`; do not edit. -->

Comparisons of the engine with other simulators, with Linux and with the printed numbers of the documents. The reasons for differences are in \`crates/core/engine/tests/reference/reasons.json\`.

- Other simulators: [in short](#against-ns-2-and-ns-3-in-short), [ns-2](#against-ns-2), [ns-3](#against-ns-3), [disagreements and
  their causes](#disagreements-and-their-causes), [pairs that are not judged](#pairs-that-are-not-judged), [references of each
  discipline](#references-of-each-discipline), [scenes that the engine cannot express](#scenes-that-the-engine-cannot-express-yet)
- [Linux's kernel in virtual time](#against-linuxs-kernel-in-virtual-time), [real Linux](#against-real-linux)
- [The papers, in short](#the-papers-in-short), and a page for each document

${references}
${kernel}
${linuxSection()}
${papers}
`,
  );
}

if (isEntryPoint(import.meta.url)) main(writeFidelity);
