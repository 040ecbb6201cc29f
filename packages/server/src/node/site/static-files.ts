import { readFile, realpath, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { isNavigation } from '../../http/navigation.ts';

const types: ReadonlyMap<string, string> = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.json', 'application/json'],
  ['.map', 'application/json'],
  ['.webmanifest', 'application/manifest+json'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.ico', 'image/x-icon'],
  ['.woff2', 'font/woff2'],
  ['.txt', 'text/plain; charset=utf-8'],
]);
const compressible: ReadonlySet<string> = new Set([
  '.html',
  '.js',
  '.css',
  '.json',
  '.map',
  '.webmanifest',
  '.svg',
  '.txt',
]);

/** The console's files. Hashed ones are kept for a year; the page itself never, so that a deploy is seen at once. */
export function staticFiles(webRoot: string): (request: Request) => Promise<Response> {
  const packed = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return refused(405, 'Only GET and HEAD are answered here.', { allow: 'GET, HEAD' });
    const path = decoded(new URL(request.url).pathname);
    const file = path === null ? null : await find(webRoot, path === '/' ? '/index.html' : path);
    if (file !== null) return send(request, file, path ?? '', packed);
    // A missing asset must never be answered by the page: it would run as a script, or be cached as one.
    if (path?.startsWith('/assets/') === true) return text(404, 'Not found.');
    // Most likely an address of the API that was written wrong: who sent it reads the errors of the API.
    if (path === null || !isNavigation(request)) return refused(404, 'There is nothing at this address.');
    const page = await find(webRoot, '/index.html');
    return page === null
      ? text(404, 'The console is not built. Run the build first.')
      : send(request, page, '/', packed);
  };
}

type File = { readonly path: string; readonly mtimeMs: number };

/** The file that a path names; null for none, and for anything outside the root, by dots or by a link. */
async function find(webRoot: string, path: string): Promise<File | null> {
  if (path.split('/').some((part) => part === '..' || part === '.')) return null;
  try {
    const root = await realpath(webRoot);
    const file = await realpath(join(root, path));
    const facts = await stat(file);
    return file.startsWith(root + sep) && facts.isFile() ? { path: file, mtimeMs: facts.mtimeMs } : null;
  } catch {
    return null;
  }
}

function decoded(path: string): string | null {
  try {
    const plain = decodeURIComponent(path);
    return plain.includes('\0') || plain.includes('\\') ? null : plain;
  } catch {
    return null;
  }
}

async function send(
  request: Request,
  file: File,
  path: string,
  packed: Map<string, Promise<Uint8Array<ArrayBuffer>>>,
): Promise<Response> {
  const extension = extname(file.path);
  const encoding = compressible.has(extension) ? acceptedEncoding(request) : null;
  const key = `${encoding} ${file.mtimeMs} ${file.path}`;
  const known = packed.get(key) ?? pack(file.path, encoding);
  // Compressed once: there are some dozen files, and they change only with a build.
  if (encoding !== null) packed.set(key, known);
  const body = await known;
  return new Response(request.method === 'HEAD' ? null : body, {
    headers: {
      'content-type': types.get(extension) ?? 'application/octet-stream',
      'content-length': String(body.byteLength),
      'cache-control': cacheControl(path, extension),
      vary: 'accept-encoding',
      ...(encoding === null ? {} : { 'content-encoding': encoding }),
    },
  });
}

function cacheControl(path: string, extension: string): string {
  if (extension === '.html' || path === '/') return 'no-store';
  return path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
}

type Encoding = 'br' | 'gzip';
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

async function pack(path: string, encoding: Encoding | null): Promise<Uint8Array<ArrayBuffer>> {
  const content = await readFile(path);
  if (encoding === null) return new Uint8Array(content);
  if (encoding === 'gzip') return new Uint8Array(await zip(content));
  return new Uint8Array(await brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }));
}

function acceptedEncoding(request: Request): Encoding | null {
  const accepted = (request.headers.get('accept-encoding') ?? '').split(',').map((part) => part.trim());
  return accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : null;
}

const refused = (status: number, message: string, headers: Record<string, string> = {}): Response =>
  Response.json({ errors: [message] }, { status, headers: { 'cache-control': 'no-store', ...headers } });

const text = (status: number, message: string): Response =>
  new Response(`${message}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  });
