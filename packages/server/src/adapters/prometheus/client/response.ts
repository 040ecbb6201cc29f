import { isRecord } from '@trimtab/core';
import { SourceError } from '../../../ports/index.ts';

type Labels = Readonly<Record<string, string>>;
/** One series of an instant query; the value is null where it is NaN or infinite. */
export type Sample = { readonly labels: Labels; readonly value: number | null };
/** A time in seconds since the epoch and the value at that time. */
type Point = readonly [time: number, value: number | null];
export type RangeSeries = { readonly labels: Labels; readonly points: Iterable<Point> };

/** Points as numbers in one list, with NaN for null. An array for each point would take five times the memory. */
class Points implements Iterable<Point> {
  readonly #numbers: readonly number[];

  constructor(pairs: readonly unknown[]) {
    // oxlint-disable-next-line unicorn/no-new-array -- a list that grows reserves half as much again
    const numbers = new Array<number>(2 * pairs.length);
    for (let at = 0; at < pairs.length; at += 1) {
      const [time, value] = readPoint(pairs[at]);
      numbers[2 * at] = time;
      numbers[2 * at + 1] = value ?? Number.NaN;
    }
    this.#numbers = numbers;
  }

  *[Symbol.iterator](): Iterator<Point> {
    for (let at = 0; at < this.#numbers.length; at += 2) {
      const value = this.#numbers[at + 1] ?? Number.NaN;
      yield [this.#numbers[at] ?? 0, Number.isNaN(value) ? null : value];
    }
  }
}

/** An answer that is an error. `detail` is the text of Prometheus, which is not safe to show. */
export class AnsweredError extends SourceError {
  detail: string;

  constructor(message: string, detail: string, options: { timedOut?: boolean } = {}) {
    super(message, { ...options, cause: detail });
    this.detail = detail;
  }

  /** Removes Prometheus' error text, because it contains a secret. */
  clearDetail(): void {
    this.detail = '';
    this.cause = undefined;
  }
}

/** Prometheus is available but rejected this query. */
export class QueryRejectedError extends AnsweredError {}

/** Some stores behind the server did not answer. */
export class PartialResponseError extends AnsweredError {}

/** Thanos has no store for the time of the query. */
export class NoStoreError extends PartialResponseError {
  constructor() {
    super(partialText(noStoreText), noStoreText);
  }
}

/** The result exceeds a limit of Prometheus or of this adapter. A query for a smaller part can succeed. */
export class ResultTooLargeError extends QueryRejectedError {}

/** A result for a part of the namespaces may have no such label. */
export class LabelTooLongError extends ResultTooLargeError {}

export type ParsedResponse = {
  readonly data: unknown;
  readonly warnings: readonly string[];
  /** Why a part of the data may be missing; null if the response is whole. */
  readonly missingPart: string | null;
};

/** Whether a query for a smaller part can succeed. */
export const isTooMuch = (error: unknown): error is SourceError =>
  error instanceof ResultTooLargeError || (error instanceof SourceError && error.timedOut);

/** The error for an answer that exceeds a limit of this adapter. */
const tooLarge = (answered: string): ResultTooLargeError =>
  new ResultTooLargeError(`Prometheus answered ${answered}. Request fewer namespaces at a time.`, '');

const mebibytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MiB`;

export const responseTooLarge = (mostBytes: number): ResultTooLargeError =>
  tooLarge(`one query with more than ${mebibytes(mostBytes)}`);

export const callTooLarge = (mostBytes: number): ResultTooLargeError =>
  tooLarge(`the queries of one request with more than ${mebibytes(mostBytes)}`);

export const labelTooLong = (mostCharacters: number): LabelTooLongError =>
  new LabelTooLongError(
    `Prometheus answered a query with a label of more than ${mostCharacters} characters. Remove the label with relabeling, or leave it out of the query.`,
    '',
  );

/** A limit that a query for fewer namespaces may meet, by how the servers word it. */
const limits: readonly (readonly [wording: RegExp, limit: string])[] = [
  [/too many samples/, '--query.max-samples of Prometheus'],
  [/number of matching timeseries exceeds/, '-search.maxUniqueTimeseries of VictoriaMetrics'],
  [/failed to receive series from .*limit \d+ violated/, "the tenant's limits of Cortex"],
  [/exceeded bytes limit .*limit \d+ violated/, '--store.grpc.downloaded-bytes-limit of Thanos'],
  [/limit \d+ violated \(got \d+\)/, '--store.limits.request-series and --store.limits.request-samples of Thanos'],
  [
    /query hit the (?:max number of (?:series|chunks)|aggregated (?:chunks|data) size) limit/,
    "the tenant's limits of Cortex",
  ],
];

/** Mimir and VictoriaMetrics name the option. */
const limitOption = /-(?:search|querier|query-frontend)\.max[\w-]+/;

const exceededLimit = (detail: string): string | null =>
  limits.find(([wording]) => wording.test(detail))?.[1] ?? limitOption.exec(detail)?.[0] ?? null;

/** VictoriaMetrics answers so with 503 before version 1.87. */
const tooBusy = /-search\.max(?:ConcurrentRequests|QueueDuration)/;
const tookTooLong = /-search\.maxQueryDuration/;

/** A warning of Thanos, or the end of an error, for a time that no store has. */
const noStoreText = 'No StoreAPIs matched for this query';

/** Thanos and VictoriaMetrics answer so if they must not leave out the data of a store. */
const storesMissing = [
  /proxy Series\(\): .*(?:fetch series for |receive series from |failed to receive any data |code = Unavailable)/s,
  /cannot (?:fetch|get) [\w ]+ from vmstorage nodes/,
  /some of vmstorage nodes are unavailable/,
];
/** The store answered, and the answer was too large for Thanos. */
const isExhausted = /code = ResourceExhausted/;

const isStoreMissing = (status: number, detail: string): boolean =>
  // VictoriaMetrics passes on what a storage node rejects with the same words and status 422.
  (status === 503 || !detail.includes('from vmstorage nodes')) &&
  storesMissing.some((wording) => wording.test(detail)) &&
  !isExhausted.test(detail);

/** Why a store did not answer, by the words of the servers. They also contain addresses. */
const storeFailures: readonly (readonly [wording: RegExp, reason: string])[] = [
  [/connection refused/, 'the connection was refused'],
  [/no such host/, 'its host name is not known'],
  [/deadline exceeded|timeout|timed out|failed to receive any data in /, 'no answer in time'],
  [/\bEOF\b|connection reset|broken pipe|transport is closing/, 'the connection broke off'],
  [/code = Unavailable|unavailable|HTTP status 5\d\d/, 'a store is unavailable'],
  [new RegExp(noStoreText), 'no store has the time of the query'],
];

/** The reason in parentheses, with a space in front; empty if it is unknown. */
function storeFailure(detail: string): string {
  const reason = storeFailures.find(([wording]) => wording.test(detail))?.[1];
  return reason === undefined ? '' : ` (${reason})`;
}

/** The error for an unsuccessful response. Of its text, the message repeats at most the name of an option. */
export function responseError(status: number, body: unknown): SourceError {
  const kind = isRecord(body) && typeof body['errorType'] === 'string' ? body['errorType'] : '';
  const detail = isRecord(body) && typeof body['error'] === 'string' ? body['error'] : '';
  if (status === 401 || status === 403) {
    const tenant = status === 401 ? ' Mimir and Cortex also need --prometheus-tenant.' : '';
    return new SourceError(`Prometheus rejected the credentials (HTTP ${status}).${tenant}`);
  }
  if (status === 429 || tooBusy.test(detail)) {
    return new SourceError(`Prometheus accepts no more queries at the moment (HTTP ${status}).`);
  }
  if (kind === 'timeout' || kind === 'canceled' || status === 504 || tookTooLong.test(detail)) {
    return new QueryRejectedError('Prometheus canceled a query because it took too long.', detail, { timedOut: true });
  }
  if (detail.includes('query time range exceeds the limit')) {
    const option = limitOption.exec(detail)?.[0] ?? 'its limit of the length of a query';
    return new QueryRejectedError(`A query covers more time than the server allows. Raise ${option}.`, detail);
  }
  const limit = exceededLimit(detail);
  if (limit !== null) {
    return new ResultTooLargeError(
      `A query needs more than the server allows. Request fewer namespaces, or raise ${limit}.`,
      detail,
    );
  }
  if (detail.includes('too many unhealthy instances in the ring')) {
    return new SourceError(`Prometheus is unavailable (HTTP ${status}): too many of its instances do not answer.`);
  }
  if (/proxy Series\(\): /.test(detail) && detail.endsWith(noStoreText)) return new NoStoreError();
  if (isStoreMissing(status, detail)) return new PartialResponseError(partialText(detail), detail);
  if (isRecord(body) && body['status'] === 'error') {
    return new QueryRejectedError(`Prometheus rejected a query (HTTP ${status}).`, detail);
  }
  if (status === 404)
    return new SourceError('The address of Prometheus has no HTTP API of Prometheus (HTTP 404). Check its path.');
  return new SourceError(
    status >= 200 && status < 300
      ? 'The server at the Prometheus address does not answer with the Prometheus HTTP API.'
      : `Prometheus is unavailable (HTTP ${status}).`,
  );
}

/**
 * A parsed JSON value takes up to thirty times the memory of its bytes in the response. Usual responses have at
 * least 8 bytes per value, so each value counts as 8 bytes.
 */
export const bytesPerValue = 8;

/** A series takes this much memory even if it has neither labels nor points. */
export const bytesPerSeries = 128;

export const tooManyValues = (most: number): ResultTooLargeError => tooLarge(`one query with more than ${most} values`);

export const tooManyNames = (most: number): ResultTooLargeError =>
  new ResultTooLargeError(`Prometheus has more than ${most} names of metrics.`, '');

/** The metrics of a cluster have some hundred label names. A database of many clusters may have some thousand. */
const mostLabelNames = 10_000;

/**
 * Counts the label names of one response. Series with different names share no memory, so a hostile response in which
 * all names differ would take fifty times its bytes.
 */
export function limitLabelNames(): (entry: unknown) => void {
  const names = new Set<string>();
  return (entry) => {
    if (!isRecord(entry) || !isRecord(entry['metric'])) return;
    for (const name of Object.keys(entry['metric'])) names.add(name);
    if (names.size <= mostLabelNames) return;
    throw tooLarge(`one query with more than ${mostLabelNames} label names`);
  };
}

/** Reads a response without its entries. Throws `SourceError` unless its status is "success". */
export function parseResponse(status: number, text: string): ParsedResponse {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw responseError(status, null);
  }
  if (!isRecord(body) || body['status'] !== 'success' || status >= 400) throw responseError(status, body);
  const warnings = Array.isArray(body['warnings'])
    ? body['warnings'].filter((warning) => typeof warning === 'string')
    : [];
  return { data: body['data'], warnings, missingPart: missingPart(body['isPartial'], warnings) };
}

/** The reason for a response of VictoriaMetrics, which gives none. */
export const isPartialMark = 'isPartial';

/**
 * VictoriaMetrics marks a response in which some of its storage nodes are missing. Thanos, and a Prometheus that reads
 * from others, add a warning. Other warnings are about the query, and begin with "PromQL".
 */
function missingPart(isPartial: unknown, warnings: readonly string[]): string | null {
  const others = warnings.filter((text) => !text.startsWith('PromQL '));
  const worst = others.find((text) => text !== noStoreText) ?? (isPartial === true ? isPartialMark : null);
  return worst ?? others[0] ?? null;
}

/** Whether the only missing part is that no store has the time of the query. */
export const isNoStore = (part: string | null): boolean => part === noStoreText;

/** The response to a query about a time without samples. */
export const noSamples = (resultType: 'vector' | 'matrix'): ParsedResponse => ({
  data: { resultType, result: [] },
  warnings: [],
  missingPart: null,
});

/** Only the reason is repeated: the text may contain an internal address. */
const partialText = (detail: string): string =>
  `Prometheus answered only in part, because some of its stores did not answer${storeFailure(detail)}.`;

export const partialResponseError = (part: string): PartialResponseError =>
  new PartialResponseError(partialText(part), part);

/** What figures lack that were made from partial responses. `last`: when the last one arrived, if that matters. */
export const missingStoresText = (part: string, last = ''): string =>
  `Some stores of Prometheus did not answer${storeFailure(part)}${last}, so figures can be too low.`;

/** An unreadable entry is an error. Leaving it out would make something that exists look missing. */
const unreadable = () => new SourceError('Prometheus answered a query in a format that cannot be read.');

/** Sample values arrive as text because JSON has neither NaN nor infinity; both become null (unknown). */
function readPoint(pair: unknown): Point {
  if (!Array.isArray(pair) || typeof pair[0] !== 'number' || typeof pair[1] !== 'string') throw unreadable();
  const value = Number(pair[1]);
  const isNumber = Number.isFinite(value) && pair[1] !== '';
  if (!isNumber && !/^(?:NaN|[+-]?Inf)$/.test(pair[1])) throw unreadable();
  return [pair[0], isNumber ? value : null];
}

/** Not copied: a response may have thousands of series. */
function readLabels({ metric }: Record<string, unknown>): Labels {
  if (!isLabels(metric)) throw unreadable();
  return metric;
}

const isLabels = (metric: unknown): metric is Labels =>
  isRecord(metric) && Object.values(metric).every((value) => typeof value === 'string');

/** The value of a native histogram is unknown. */
export function readSample(entry: unknown): Sample {
  if (!isRecord(entry)) throw unreadable();
  return { labels: readLabels(entry), value: entry['histogram'] === undefined ? readPoint(entry['value'])[1] : null };
}

export function readRangeSeries(entry: unknown): RangeSeries {
  const pairs = isRecord(entry) ? (entry['values'] ?? ('histograms' in entry ? [] : null)) : null;
  if (!isRecord(entry) || !Array.isArray(pairs)) throw unreadable();
  return { labels: readLabels(entry), points: new Points(pairs) };
}

/** Checks the parts of a response outside the entries of its result. */
export function checkResult(data: unknown, type: 'vector' | 'matrix'): void {
  const result = isRecord(data) && data['resultType'] === type ? data['result'] : null;
  if (!Array.isArray(result) || result.length > 0) throw unreadable();
}

/** How many samples Prometheus read for a query; null if the response has no statistics. */
export function samplesRead(data: unknown): number | null {
  const stats = isRecord(data) ? data['stats'] : null;
  const samples = isRecord(stats) ? stats['samples'] : null;
  const total = isRecord(samples) ? samples['totalQueryableSamples'] : null;
  return typeof total === 'number' ? total : null;
}
