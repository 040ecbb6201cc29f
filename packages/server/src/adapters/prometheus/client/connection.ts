import {
  type Ask,
  type Clock,
  type Logger,
  SourceError,
  silentTelemetry,
  type Telemetry,
} from '../../../ports/index.ts';
import { createCircuit } from './circuit-breaker.ts';
import { createGate } from './concurrency-limit.ts';
import { type Dialect, standardDialect } from './dialect.ts';
import { createSender, type HttpOptions, type Path } from './http-api.ts';
import { type Line, RefusedError, readMatrix, readVector, type Sample, samplesRead } from './response.ts';

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
const defaultLimits: Limits = { inFlight: 16, deadlineMs: 20_000, answerBytes: 32 * 2 ** 20 };

export type ConnectionOptions = HttpOptions & {
  readonly clock: Clock;
  readonly logger: Logger;
  /** How this Prometheus names what we ask for. */
  readonly dialect?: Dialect;
  readonly explain?: (query: ExplainedQuery) => void;
  readonly telemetry?: Telemetry;
  readonly limits?: Partial<Limits>;
  readonly random?: () => number;
};

type Span = { readonly start: number; readonly end: number; readonly step: number };

/** Queries that share one deadline: those of one question to a port, however many it needs. */
export type Session = {
  readonly instant: (query: string, atSeconds: number) => Promise<Sample[]>;
  readonly range: (query: string, span: Span) => Promise<Line[]>;
  /** A query that somebody else wrote: it goes out, and its labels come back, as they are. */
  readonly rangeAsWritten: (query: string, span: Span) => Promise<Line[]>;
  /** What a path that is no query answers. */
  readonly read: (path: Exclude<Path, 'query' | 'query_range'>) => Promise<unknown>;
};
export type Connection = { readonly session: (ask?: Ask) => Session };

type Question = {
  readonly path: Path;
  /** As it is shown and logged. */
  readonly query: string;
  readonly parameters: Readonly<Record<string, string>>;
  /** Somebody else's: that it takes too long says nothing about the server. */
  readonly foreign?: true;
};

const seconds = (value: number) => String(Math.round(value * 1000) / 1000);
const spanOf = ({ start, end, step }: Span) => ({ start: seconds(start), end: seconds(end), step: seconds(step) });

export function createConnection(options: ConnectionOptions): Connection {
  const { clock, logger, explain, dialect = standardDialect, telemetry = silentTelemetry } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const through = createGate(limits.inFlight);
  const send = createSender(options, limits.answerBytes);
  const circuit = createCircuit(options);
  let warnedAt = Number.NEGATIVE_INFINITY;

  const warn = (warnings: readonly string[]) => {
    if (warnings.length === 0 || clock.now() - warnedAt < 60_000) return;
    warnedAt = clock.now();
    logger('warn', 'prometheus.warning', { warnings });
  };

  /** Every failure becomes a `SourceError`; only the caller's own cancellation stays what it was. */
  const failure = (error: unknown, deadline: AbortSignal, asked: AbortSignal | undefined): unknown => {
    if (asked?.aborted) return asked.reason;
    if (error instanceof SourceError) return error;
    if (deadline.aborted) {
      return new SourceError(`Prometheus did not answer within ${limits.deadlineMs / 1000} s.`, { timedOut: true });
    }
    return unreachable(error);
  };

  const session = (ask?: Ask): Session => {
    const asked = ask?.signal;
    const deadline = AbortSignal.timeout(limits.deadlineMs);
    const signal = asked ? AbortSignal.any([asked, deadline]) : deadline;

    const sendOne = async <T>(question: Question, read: (data: unknown) => T): Promise<T> => {
      const { path, query, parameters } = question;
      const closed = circuit.enter();
      if (closed) throw waiting(closed);
      // What is let through to see whether it answers again is everybody's: it outlives its asker, who leaves as soon as
      // the questions beside it are refused.
      const until = circuit.probing ? deadline : signal;
      const [startedAt, askedAt] = [performance.now(), clock.now()];
      const isQuery = path === 'query' || path === 'query_range';
      const form = new URLSearchParams(parameters);
      if (isQuery) {
        form.set('timeout', `${Math.ceil(limits.deadlineMs / 1000)}s`);
        form.set('stats', 'true');
      }
      try {
        const { answer, bytes } = await send(path, form, until);
        warn(answer.warnings);
        const result = read(answer.data);
        circuit.succeeded();
        const [milliseconds, samples] = [performance.now() - startedAt, samplesRead(answer.data)];
        telemetry.upstream({
          connector: 'prometheus',
          outcome: 'answered',
          seconds: milliseconds / 1000,
          bytes,
          samples,
        });
        explain?.({ query, milliseconds, series: Array.isArray(result) ? result.length : 0, samples });
        return result;
      } catch (error) {
        const milliseconds = performance.now() - startedAt;
        const outcome = error instanceof RefusedError ? 'refused' : 'failed';
        if (outcome === 'refused') circuit.succeeded();
        else if ((asked?.aborted && until === signal) || question.foreign) circuit.abandoned();
        else circuit.failed(askedAt);
        telemetry.upstream({ connector: 'prometheus', outcome, seconds: milliseconds / 1000, bytes: 0, samples: null });
        explain?.({ query, milliseconds, series: null, samples: null });
        throw error;
      }
    };

    const run = <T>(question: Question, read: (data: unknown) => T): Promise<T> =>
      unlessLeft(
        through(signal, () => sendOne(question, read)),
        asked,
      ).catch((error: unknown) => {
        const outcome = failure(error, deadline, asked);
        if (outcome instanceof SourceError) {
          const { message } = outcome;
          logger('debug', 'prometheus.query.failed', { query: question.query, message, cause: String(outcome.cause) });
        }
        throw outcome;
      });

    return {
      instant: (ours, at) => {
        const query = dialect.toTheirs(ours);
        const question: Question = { path: 'query', query, parameters: { query, time: seconds(at) } };
        return run(question, (data) => dialect.fromTheirs(readVector(data)));
      },
      range: (ours, span) => {
        const query = dialect.toTheirs(ours);
        const question: Question = { path: 'query_range', query, parameters: { query, ...spanOf(span) } };
        return run(question, (data) => dialect.fromTheirs(readMatrix(data)));
      },
      rangeAsWritten: (query, span) =>
        run({ path: 'query_range', query, parameters: { query, ...spanOf(span) }, foreign: true }, readMatrix),
      read: (path) => run({ path, query: path, parameters: {} }, (data) => data),
    };
  };

  return { session };
}

/** The outcome of the work, or that the asker left, whichever comes first. The work goes on. */
async function unlessLeft<T>(work: Promise<T>, asked: AbortSignal | undefined): Promise<T> {
  if (asked === undefined) return work;
  const settled = new AbortController();
  const left = new Promise<never>((_resolve, reject) => {
    asked.addEventListener('abort', () => reject(asked.reason), { once: true, signal: settled.signal });
  });
  try {
    return await Promise.race([work, left]);
  } finally {
    settled.abort();
  }
}

const certificateCodes = /^(?:.*CERT.*|UNABLE_TO_VERIFY_LEAF_SIGNATURE|.*SELF_SIGNED.*)$/;

/** Why a connection failed is the operator's to know where it is the certificate; the rest looks the same from here. */
function unreachable(error: unknown): SourceError {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (code === 'CERT_HAS_EXPIRED') return new SourceError("Prometheus' certificate has expired.", { cause });
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return new SourceError("Prometheus' certificate is for another name than the one it is asked by.", { cause });
  }
  if (certificateCodes.test(code)) {
    return new SourceError("Prometheus' certificate is not signed by an authority that is trusted here.", { cause });
  }
  return new SourceError('Prometheus cannot be reached.', { cause: error });
}

const waiting = ({ failures, until }: { failures: number; until: number }): SourceError =>
  new SourceError(
    `Prometheus failed ${failures} times in a row, and is not asked again before ${new Date(until).toISOString().slice(11, 19)} UTC.`,
  );
