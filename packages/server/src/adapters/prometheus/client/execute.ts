import { type Clock, type Logger, silentTelemetry, type Telemetry, type UpstreamCost } from '../../../ports/index.ts';
import type { CallBudget } from './byte-budget.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { circuitOpenError } from './connection-errors.ts';
import type { Path } from './entries.ts';
import { createHttpApi, type HttpOptions } from './http-api.ts';
import {
  checkResult,
  isNoStore,
  isPartialMark,
  missingStoresText,
  NoStoreError,
  noSamples,
  PartialResponseError,
  partialResponseError,
  QueryRejectedError,
  samplesRead,
} from './response.ts';

/** The cost of one query, for --explain-queries. */
export type ExplainedQuery = {
  readonly query: string;
  readonly milliseconds: number;
  /** Number of series in the result; null if the query failed. */
  readonly series: number | null;
  /** Number of samples that Prometheus read; null if it did not report it. */
  readonly samples: number | null;
};

export type QueryLimits = {
  readonly inFlight: number;
  /** How many of them may be queries that read weeks of samples. */
  readonly histories: number;
  readonly deadlineMs: number;
  readonly responseBytes: number;
};

export type ExecuteOptions = HttpOptions & {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly explain?: (query: ExplainedQuery) => void;
  readonly telemetry?: Telemetry;
  /** The name of this Prometheus in the metrics of the server. */
  readonly connector?: string;
  readonly random?: () => number;
  /** Use responses in which a part of the data is missing. Otherwise they are errors. */
  readonly acceptPartial?: boolean;
};

export type ApiRequest = {
  readonly path: Path;
  /** The text for logs and --explain-queries. */
  readonly query: string;
  readonly parameters: Readonly<Record<string, string>>;
  /** A user wrote the query, so its failure does not show that Prometheus is failing. */
  readonly userWritten?: true;
};

export type QueryContext = {
  readonly deadline: AbortSignal;
  /** Aborts when the caller no longer needs the result. */
  readonly caller: AbortSignal | undefined;
  /** Aborts when the deadline passes or when the caller leaves. */
  readonly either: AbortSignal;
  readonly budget: CallBudget;
  /** Called with the reason if a response is used although a part of it is missing. */
  readonly onPartial: (part: string) => void;
};

type Cost = Pick<ExplainedQuery, 'series'> & Pick<UpstreamCost, 'outcome' | 'bytes' | 'samples'>;

const warningIntervalMs = 60_000;
/** Partial responses are told for this long after the last one. Lists show usage that was read up to five minutes ago. */
const toldMs = 5 * 60_000;
/**
 * If Thanos has no store for a time that is longer ago than this, there are no samples of it. For a newer time there always
 * is a store, so all of them are down.
 */
const presentMs = 15 * 60_000;
/** One response may have 100,000 warnings. */
const mostWarnings = 10;

const acceptAdvice = '--prometheus-accept-partial uses what is there.';
const namedInLog = 'The log of this server names them.';

/** Sends one request at a time through the circuit breaker, and reports its cost to telemetry and `explain`. */
export function createExecutor(options: ExecuteOptions, limits: QueryLimits) {
  const {
    clock,
    logger,
    explain,
    telemetry = silentTelemetry,
    connector = 'prometheus',
    acceptPartial = false,
  } = options;
  const send = createHttpApi(options, limits.responseBytes);
  const circuit = createCircuitBreaker(options);
  let warnedAt = Number.NEGATIVE_INFINITY;
  let lastPartial: { readonly at: number; readonly part: string } | null = null;
  let lastFailure: Error | null = null;

  const warn = (warnings: readonly string[]) => {
    const now = clock.now();
    // A time after now means that the clock was set back.
    if (warnings.length === 0 || (warnedAt <= now && now - warnedAt < warningIntervalMs)) return;
    warnedAt = now;
    const more = warnings.length - mostWarnings;
    logger('warn', 'prometheus.warning', { warnings: warnings.slice(0, mostWarnings), ...(more > 0 ? { more } : {}) });
  };

  const report = (query: string, startedAt: number, { series, ...cost }: Cost) => {
    const milliseconds = performance.now() - startedAt;
    telemetry.upstream({ connector, seconds: milliseconds / 1000, ...cost });
    explain?.({ query, milliseconds, series, samples: cost.samples });
  };

  const form = ({ path, parameters, userWritten }: ApiRequest): URLSearchParams => {
    const fields = new URLSearchParams(parameters);
    if (path === 'query' || path === 'query_range') {
      fields.set('timeout', `${Math.ceil(limits.deadlineMs / 1000)}s`);
      fields.set('stats', 'true');
      // Thanos with --query.auto-downsampling would otherwise count and average downsampled samples. Others ignore it.
      if (!userWritten) fields.set('max_source_resolution', '0s');
      if (!acceptPartial) {
        // Thanos and VictoriaMetrics then answer with an error. Others ignore both.
        fields.set('partial_response', 'false');
        fields.set('deny_partial_response', '1');
      }
    }
    return fields;
  };

  const isAboutPast = ({ parameters }: ApiRequest): boolean =>
    Number(parameters['end'] ?? parameters['time']) * 1000 < clock.now() - presentMs;

  const receive = async <T>(
    request: ApiRequest,
    readEntry: (entry: unknown) => T,
    call: Pick<QueryContext, 'budget'> & { signal: AbortSignal },
  ) => {
    const { path } = request;
    const nothing = { ...noSamples(path === 'query' ? 'vector' : 'matrix'), entries: [] as T[], bytes: 0 };
    const response = await send(path, form(request), call, readEntry).catch((error: unknown) => {
      if (error instanceof NoStoreError && isAboutPast(request)) return nothing;
      throw error;
    });
    const { missingPart, entries } = response;
    const isBeforeStores = isNoStore(missingPart) && entries.length === 0 && isAboutPast(request);
    return isBeforeStores ? { ...response, warnings: [], missingPart: null } : response;
  };

  /** Logs the text of Prometheus, which names the stores. Returns the same error with what the operator can do. */
  const advised = (error: PartialResponseError): PartialResponseError => {
    const isLogged = error.detail !== '' && error.detail !== isPartialMark;
    if (isLogged) warn([error.detail]);
    const more = [...(isLogged ? [namedInLog] : []), ...(acceptPartial ? [] : [acceptAdvice])];
    return new PartialResponseError([error.message, ...more].join(' '), error.detail);
  };

  const execute = async <T>(
    request: ApiRequest,
    readEntry: (entry: unknown) => T,
    call: QueryContext,
  ): Promise<T[]> => {
    const { path, query } = request;
    const open = circuit.enter();
    if (open) throw circuitOpenError(open, lastFailure);
    // The probe tests Prometheus on behalf of all callers, so it continues if its own caller leaves.
    const cancelable = !circuit.probing;
    const signal = cancelable ? call.either : call.deadline;
    const [startedAt, startTime] = [performance.now(), clock.now()];
    try {
      const { budget } = call;
      const response = await receive(request, readEntry, { signal, budget });
      const { data, warnings, missingPart, entries, bytes } = response;
      warn(warnings);
      if (missingPart !== null && !acceptPartial) throw partialResponseError(missingPart);
      if (path === 'query' || path === 'query_range') checkResult(data, path === 'query' ? 'vector' : 'matrix');
      if (missingPart !== null) {
        lastPartial = { at: clock.now(), part: missingPart };
        call.onPartial(missingPart);
      }
      circuit.succeeded();
      report(query, startedAt, { outcome: 'answered', series: entries.length, bytes, samples: samplesRead(data) });
      return entries;
    } catch (caught) {
      const error = caught instanceof PartialResponseError ? advised(caught) : caught;
      const outcome = error instanceof QueryRejectedError ? 'refused' : 'failed';
      if (outcome === 'refused') circuit.succeeded();
      else if ((cancelable && call.caller?.aborted) || request.userWritten) circuit.abandoned();
      else {
        circuit.failed(startTime);
        lastFailure = error instanceof PartialResponseError ? error : null;
      }
      report(query, startedAt, { outcome, series: null, bytes: 0, samples: null });
      throw error;
    }
  };

  return {
    execute,
    /** What figures lack because of partial responses, now and some minutes after the last one; null if nothing. */
    missingStores: (): string | null => {
      const now = clock.now();
      // The clock was set back.
      if (lastPartial !== null && lastPartial.at > now) lastPartial = { ...lastPartial, at: now };
      if (lastPartial === null || now - lastPartial.at >= toldMs) return null;
      const last = new Date(lastPartial.at).toISOString().slice(0, 16).replace('T', ' ');
      return missingStoresText(lastPartial.part, `, last at ${last} UTC`);
    },
  };
}
