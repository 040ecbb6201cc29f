import type { FetchLike } from '@trimtab/core';
import { SourceError } from '../../../ports/index.ts';
import { readParts } from '../../../read-text.ts';
import type { CallBudget } from './byte-budget.ts';
import { createEntryReader, type Path } from './entries.ts';
import { createParseTurns } from './parse-turns.ts';
import {
  AnsweredError,
  bytesPerSeries,
  bytesPerValue,
  limitLabelNames,
  type ParsedResponse,
  parseResponse,
  responseError,
  responseTooLarge,
  tooManyValues,
} from './response.ts';

type Init = Omit<Parameters<FetchLike>[1], 'redirect'> & { redirect: 'manual' };
/** The platform's fetch, or undici's if custom certificates are configured. */
export type PrometheusFetch = (url: string, init: Init) => ReturnType<FetchLike>;

export type HttpOptions = {
  /** The address of Prometheus; may contain a path prefix, and a user name with a password. */
  readonly url: string;
  readonly fetch?: PrometheusFetch;
  /** Credentials and tenant. Called for each request, because tokens are renewed. */
  readonly headers?: () => Promise<Readonly<Record<string, string>>>;
};

type Answered<T> = ParsedResponse & { readonly entries: T[]; readonly bytes: number };

function baseAndHeaders(address: string) {
  const url = new URL(address);
  const headers: Record<string, string> = { Accept: 'application/json' };
  // Compression takes 40 % of the processor time that Prometheus needs for a response. Within a cluster, sending it
  // uncompressed is cheaper.
  if (url.protocol === 'http:') headers['Accept-Encoding'] = 'identity';
  if (url.username !== '' || url.password !== '') {
    const bytes = new TextEncoder().encode(`${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`);
    headers['Authorization'] = `Basic ${btoa(String.fromCodePoint(...bytes))}`;
  }
  return { base: `${url.origin}${url.pathname.replace(/\/+$/, '')}/api/v1`, headers };
}

/** Sends requests to the Prometheus HTTP API. Only configured headers are sent, never headers of an incoming request. */
export function createHttpApi(options: HttpOptions, mostBytes: number) {
  const send = options.fetch ?? globalThis.fetch;
  const { base, headers } = baseAndHeaders(options.url);
  const inParseTurn = createParseTurns();

  return async <T>(
    path: Path,
    form: URLSearchParams,
    { signal, budget }: { readonly signal: AbortSignal; readonly budget: CallBudget },
    readEntry: (entry: unknown) => T,
  ): Promise<Answered<T>> => {
    const isQuery = path === 'query' || path === 'query_range';
    const sent = { ...headers, ...(await options.headers?.()) };
    // Queries are sent with POST, because a query for many namespaces is too long for a URL.
    const response = await send(isQuery ? `${base}/${path}` : `${base}/${path}?${form.toString()}`, {
      method: isQuery ? 'POST' : 'GET',
      headers: { ...sent, ...(isQuery ? { 'Content-Type': 'application/x-www-form-urlencoded' } : {}) },
      ...(isQuery ? { body: form.toString() } : {}),
      redirect: 'manual',
      signal,
    });
    // In a browser, a redirect that is not followed has status 0.
    if (response.status === 0 || (response.status >= 300 && response.status < 400)) {
      await response.body?.getReader().cancel();
      throw new SourceError('Prometheus answered with a redirect. Configure the address that it redirects to.');
    }
    if (response.body === null) throw responseError(response.status, null);
    const reader = response.body.getReader();
    const entries: T[] = [];
    try {
      return await budget.response(signal, async (take) => {
        const checkLabels = limitLabelNames();
        const reading = createEntryReader(
          path,
          (entry) => {
            checkLabels(entry);
            entries.push(readEntry(entry));
          },
          () => responseError(response.status, null),
        );
        const mostValues = Math.floor(mostBytes / bytesPerValue);
        let values = 0;
        const bytes = await readParts(
          reader,
          mostBytes,
          () => responseTooLarge(mostBytes),
          async (text) => {
            const before = entries.length;
            const more = await inParseTurn(() => reading.add(text));
            values += more;
            if (values > mostValues) throw tooManyValues(mostValues);
            const series = isQuery ? entries.length - before : 0;
            await take(Math.max(text.length, more * bytesPerValue, series * bytesPerSeries));
          },
          free,
        );
        return { ...parseResponse(response.status, reading.outside()), entries, bytes };
      });
    } catch (error) {
      // The stack of the error refers to the entries for as long as the signal of a deadline exists, so free them here.
      entries.length = 0;
      if (error instanceof SyntaxError) throw responseError(response.status, null);
      // Some proxies quote the request in their errors, credentials included.
      const hasSecret = ({ detail }: AnsweredError) => secretsIn(sent).some((secret) => detail.includes(secret));
      if (error instanceof AnsweredError && hasSecret(error)) error.clearDetail();
      throw error;
    }
  };
}

/** All words of the sent header values that may be secret. */
const secretsIn = (headers: Readonly<Record<string, string>>): string[] =>
  Object.entries(headers)
    .filter(([name]) => !name.startsWith('Accept'))
    .flatMap(([, value]) => value.split(' ').filter((word) => word.length >= 6 && word !== 'Bearer'));

/** Frees the memory of a chunk immediately. Until garbage collection, chunks of large responses take up to 40 MB. */
function free({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
