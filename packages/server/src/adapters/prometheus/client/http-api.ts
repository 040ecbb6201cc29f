import type { FetchLike } from '@trimtab/core';
import { SourceError } from '../../../ports/index.ts';
import { type Answer, RefusedError, readAnswer, readText, refusal } from './response.ts';

/** All that is ever asked of a Prometheus; nothing of a path comes from outside. */
export type Path = 'query' | 'query_range' | 'metadata' | 'label/__name__/values';

type Init = Omit<Parameters<FetchLike>[1], 'redirect'> & { redirect: 'manual' };
/** The platform's fetch, or undici's where TLS needs more than the platform's can be told. */
export type PrometheusFetch = (url: string, init: Init) => ReturnType<FetchLike>;

export type HttpOptions = {
  /** Where Prometheus answers; a path prefix and a user name with a password may be part of it. */
  readonly url: string;
  readonly fetch?: PrometheusFetch;
  /** Headers of every request: who asks, and for which tenant. Asked for each time, because tokens are renewed. */
  readonly headers?: () => Promise<Readonly<Record<string, string>>>;
};

export type Sent = { readonly answer: Answer; readonly bytes: number };

function address(text: string) {
  const url = new URL(text);
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (url.username !== '' || url.password !== '') {
    const bytes = new TextEncoder().encode(`${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`);
    headers['Authorization'] = `Basic ${btoa(String.fromCodePoint(...bytes))}`;
  }
  return { base: `${url.origin}${url.pathname.replace(/\/+$/, '')}/api/v1`, headers };
}

/** One request to the HTTP API. Headers are built from nothing: what a caller of ours sent never reaches Prometheus. */
export function createSender(options: HttpOptions, answerBytes: number) {
  const send = options.fetch ?? globalThis.fetch;
  const { base, headers } = address(options.url);

  return async (path: Path, form: URLSearchParams, signal: AbortSignal): Promise<Sent> => {
    const isQuery = path === 'query' || path === 'query_range';
    const own = { ...headers, ...(await options.headers?.()) };
    // Queries are posted, because those about many namespaces are longer than an address may be.
    const response = await send(isQuery ? `${base}/${path}` : `${base}/${path}?${form.toString()}`, {
      method: isQuery ? 'POST' : 'GET',
      headers: { ...own, ...(isQuery ? { 'Content-Type': 'application/x-www-form-urlencoded' } : {}) },
      ...(isQuery ? { body: form.toString() } : {}),
      redirect: 'manual',
      signal,
    });
    // In a browser a redirect that is not followed has no status at all.
    if (response.status === 0 || (response.status >= 300 && response.status < 400)) {
      await response.body?.getReader().cancel();
      throw new SourceError(
        'Prometheus answered with a redirect, which is not followed: give the address it leads to.',
      );
    }
    const { text, bytes } = await readText(response, answerBytes);
    const kind = response.headers.get('content-type') ?? '';
    if (kind.includes('text/html')) throw refusal(response.status, null);
    try {
      return { answer: readAnswer(response.status, text), bytes };
    } catch (error) {
      // Some proxies repeat a request in their errors, and with it what it was let in by.
      const isEchoed = ({ detail }: RefusedError) => secretsIn(own).some((secret) => detail.includes(secret));
      if (error instanceof RefusedError && isEchoed(error)) error.forget();
      throw error;
    }
  };
}

/** The words of our headers that may be a secret; how it is called and what we read is none. */
const secretsIn = (headers: Readonly<Record<string, string>>): string[] =>
  Object.entries(headers)
    .filter(([name]) => name !== 'Accept')
    .flatMap(([, value]) => value.split(' ').filter((word) => word.length >= 6 && word !== 'Bearer'));
