import { type DescribedCall, linesType, type ReadDocument } from './document.ts';
import { isObject } from './json-schema.ts';
import type { Answered } from './mount.ts';

/** Violations of the document in a successful response. */
export function wrongInSuccess(call: DescribedCall, answered: Answered, { problems }: ReadDocument): readonly string[] {
  const { status, headers, json, text } = answered;
  const expected = call.answers.get(status);
  if (expected === undefined) return [`answers ${status}: ${text.slice(0, 200)}`];
  const always = wrongHeaders(headers);
  if (expected === 'nothing') return text === '' ? always : [...always, `sends a body with ${status}`];
  if (expected === 'file') {
    const named = /^attachment; filename="diagnostics-\d{8}T\d{6}Z\.tar\.gz"$/.test(
      headers.get('content-disposition') ?? '',
    );
    return [...always, ...typed(headers, 'application/gzip'), ...(named ? [] : ['is not an attachment with a name'])];
  }
  if (json === undefined) return [...always, 'is not JSON'];
  return [
    ...always,
    ...typed(headers, call.hasLines ? linesType : 'application/json'),
    ...problems(json, expected, 'answer'),
    ...unevenSeries(json),
  ];
}

/** Violations of the document in an error response. */
export function wrongInFailure({ status, headers, json, text }: Answered): readonly string[] {
  if (status < 400) return [`answers ${status}: ${text.slice(0, 200)}`];
  const errors = isObject(json) && Object.keys(json).length === 1 ? json['errors'] : null;
  const sentences = Array.isArray(errors) ? errors : [];
  const isEnvelope = sentences.length > 0 && sentences.every((each) => typeof each === 'string' && each !== '');
  const leaks = /\n\s+at |node_modules|\.ts:\d|:\/\/[^/\s]*@/.test(text);
  return [
    // A response to a request that was rejected before routing has no request id.
    ...(status === 413 ? [] : wrongHeaders(headers)),
    ...typed(headers, 'application/json'),
    ...(isEnvelope ? [] : [`has no body { errors: [sentence] }: ${text.slice(0, 200)}`]),
    ...(leaks ? ['contains internal details (a stack trace, a file path or credentials)'] : []),
  ];
}

const wrongHeaders = (headers: Headers): readonly string[] => [
  ...(headers.get('x-request-id') ? [] : ['has no request id']),
  ...(headers.get('cache-control') === 'no-store' ? [] : ['does not forbid caching (Cache-Control: no-store)']),
];

const typed = (headers: Headers, type: string): readonly string[] =>
  headers.get('content-type')?.startsWith(type) === true ? [] : [`is ${headers.get('content-type')}, not ${type}`];

/** In a response with series, every `values`, `predicted` and `requested` must have the length of `periods`. */
function unevenSeries(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(unevenSeries);
  if (!isObject(value)) return [];
  const { periods, metrics } = value;
  if (!Array.isArray(periods) || !Array.isArray(metrics)) return Object.values(value).flatMap(unevenSeries);
  return metrics.filter(isObject).flatMap((metric) =>
    ['values', 'predicted', 'requested'].flatMap((key) => {
      const values = metric[key];
      return Array.isArray(values) && values.length !== periods.length
        ? [`has ${key} and periods of different lengths`]
        : [];
    }),
  );
}
