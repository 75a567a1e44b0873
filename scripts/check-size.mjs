// Checks the files of the last build, and builds nothing itself: the size of the first load, the permissions of the
// page, and the engine's imports.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { dist } from './build.mjs';
import { main, Problem, root } from './commands.mjs';

// Limits after gzip [KiB]. The reference case is a lecture hall full of phones on one access point. Every phone loads
// the lab. The larger package is loaded only for an experiment, a sweep, the user's own lesson, a script or an export
// to another simulator.
const budgets = {
  // The code that the page needs to draw its first frame, with 3 KiB for the workspaces and 1 KiB for parts that the
  // panels share, such as lists of options and buttons with an icon. The limit of 150 KiB leaves some room: file names
  // contain hashes, so the compressed size varies a little between builds.
  'initial JavaScript': 150,
  // Of this, 8 KiB read recordings and use them as the arrivals of a lane, live or from a file. 1 KiB stops a run at an
  // error of its script, 1 KiB counts the measured window, 3 KiB compute the remarks on a scene, 2 KiB model the ring
  // of Linux's CHOKe, and 1 KiB models transfers of single files and the hosts of flows. 1 KiB reads the settings of a
  // second link, and 1 KiB reads the lists of pairs that describe sources; only the larger package simulates such links
  // and sources. Linux's senders, CAKE, COBALT and PI2 are also only in the larger package.
  'WebAssembly, lab': 322,
  // The lab with experiments, sweeps, lessons, scripts and other simulators, loaded on demand. Of this, 15 KiB parse
  // results from JSON texts. 20 KiB are for sweeps with derived and coupled settings and more metrics. 119 KiB draw
  // figures for papers: layout, two writers, the reader of figures, and the names of settings. 10 KiB model paths that
  // lose and delay packets. 10 KiB model a second link, measure convergence and add seeds until an interval is narrow.
  // 52 KiB write PDFs, of which 19 KiB are the typeface. 5 KiB read lists of pairs.
  'WebAssembly, full': 1398,
  catalog: 60,
  scenes: 30,
  // Web pages that embed a scene of the lab load this module.
  'module for hosts': 3,
};

// Size limit of the file on disk [bytes], accepted by mail and course servers (docs/decisions/0078). Figures for papers
// take 220 KB of it, since the file includes the same larger package as the page.
const oneFileLimit = 2_775_000;

// The engine may import only wasm-bindgen's glue code. A clock, the system's random numbers or the network would break
// the rule "same scenario, same seed, same numbers".
const packages = ['lab', 'full'];
const allowedImportModules = packages.map((name) => `./chokepoint_${name}_bg.js`);
const pages = ['index.html', 'embed.html'];
const forbiddenImportName = /now|date|time|random|crypto|performance|fetch|process/i;

main(() => {
  const assets = readdirSync(join(dist, 'assets')).map((name) => `assets/${name}`);
  const ofType = (type) => assets.filter((name) => extname(name) === type);
  const wasmOf = (name) => ofType('.wasm').filter((file) => file.includes(name));
  const problems = [
    ...pages.flatMap((page) => [...checkPage(page, readText(page))]),
    ...ofType('.wasm').flatMap((file) => [...checkImports(file)]),
  ];

  const sizes = {
    'initial JavaScript': gzipSize(initialScripts(ofType('.js'))),
    ...Object.fromEntries(packages.map((name) => [`WebAssembly, ${name}`, gzipSize(wasmOf(`chokepoint_${name}`))])),
    catalog: gzipSize(ofType('.json').filter((file) => file.includes('catalog'))),
    scenes: gzipSize(ofType('.js').filter((file) => file.includes('preset-heads'))),
    'module for hosts': gzipSize(['embed-api.js']),
    CSS: gzipSize(ofType('.css')),
  };
  for (const [what, bytes] of Object.entries(sizes)) {
    const budget = budgets[what];
    console.log(`${what.padEnd(20)} ${kib(bytes).padStart(10)} gzip${budget ? `, of ${budget} KiB allowed` : ''}`);
    if (budget && bytes > budget * 1024) problems.push(`${what} is over its budget of ${budget} KiB.`);
  }
  if (ofType('.wasm').length !== packages.length)
    problems.push(`${packages.length} WebAssembly files are expected, not ${ofType('.wasm').length}.`);
  const oneFile = statSync(join(dist, 'one-file.html')).size;
  console.log(`${'one file'.padEnd(20)} ${kib(oneFile).padStart(10)} on disk, of ${kib(oneFileLimit)} allowed`);
  if (oneFile > oneFileLimit) problems.push(`one-file.html has ${oneFile} bytes; ${oneFileLimit} are allowed.`);
  if (problems.length > 0) throw new Problem(problems.join('\n'));
});

/**
 * The files that the entry point needs before the first picture: its static imports, and the workers that these start.
 * Vite does not list the workers, but the code that starts one contains its file name.
 */
function initialScripts(all) {
  const manifest = JSON.parse(readFileSync(join(root, 'node_modules', '.chokepoint-manifest.json'), 'utf8'));
  const initial = new Set();
  const visit = (key) => {
    const chunk = manifest[key];
    if (initial.has(chunk.file)) return;
    initial.add(chunk.file);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  visit('index.html');
  const listed = new Set(Object.values(manifest).map(({ file }) => file));
  const first = [...initial].map(readText).join('');
  return all.filter((file) => initial.has(file) || (!listed.has(file) && first.includes(basename(file))));
}

function* checkPage(page, html) {
  const policy = /http-equiv="Content-Security-Policy"\s+content="([^"]+)"/.exec(html)?.[1] ?? '';
  if (!policy.startsWith("default-src 'none'")) yield `${page}: the policy does not begin with default-src 'none'.`;
  if (/'unsafe-(inline|eval)'/.test(policy)) yield `${page}: the policy allows inline code or eval.`;
  if (/<script(?![^>]*\ssrc=)/.test(html)) yield `${page}: has an inline script.`;
  if (/<style|\sstyle=/.test(html)) yield `${page}: has an inline style.`;
  if (/\son[a-z]+=/.test(html)) yield `${page}: has an inline event handler.`;
  if (/(src|href)="(\/|[a-z]+:)/.test(html)) yield `${page}: has an address that is not relative.`;
}

function* checkImports(file) {
  const imports = WebAssembly.Module.imports(new WebAssembly.Module(readFileSync(join(dist, file))));
  for (const { module, name } of imports) {
    if (!allowedImportModules.includes(module) || forbiddenImportName.test(name)) {
      yield `${file}: the engine imports ${name} from ${module}.`;
    }
  }
}

function gzipSize(files) {
  return files.reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file))).length, 0);
}

function readText(file) {
  return readFileSync(join(dist, file), 'utf8');
}

function kib(bytes) {
  return `${(bytes / 1024).toFixed(1)} KiB`;
}
