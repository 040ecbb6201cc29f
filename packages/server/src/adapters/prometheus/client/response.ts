import type { FetchLike } from '@trimtab/core';
import { SourceError } from '../../../ports/index.ts';

export type Labels = Readonly<Record<string, string>>;
/** One series of an instant answer; null where the value is NaN or infinite. */
export type Sample = { readonly labels: Labels; readonly value: number | null };
/** One series of a range answer: seconds since the epoch, and the value there. */
export type Line = { readonly labels: Labels; readonly points: readonly (readonly [number, number | null])[] };

/** Prometheus is there, and does not answer this question. `detail` is its own words, which are not safe to show. */
export class RefusedError extends SourceError {
  detail: string;

  constructor(message: string, detail: string, options: { timedOut?: boolean } = {}) {
    super(message, { ...options, cause: detail });
    this.detail = detail;
  }

  /** Drops the words: they held something that must not be seen. */
  forget(): void {
    this.detail = '';
    this.cause = undefined;
  }
}

/** More than may be answered to one query, here or there: a smaller question can succeed. */
export class TooMuchError extends RefusedError {}

export type Answer = { readonly data: unknown; readonly warnings: readonly string[] };

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The text of a body, counted as it is unpacked: a small compressed answer may hold gigabytes. */
export async function readText(
  response: Awaited<ReturnType<FetchLike>>,
  maxBytes: number,
): Promise<{ text: string; bytes: number }> {
  if (response.body === null) return { text: '', bytes: 0 };
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done || value === undefined) break;
    size += value.byteLength;
    if (size > maxBytes) {
      await reader.cancel().catch(() => undefined);
      throw new TooMuchError(
        `Prometheus answered more than ${Math.round(maxBytes / 2 ** 20)} MiB to one query: ask about fewer namespaces at a time.`,
        '',
      );
    }
    parts.push(decoder.decode(value, { stream: true }));
  }
  parts.push(decoder.decode());
  return { text: parts.join(''), bytes: size };
}

/** What an answer says when it is not a success, in a sentence that repeats nothing the other side wrote. */
export function refusal(status: number, body: unknown): SourceError {
  const kind = isRecord(body) && typeof body['errorType'] === 'string' ? body['errorType'] : '';
  const detail = isRecord(body) && typeof body['error'] === 'string' ? body['error'] : '';
  if (status === 401 || status === 403) {
    return new SourceError(`Prometheus refused the credentials (HTTP ${status}).`);
  }
  if (kind === 'timeout' || kind === 'canceled' || status === 504) {
    return new RefusedError('Prometheus gave up on a query that took too long.', detail, { timedOut: true });
  }
  if (detail.includes('too many samples')) {
    return new TooMuchError(
      'Prometheus refused a query that needs more samples than it allows: ask about fewer namespaces, or raise --query.max-samples there.',
      detail,
    );
  }
  if (isRecord(body) && body['status'] === 'error') {
    return new RefusedError(`Prometheus refused a query (HTTP ${status}).`, detail);
  }
  return new SourceError(
    status >= 200 && status < 300
      ? 'The address given for Prometheus did not answer as Prometheus does.'
      : `Prometheus is unavailable (HTTP ${status}).`,
  );
}

/** Opens the envelope of the HTTP API; throws for everything that is not a success. */
export function readAnswer(status: number, text: string): Answer {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw refusal(status, null);
  }
  if (!isRecord(body) || body['status'] !== 'success' || status >= 400) throw refusal(status, body);
  const warnings = Array.isArray(body['warnings'])
    ? body['warnings'].filter((warning) => typeof warning === 'string')
    : [];
  return { data: body['data'], warnings };
}

/** A sample's value arrives as text, because JSON has neither NaN nor infinity; both mean "not known" here. */
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

const malformed = () => new SourceError('Prometheus answered a query in a form that cannot be read.');

function readResult(data: unknown, type: string): Record<string, unknown>[] {
  if (!isRecord(data) || data['resultType'] !== type || !Array.isArray(data['result'])) throw malformed();
  return data['result'].filter(isRecord);
}

export function readVector(data: unknown): Sample[] {
  return readResult(data, 'vector').map((entry) => {
    const pair = entry['value'];
    return { labels: readLabels(entry['metric']), value: Array.isArray(pair) ? readValue(pair[1]) : null };
  });
}

export function readMatrix(data: unknown): Line[] {
  return readResult(data, 'matrix').map((entry) => {
    const pairs = Array.isArray(entry['values']) ? entry['values'] : [];
    const points = pairs.flatMap((pair): [number, number | null][] =>
      Array.isArray(pair) && typeof pair[0] === 'number' ? [[pair[0], readValue(pair[1])]] : [],
    );
    return { labels: readLabels(entry['metric']), points };
  });
}

/** How many samples Prometheus read for an answer, when it was asked to say so. */
export function samplesRead(data: unknown): number | null {
  const stats = isRecord(data) ? data['stats'] : null;
  const samples = isRecord(stats) ? stats['samples'] : null;
  const total = isRecord(samples) ? samples['totalQueryableSamples'] : null;
  return typeof total === 'number' ? total : null;
}
