// Writes docs/fidelity.md: the agreement of the engine with real ns-2 and ns-3, and with the papers. Everything in it is
// measured when this runs; the reasons are written by hand in crates/core/engine/tests/reference/reasons.json. A part alone:
// node scripts/fidelity/references.mjs, node scripts/fidelity/documents.mjs

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isEntryPoint, main, root } from './commands.mjs';
import { documentSections } from './fidelity/documents.mjs';
import { linuxSection } from './fidelity/linux.mjs';
import { referenceSection } from './fidelity/references.mjs';

const document = join(root, 'docs', 'fidelity.md');

export async function writeFidelity() {
  const references = await referenceSection();
  const { short, papers } = await documentSections();
  writeFileSync(
    document,
    `# How true is it?

Written by \`npm run fidelity\`; do not edit. The reasons stand in \`crates/core/engine/tests/reference/reasons.json\`.

${references}
${linuxSection()}
${short}

${papers}
`,
  );
}

if (isEntryPoint(import.meta.url)) main(writeFidelity);
