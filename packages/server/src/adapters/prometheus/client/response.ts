import { isRecord } from '@trimtab/core';
import { SourceError } from '../../../ports/index.ts';

type Labels = Readonly<Record<string, string>>;
/** One series of an instant query; the value is null where it is NaN or infinite. */
export type Sample = { readonly labels: Labels; readonly value: number | null };
/** One series of a range query; each point is a time in seconds since the epoch and the value at that time. */
export type RangeSeries = { readonly labels: Labels; readonly points: readonly (readonly [number, number | null])[] };

/** Prometheus is available but rejected this query. `detail` is its own error text, which is not safe to show. */
export class QueryRejectedError extends SourceError {
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

/** The result exceeds a limit of Prometheus or of this adapter. A query for a smaller part can succeed. */
export class ResultTooLargeError extends QueryRejectedError {}

export type ParsedResponse = { readonly data: unknown; readonly warnings: readonly string[] };

export const responseTooLarge = (maxBytes: number): ResultTooLargeError =>
  new ResultTooLargeError(
    `Prometheus answered one query with more than ${Math.round(maxBytes / 2 ** 20)} MiB. Request fewer namespaces at a time.`,
    '',
  );

/** The error for an unsuccessful response. Its message never repeats text from the response. */
export function responseError(status: number, body: unknown): SourceError {
  const kind = isRecord(body) && typeof body['errorType'] === 'string' ? body['errorType'] : '';
  const detail = isRecord(body) && typeof body['error'] === 'string' ? body['error'] : '';
  if (status === 401 || status === 403) {
    return new SourceError(`Prometheus rejected the credentials (HTTP ${status}).`);
  }
  if (kind === 'timeout' || kind === 'canceled' || status === 504) {
    return new QueryRejectedError('Prometheus canceled a query because it took too long.', detail, { timedOut: true });
  }
  if (detail.includes('too many samples')) {
    return new ResultTooLargeError(
      'A query needs more samples than Prometheus allows. Request fewer namespaces, or raise --query.max-samples of Prometheus.',
      detail,
    );
  }
  if (isRecord(body) && body['status'] === 'error') {
    return new QueryRejectedError(`Prometheus rejected a query (HTTP ${status}).`, detail);
  }
  return new SourceError(
    status >= 200 && status < 300
      ? 'The server at the Prometheus address does not answer with the Prometheus HTTP API.'
      : `Prometheus is unavailable (HTTP ${status}).`,
  );
}

/** Unwraps a response of the Prometheus HTTP API; throws `SourceError` unless its status is "success". */
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
  return { data: body['data'], warnings };
}

/** Sample values arrive as text because JSON has neither NaN nor infinity; both become null (unknown). */
function readValue(text: unknown): number | null {
  const value = typeof text === 'string' && text !== '' ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? value : null;
}

function readLabels(metric: unknown): Labels {
  if (!isRecord(metric)) return {};
  return Object.fromEntries(
    Object.entries(metric).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  );
}

function readResult(data: unknown, type: string): Record<string, unknown>[] {
  if (!isRecord(data) || data['resultType'] !== type || !Array.isArray(data['result'])) {
    throw new SourceError('Prometheus answered a query in a format that cannot be read.');
  }
  return data['result'].filter(isRecord);
}

export function readVector(data: unknown): Sample[] {
  return readResult(data, 'vector').map((entry) => {
    const pair = entry['value'];
    return { labels: readLabels(entry['metric']), value: Array.isArray(pair) ? readValue(pair[1]) : null };
  });
}

export function readMatrix(data: unknown): RangeSeries[] {
  return readResult(data, 'matrix').map((entry) => {
    const pairs: unknown[] = Array.isArray(entry['values']) ? entry['values'] : [];
    // A loop, because there are up to a million points.
    const points: [number, number | null][] = [];
    for (const pair of pairs) {
      if (Array.isArray(pair) && typeof pair[0] === 'number') points.push([pair[0], readValue(pair[1])]);
    }
    return { labels: readLabels(entry['metric']), points };
  });
}

/** How many samples Prometheus read for a query; null if the response has no statistics. */
export function samplesRead(data: unknown): number | null {
  const stats = isRecord(data) ? data['stats'] : null;
  const samples = isRecord(stats) ? stats['samples'] : null;
  const total = isRecord(samples) ? samples['totalQueryableSamples'] : null;
  return typeof total === 'number' ? total : null;
}
