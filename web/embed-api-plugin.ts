/**
 * Builds `embed-api.js` and its types, for pages that show a scene in a frame. The result is one file with a fixed name
 * that shares no code with the lab, so it is built separately. The TypeScript compiler writes the types.
 */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';

const NAME = 'embed-api';

/** `source`: path of the module. `packages`: `node_modules`, which has the TypeScript compiler. */
export function embedApi({ source, packages }: { source: string; packages: string }): Plugin {
  return {
    name: NAME,
    apply: 'build',
    async buildStart() {
      this.addWatchFile(source);
    },
    async generateBundle() {
      const script = await built(source);
      this.emitFile({ type: 'asset', fileName: `${NAME}.js`, source: script });
      this.emitFile({ type: 'asset', fileName: `${NAME}.d.ts`, source: typesOf(source, packages) });
    },
  };
}

async function built(source: string): Promise<string> {
  const outputs = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      lib: { entry: source, formats: ['es'], fileName: NAME },
    },
  });
  const [output] = [outputs].flat();
  if (output === undefined || !('output' in output)) throw new Error(`${NAME} was not built`);
  const [chunk, ...others] = output.output;
  if (chunk === undefined || others.length > 0) throw new Error(`${NAME} is more than one file`);
  return chunk.code;
}

function typesOf(source: string, packages: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'chokepoint-types-'));
  try {
    const compiler = join(packages, 'typescript', 'bin', 'tsc');
    const options = ['--declaration', '--emitDeclarationOnly', '--target', 'es2022', '--module', 'esnext'];
    const rest = ['--moduleResolution', 'bundler', '--ignoreConfig', '--types', 'vite/client', '--outDir', folder];
    execFileSync(process.execPath, [compiler, ...options, ...rest, source], { cwd: packages, stdio: 'pipe' });
    return readFileSync(join(folder, `${NAME}.d.ts`), 'utf8');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
