import type { Logger } from '../../app.ts';
import { type Ask, type Clock, SourceError } from '../../ports/index.ts';
import {
  type Answer,
  type Line,
  readAnswer,
  readMatrix,
  readText,
  readVector,
  refusal,
  type Sample,
  samplesRead,
} from './answer.ts';
import { createGate } from './gate.ts';

/** What one query cost, for --explain-queries. */
export type ExplainedQuery = {
  readonly query: string;
  readonly milliseconds: number;
  /** Series answered; null when the query failed. */
  readonly series: number | null;
  /** Samples Prometheus read for it; null when it does not say. */
  readonly samples: number | null;
};

export type Limits = { readonly inFlight: number; readonly deadlineMs: number; readonly answerBytes: number };
export const defaultLimits: Limits = { inFlight: 16, deadlineMs: 20_000, answerBytes: 32 * 2 ** 20 };

export type ConnectionOptions = {
  /** Where Prometheus answers; a path prefix and a user name with a password may be part of it. */
  readonly url: string;
  readonly fetch?: typeof globalThis.fetch;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly explain?: (query: ExplainedQuery) => void;
  readonly limits?: Partial<Limits>;
};

/** Queries that share one deadline: those of one question to a port, however many it needs. */
export type Session = {
  readonly instant: (query: string, atSeconds: number) => Promise<Sample[]>;
  readonly range: (query: string, span: { start: number; end: number; step: number }) => Promise<Line[]>;
};
export type Connection = { readonly session: (ask?: Ask) => Session };

const seconds = (value: number) => String(Math.round(value * 1000) / 1000);

function address(text: string) {
  const url = new URL(text);
  const headers = new Headers({
    Accept: 'application/json',
    'Content-Type': 'application/x-www-form-urlencoded',
  });
  if (url.username !== '' || url.password !== '') {
    const bytes = new TextEncoder().encode(`${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`);
    headers.set('Authorization', `Basic ${btoa(String.fromCodePoint(...bytes))}`);
  }
  return { base: `${url.origin}${url.pathname.replace(/\/+$/, '')}/api/v1`, headers };
}

export function createConnection(options: ConnectionOptions): Connection {
  const { clock, logger, explain } = options;
  const send = options.fetch ?? globalThis.fetch;
  const limits = { ...defaultLimits, ...options.limits };
  const through = createGate(limits.inFlight);
  const { base, headers } = address(options.url);
  let warnedAt = Number.NEGATIVE_INFINITY;

  const warn = (warnings: readonly string[]) => {
    if (warnings.length === 0 || clock.now() - warnedAt < 60_000) return;
    warnedAt = clock.now();
    logger('warn', 'prometheus.warning', { warnings });
  };

  const post = async (path: string, form: URLSearchParams, signal: AbortSignal): Promise<Answer> => {
    form.set('timeout', `${Math.ceil(limits.deadlineMs / 1000)}s`);
    if (explain) form.set('stats', 'all');
    const response = await send(`${base}/${path}`, {
      method: 'POST',
      headers,
      body: form.toString(),
      redirect: 'manual',
      signal,
    });
    if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
      await response.body?.cancel();
      throw new SourceError(
        'Prometheus answered with a redirect, which is not followed: give the address it leads to.',
      );
    }
    const text = await readText(response, limits.answerBytes);
    const kind = response.headers.get('content-type') ?? '';
    if (kind.includes('text/html')) throw refusal(response.status, null);
    return readAnswer(response.status, text);
  };

  /** Every failure becomes a `SourceError`; only the caller's own cancellation stays what it was. */
  const failure = (error: unknown, deadline: AbortSignal, asked: AbortSignal | undefined): unknown => {
    if (asked?.aborted) return asked.reason;
    if (error instanceof SourceError) return error;
    if (deadline.aborted) {
      return new SourceError(`Prometheus did not answer within ${limits.deadlineMs / 1000} s.`, { timedOut: true });
    }
    return new SourceError('Prometheus cannot be reached.', { cause: error });
  };

  const session = (ask?: Ask): Session => {
    const asked = ask?.signal;
    const deadline = AbortSignal.timeout(limits.deadlineMs);
    const signal = asked ? AbortSignal.any([asked, deadline]) : deadline;

    const run = async <T extends readonly unknown[]>(
      path: string,
      query: string,
      parameters: Record<string, string>,
      read: (data: unknown) => T,
    ): Promise<T> =>
      through(signal, async () => {
        const startedAt = performance.now();
        try {
          const answer = await post(path, new URLSearchParams({ query, ...parameters }), signal);
          warn(answer.warnings);
          const result = read(answer.data);
          const samples = samplesRead(answer.data);
          explain?.({ query, milliseconds: performance.now() - startedAt, series: result.length, samples });
          return result;
        } catch (error) {
          explain?.({ query, milliseconds: performance.now() - startedAt, series: null, samples: null });
          throw error;
        }
      }).catch((error: unknown) => {
        const outcome = failure(error, deadline, asked);
        if (outcome instanceof SourceError) {
          logger('debug', 'prometheus.query.failed', { query, message: outcome.message, cause: String(outcome.cause) });
        }
        throw outcome;
      });

    return {
      instant: (query, at) => run('query', query, { time: seconds(at) }, readVector),
      range: (query, { start, end, step }) =>
        run('query_range', query, { start: seconds(start), end: seconds(end), step: seconds(step) }, readMatrix),
    };
  };

  return { session };
}
