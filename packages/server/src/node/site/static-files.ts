import { readFile, realpath, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { getMimeType } from 'hono/utils/mime';
import { errorResponse, HttpError, onlyGetAndHead } from '../../http/errors.ts';
import { isNavigation } from '../../http/navigation.ts';
import { acceptedEncodings } from './compressed.ts';

const compressible = /^\.(html|js|css|json|map|webmanifest|svg|txt)$/;

/** Compressed content, by encoding, modification time and path. */
type Cache = Map<string, Promise<Uint8Array<ArrayBuffer>>>;

/**
 * Serves the files of the console. Browsers may cache files with a hash in their name for a year, but never the page
 * itself, so that a new version takes effect immediately.
 */
export function staticFiles(webRoot: string): (request: Request) => Promise<Response> {
  const cache: Cache = new Map();
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return errorResponse(onlyGetAndHead());
    const path = decoded(new URL(request.url).pathname);
    const file = path === null ? null : await find(webRoot, path === '/' ? '/index.html' : path);
    if (file !== null) return send(request, file, path ?? '', cache);
    // For a missing asset, the page must not be sent, because the browser would run or cache it as a script.
    if (path?.startsWith('/assets/') === true) return text(404, 'Not found.');
    // A request that is not a navigation is probably a misspelled API call, so it gets an API error.
    if (path === null || !isNavigation(request)) {
      return errorResponse(new HttpError(404, 'There is nothing at this address.'));
    }
    const page = await find(webRoot, '/index.html');
    return page === null
      ? text(404, 'The console is not built. Run the build first.')
      : send(request, page, '/', cache);
  };
}

type File = { readonly path: string; readonly mtimeMs: number };

/** The file at a path; null if it does not exist or is outside the root, also through a symbolic link. */
async function find(webRoot: string, path: string): Promise<File | null> {
  if (path.split('/').some((part) => part === '..' || part === '.')) return null;
  try {
    const root = await realpath(webRoot);
    const file = await realpath(join(root, path));
    const stats = await stat(file);
    return file.startsWith(root + sep) && stats.isFile() ? { path: file, mtimeMs: stats.mtimeMs } : null;
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

async function send(request: Request, file: File, path: string, cache: Cache): Promise<Response> {
  const extension = extname(file.path);
  const encoding = compressible.test(extension) ? acceptedEncoding(request) : null;
  const key = `${encoding} ${file.mtimeMs} ${file.path}`;
  const body = await (cache.get(key) ?? readAndKeep());
  return new Response(request.method === 'HEAD' ? null : body, {
    headers: {
      'content-type': getMimeType(file.path) ?? 'application/octet-stream',
      'content-length': String(body.byteLength),
      'cache-control': cacheControl(path, extension),
      vary: 'accept-encoding',
      ...(encoding === null ? {} : { 'content-encoding': encoding }),
    },
  });

  function readAndKeep(): Promise<Uint8Array<ArrayBuffer>> {
    const content = read(file.path, encoding);
    if (encoding === null) return content;
    // The cache needs no limit, because there are a few dozen files, which change only with a build.
    cache.set(key, content);
    // A failed reading is not kept.
    content.catch(() => cache.delete(key));
    return content;
  }
}

function cacheControl(path: string, extension: string): string {
  if (extension === '.html' || path === '/') return 'no-store';
  return path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
}

type Encoding = 'br' | 'gzip';
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

async function read(path: string, encoding: Encoding | null): Promise<Uint8Array<ArrayBuffer>> {
  const content = await readFile(path);
  if (encoding === null) return new Uint8Array(content);
  if (encoding === 'gzip') return new Uint8Array(await zip(content));
  return new Uint8Array(await brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }));
}

function acceptedEncoding(request: Request): Encoding | null {
  const accepted = acceptedEncodings(request);
  return accepted.has('br') ? 'br' : accepted.has('gzip') ? 'gzip' : null;
}

const text = (status: number, message: string): Response =>
  new Response(`${message}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  });
