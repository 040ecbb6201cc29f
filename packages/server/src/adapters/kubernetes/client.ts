import type { FetchResponse } from '@trimtab/core';
import * as z from 'zod/mini';
import { isAbort, SourceError } from '../../ports/index.ts';
import { readText } from '../../read-text.ts';
import { connectionCode, whyUnreachable } from '../why-unreachable.ts';

/** How the adapter reaches the API server. */
export type KubernetesConnection = {
  /** The address of the API server, without a slash at its end. */
  readonly url: string;
  readonly fetch: KubernetesFetch;
  /** Returns the credentials for a request. It is called before every request. */
  readonly headers: () => Promise<Readonly<Record<string, string>>>;
  /** Called after a 401 with the `authorization` header that was refused. The next request uses new credentials. */
  readonly renew: (refused: string | null) => void;
};

type KubernetesFetch = (
  url: string,
  init: { method: string; headers: Record<string, string>; body?: string; signal: AbortSignal },
) => Promise<FetchResponse>;

/** A request to the API server that failed. `status` is 0 if no response arrived. */
export class KubernetesError extends SourceError {
  readonly status: number;
  readonly retryAfterMs: number | null;
  /** The causes in the API server's refusal of a write, such as `FieldManagerConflict`. */
  readonly reasons: readonly string[];

  constructor(
    status: number,
    message: string,
    {
      retryAfterMs = null,
      reasons = [],
      cause,
    }: Partial<Pick<KubernetesError, 'retryAfterMs' | 'reasons' | 'cause'>> = {},
  ) {
    super(message, { cause });
    this.status = status;
    this.retryAfterMs = retryAfterMs;
    this.reasons = reasons;
  }
}

const mostBytes = 512 * 2 ** 20;
/** etcd limits an object to 1.5 MiB, including its managed fields. */
const mostLineCharacters = 16 * 2 ** 20;
const requestTimeoutMs = 60_000;
const causeSchema = z.object({ reason: z.optional(z.string()) });
const statusSchema = z.object({
  message: z.prefault(z.string(), ''),
  details: z.prefault(z.object({ causes: z.prefault(z.array(causeSchema), []) }), {}),
});
const applyPatch = 'application/apply-patch+yaml';

type RequestOptions = {
  readonly accept?: string;
  readonly body?: object;
  readonly contentType?: string;
  readonly signal: AbortSignal;
};

export type KubernetesClient = ReturnType<typeof createClient>;

export function createClient({ url, fetch, headers, renew }: KubernetesConnection) {
  async function send(method: string, path: string, options: RequestOptions) {
    const { accept = 'application/json', body, contentType = 'application/json', signal } = options;
    const credentials = await headers();
    const init = {
      method,
      headers: {
        ...credentials,
        accept,
        'user-agent': 'trimtab-server',
        ...(body === undefined ? {} : { 'content-type': contentType }),
      },
      signal,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    };
    const response = await fetch(`${url}${path}`, init).catch((error: unknown) => {
      throw isAbort(error) ? error : unreachable(error);
    });
    if (response.status >= 200 && response.status < 300) return response;
    if (response.status === 401) renew(credentials['authorization'] ?? null);
    throw await refusal(response);
  }

  async function answer(method: string, path: string, options: RequestOptions) {
    const signal = AbortSignal.any([options.signal, AbortSignal.timeout(requestTimeoutMs)]);
    const { status, text } = await send(method, path, { ...options, signal })
      .then(async (response) => ({ status: response.status, text: await textOf(response) }))
      .catch(brokenOff(options.signal));
    const value: unknown = JSON.parse(text);
    return { status, value };
  }
  const json = async (method: string, path: string, options: RequestOptions) =>
    (await answer(method, path, options)).value;

  return {
    get: (path: string, options: { accept?: string; signal: AbortSignal }) => json('GET', path, options),
    post: (path: string, body: object, signal: AbortSignal) => json('POST', path, { body, signal }),
    delete: (path: string, body: object, signal: AbortSignal) => json('DELETE', path, { body, signal }),
    /** Server-side apply: the object as it is now, and whether it was created. */
    async apply(path: string, body: object, signal: AbortSignal) {
      const { status, value } = await answer('PATCH', path, { body, contentType: applyPatch, signal });
      return { isNew: status === 201, object: value };
    },
    /** Streams the body of a response that may be long or endless, no faster than the caller reads it. */
    async bytes(path: string, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
      // Logs are plain text, but the API server refuses a request for them that does not accept JSON.
      const { body } = await send('GET', path, { accept: '*/*', signal });
      return bytesOf(body?.getReader() ?? null, signal);
    },
    /** Calls `opened` when the stream begins, and `take` for every line until it ends. Rejects if it breaks off. */
    async lines(
      path: string,
      {
        opened,
        take,
        ...options
      }: { accept: string; signal: AbortSignal; opened: () => void; take: (line: string) => void },
    ) {
      const { body } = await send('GET', path, options);
      opened();
      if (body === null) return;
      let rest = '';
      const decoder = new TextDecoder();
      for await (const chunk of bytesOf(body.getReader(), options.signal)) {
        const [more = '', ...others] = decoder.decode(chunk, { stream: true }).split('\n');
        rest += more;
        if (rest.length > mostLineCharacters) throw tooLarge();
        for (const next of others) {
          if (rest !== '') take(rest);
          rest = next;
        }
      }
    },
  };
}

type BodyReader = ReturnType<NonNullable<FetchResponse['body']>['getReader']>;

async function* bytesOf(reader: BodyReader | null, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  if (reader === null) return;
  const read = () => reader.read().catch(brokenOff(signal));
  try {
    for (let next = await read(); next.value !== undefined; next = await read()) yield next.value;
  } finally {
    // The caller may have stopped early. An error means that the connection is already closed.
    reader.cancel().catch(() => undefined);
  }
}

const tooLarge = () => new KubernetesError(0, 'The answer of the Kubernetes API server is too large.');

async function textOf(response: FetchResponse): Promise<string> {
  const reader = response.body?.getReader();
  if (reader === undefined) return '';
  return readText(reader, mostBytes, tooLarge);
}

/** Reads the error text of the API server. Responses with 404, 429 and 503 may be plain text instead of JSON. */
async function refusal(response: FetchResponse): Promise<KubernetesError> {
  const text = await textOf(response).catch(() => '');
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  const { said, reasons } = refusalOf(text);
  const answered = `The Kubernetes API server answered ${response.status}${said === '' ? '.' : `: ${said}`}`;
  const message = response.status === 401 ? `${answered}. The credentials are wrong or have expired.` : answered;
  const retryAfterMs = Number.isFinite(seconds) ? seconds * 1000 : null;
  return new KubernetesError(response.status, message, { retryAfterMs, reasons });
}

function refusalOf(text: string) {
  try {
    const { message, details } = statusSchema.parse(JSON.parse(text));
    return { said: message, reasons: details.causes.flatMap(({ reason = [] }) => reason) };
  } catch {
    return { said: text.trim().slice(0, 200), reasons: [] };
  }
}

/** Rethrows the error of a connection with a sentence for the operator, unless the caller ended the connection. */
const brokenOff =
  (signal: AbortSignal) =>
  (error: unknown): never => {
    throw error instanceof SourceError || signal.aborted ? error : unreachable(error);
  };

/** The error with a sentence for the operator. Any error that is not a `SourceError` comes from reading the answer. */
export function problemOf(error: unknown): KubernetesError {
  if (error instanceof KubernetesError) return error;
  const message =
    error instanceof SourceError ? error.message : 'The Kubernetes API server gave an answer of an unexpected form.';
  return new KubernetesError(0, message, { cause: error });
}

/** How an operator can correct a TLS error, by its code. The first pattern that matches counts. */
const tlsProblems: readonly (readonly [RegExp, string])[] = [
  // The other side sent a TLS alert.
  [/ALERT/, 'The Kubernetes API server refused the client certificate. Has it expired?'],
  [/OSSL|ERR_X509/, 'The client certificate or its key for the Kubernetes API server cannot be used.'],
  [/CERT_HAS_EXPIRED/, 'The certificate of the Kubernetes API server has expired.'],
  [/CERT_NOT_YET_VALID/, 'The certificate of the Kubernetes API server is not valid yet. Check the clocks.'],
  [
    /ALTNAME/,
    'The certificate of the Kubernetes API server is for another name: set tls-server-name in the kubeconfig.',
  ],
  [
    /CERT|UNABLE_TO_VERIFY_LEAF_SIGNATURE|SELF_SIGNED/,
    'The certificate of the Kubernetes API server cannot be verified: the certificate authority of the kubeconfig or the service account has not signed it.',
  ],
];

function unreachable(error: unknown): KubernetesError {
  const code = connectionCode(error);
  const message =
    tlsProblems.find(([codes]) => codes.test(code))?.[1] ??
    `The Kubernetes API server cannot be reached${whyUnreachable(error)}.`;
  return new KubernetesError(0, message, { cause: error });
}
