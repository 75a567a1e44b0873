// A small static server for the built page. It serves the page under a sub-path, so that a URL that works only at the
// root of a host fails early.
//
// node scripts/serve.mjs [--port N]

import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { createGzip } from 'node:zlib';
import { isEntryPoint, main, Problem, root, UsageProblem } from './commands.mjs';

export const basePath = '/chokepoint/';

const types = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.woff2': 'font/woff2',
};

/**
 * Serves `folder` on this machine only. Any Host header is accepted, because the folder is public and contains no
 * secret. If the port is taken, another free one is used, unless `strict` is set. `gzip` compresses files as web hosts
 * do.
 */
export function serve(folder, { port, strict, gzip = false }) {
  const server = createServer((request, response) => {
    answer(folder, request, response, gzip).catch(() => refuse(response, 500));
  });
  return new Promise((resolve, reject) => {
    server.on('listening', () => {
      const address = `http://127.0.0.1:${server.address().port}${basePath}`;
      resolve({ address, close: () => server.close() });
    });
    server.on('error', (error) => {
      if (error.code !== 'EADDRINUSE') return reject(error);
      if (strict) return reject(new Problem(`Port ${port} is taken; choose another one with --port.`));
      server.listen(0, '127.0.0.1');
    });
    server.listen(port, '127.0.0.1');
  });
}

/** The port number in the text after `--port`. */
export function portFrom(text) {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new UsageProblem(`--port ${text}: a port is a whole number from 0 to 65535 (0: any free one).`);
}

async function answer(folder, request, response, gzip) {
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, 405);
  const path = requestedPath(request.url);
  if (path === undefined) return refuse(response, 400);
  if (!path.startsWith(basePath)) {
    // Two URLs that users may shorten are redirected. Any other URL outside the sub-path is a bug in the page.
    if (path !== '/' && `${path}/` !== basePath) return refuse(response, 404);
    response.writeHead(302, { Location: basePath }).end();
    return;
  }
  const asked = path.slice(basePath.length);
  // For a folder, the server sends its index page, as web hosts do.
  const inside = asked === '' || asked.endsWith('/') ? `${asked}index.html` : asked;
  // Checks the file's real path, because a symbolic link may point outside the folder.
  const file = await realpath(normalize(join(folder, inside))).catch(() => undefined);
  if (!file?.startsWith((await realpath(folder)) + sep)) return refuse(response, 404);
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) return refuse(response, 404);

  const isPacked = gzip && !['.png', '.woff2'].includes(extname(file));
  response.writeHead(200, {
    'Content-Type': types[extname(file)] ?? 'application/octet-stream',
    ...(isPacked ? { 'Content-Encoding': 'gzip' } : { 'Content-Length': found.size }),
    // File names under assets/ contain a content hash, so browsers may cache these files forever.
    'Cache-Control': inside.startsWith('assets/') ? 'max-age=31536000, immutable' : 'no-cache',
    'X-Content-Type-Options': 'nosniff',
    // Pages of other origins import this module, for which browsers require this header.
    ...(inside === 'embed-api.js' ? { 'Access-Control-Allow-Origin': '*' } : {}),
  });
  if (request.method === 'HEAD') return response.end();
  const content = createReadStream(file).on('error', () => response.destroy());
  (isPacked ? content.pipe(createGzip()) : content).pipe(response);
}

function requestedPath(url) {
  try {
    return decodeURIComponent(new URL(url, 'http://localhost').pathname);
  } catch {
    return undefined;
  }
}

function refuse(response, status) {
  if (response.headersSent) return response.destroy();
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${status}\n`);
}

if (isEntryPoint(import.meta.url)) {
  main(async () => {
    const { address } = await serve(join(root, 'web', 'dist'), { port: askedPort(), strict: true });
    console.log(address);
  });
}

function askedPort() {
  const usage = 'node scripts/serve.mjs [--port N]';
  let port;
  try {
    ({ port } = parseArgs({ options: { port: { type: 'string', default: '4180' } } }).values);
  } catch (error) {
    throw new UsageProblem(`${error.message}\nUsage: ${usage}`);
  }
  return portFrom(port);
}
