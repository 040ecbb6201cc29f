import { createLimiter } from '@trimtab/core';
import { type Ask, QueryError, SourceError, untilAborted } from '../../../ports/index.ts';
import { type CallBudget, createByteBudget } from './byte-budget.ts';
import { unreachableError } from './connection-errors.ts';
import { type Dialect, standardDialect } from './dialect.ts';
import type { Path } from './entries.ts';
import { type ApiRequest, createExecutor, type ExecuteOptions, type QueryLimits } from './execute.ts';
import {
  missingStoresText,
  type RangeSeries,
  readRangeSeries,
  readSample,
  type Sample,
  tooManyNames,
} from './response.ts';

const defaultLimits: QueryLimits = { inFlight: 16, histories: 2, deadlineMs: 20_000, responseBytes: 8 * 2 ** 20 };

/** One call may hold as many bytes as this number of responses of the largest size. */
const responsesPerCall = 2;

/** The maximum number of metric names. A longer list would take hundreds of megabytes while it is answered. */
const mostNames = 100_000;

/** The shared reason for aborting unneeded queries. The stack of a new error would keep what the call has read. */
const callEnded = new Error('The call has ended.');

export type ConnectionOptions = ExecuteOptions & {
  /** How this Prometheus names metrics and labels. */
  readonly dialect?: Dialect;
  readonly limits?: Partial<QueryLimits>;
};

/** In seconds since the epoch; `step` in seconds. */
type Span = { readonly start: number; readonly end: number; readonly step: number };

/** Runs the queries of one call to a port. Unless they read weeks of samples, they share one deadline. */
export type Session = Pick<Dialect, 'renamesUsage' | 'renames'> & {
  readonly instant: (query: string, atSeconds: number) => Promise<Sample[]>;
  readonly range: (query: string, span: Span) => Promise<RangeSeries[]>;
  /**
   * Runs a query that a user wrote: neither the query nor the labels of its result are translated. `check` is called with
   * each series as soon as it is read, and may throw a `QueryError`.
   */
  readonly rangeVerbatim: (query: string, span: Span, check: (series: RangeSeries) => void) => Promise<RangeSeries[]>;
  /** Reads the entries of an endpoint that takes no query. */
  readonly read: (path: Exclude<Path, 'query' | 'query_range'>) => Promise<unknown[]>;
  /** A sentence that names what is missing because some stores did not answer; null if nothing is missing. */
  readonly missingStores: () => string | null;
};
export type Connection = {
  /** When `work` ends, its results no longer count as held, and its waiting queries are not sent. */
  readonly session: <T>(ask: Ask | undefined, work: (session: Session) => Promise<T>) => Promise<T>;
  /** What answers lacked in the last minutes because some stores did not answer; null if nothing. */
  readonly missingStores: () => string | null;
};

const seconds = (value: number) => String(Math.round(value * 1000) / 1000);
const spanParameters = ({ start, end, step }: Span) => ({
  start: seconds(start),
  end: seconds(end),
  step: seconds(step),
});

export function createConnection(options: ConnectionOptions): Connection {
  const { logger, dialect = standardDialect } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const limiter = createLimiter(limits.inFlight);
  // A query that reads weeks of samples takes several seconds.
  const historyLimiter = createLimiter(limits.histories);
  const { execute, missingStores } = createExecutor(options, limits);
  const startCall = createByteBudget(limits.responseBytes / 2, responsesPerCall * limits.responseBytes);

  /** Converts every failure to a `SourceError`, except the caller's own cancellation. */
  const sourceError = (error: unknown, deadline: AbortSignal | undefined, caller: AbortSignal | undefined): unknown => {
    if (caller?.aborted) return caller.reason;
    if (error instanceof SourceError || error instanceof QueryError) return error;
    if (deadline?.aborted) {
      return new SourceError(`Prometheus did not answer within ${limits.deadlineMs / 1000} s.`, { timedOut: true });
    }
    return unreachableError(error);
  };

  const open = (ask: Ask | undefined, budget: CallBudget, ended: AbortSignal): Session => {
    const caller = ask?.signal;
    let missing: string | null = null;
    const onPartial = (part: string) => {
      missing = missingStoresText(part);
    };
    const signals = () => {
      const deadline = AbortSignal.timeout(limits.deadlineMs);
      const either = caller ? AbortSignal.any([caller, deadline]) : deadline;
      return { deadline, caller, either, budget, onPartial };
    };
    const history = ask?.history;
    const shared = history === undefined ? signals() : null;
    // Queries that hang must leave slots for other calls.
    const ownLimiter = createLimiter(Math.ceil(limits.inFlight / 2));
    const run = <T>(request: ApiRequest, readEntry: (entry: unknown) => T): Promise<T[]> => {
      let current = shared;
      const send = () => execute(request, readEntry, (current ??= signals()));
      const whileNeeded = shared?.either ?? caller;
      const waiting = { signal: whileNeeded ? AbortSignal.any([whileNeeded, ended]) : ended };
      // The time limit of a query for weeks begins when it gets its slot, because only a few run at the same time.
      const answer =
        shared === null
          ? historyLimiter(() => limiter(send, waiting), { ...waiting, urgent: history === 'urgent' })
          : ownLimiter(() => limiter(send, { ...waiting, urgent: true }), waiting);
      return untilAborted(answer, caller).catch((error: unknown) => {
        if (error === callEnded) throw error;
        const failure = sourceError(error, current?.deadline, caller);
        if (failure instanceof SourceError) {
          const { message } = failure;
          logger('debug', 'prometheus.query.failed', { query: request.query, message, cause: String(failure.cause) });
        }
        throw failure;
      });
    };

    return {
      renamesUsage: dialect.renamesUsage,
      renames: dialect.renames,
      instant: (standardQuery, at) => {
        const query = dialect.rewriteQuery(standardQuery);
        const request: ApiRequest = { path: 'query', query, parameters: { query, time: seconds(at) } };
        return run(request, readSample).then(dialect.restoreLabels);
      },
      range: (standardQuery, span) => {
        const query = dialect.rewriteQuery(standardQuery);
        const request: ApiRequest = { path: 'query_range', query, parameters: { query, ...spanParameters(span) } };
        return run(request, readRangeSeries).then(dialect.restoreLabels);
      },
      rangeVerbatim: (query, span, check) =>
        run(
          { path: 'query_range', query, parameters: { query, ...spanParameters(span) }, userWritten: true },
          (entry) => {
            const series = readRangeSeries(entry);
            check(series);
            return series;
          },
        ),
      read: (path) => {
        let count = 0;
        return run({ path, query: path, parameters: {} }, (entry) => {
          count += 1;
          if (count > mostNames) throw tooManyNames(mostNames);
          return entry;
        });
      },
      missingStores: () => missing,
    };
  };

  return {
    missingStores,
    session: async (ask, work) => {
      const budget = startCall();
      const ended = new AbortController();
      try {
        return await work(open(ask, budget, ended.signal));
      } finally {
        ended.abort(callEnded);
        budget.end();
      }
    },
  };
}
