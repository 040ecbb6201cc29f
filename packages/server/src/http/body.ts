import * as z from 'zod/mini';
import { HttpError } from './errors.ts';

const maximumBytes = 1024 * 1024;
/** A megabyte, slowly; less than a handler has in all, so that nobody is told that a source was too slow. */
const arrivalMs = 20_000;
/** Deeper than any body of the contract, and far from where recursive readers of it would overflow. */
const maximumDepth = 32;

/**
 * Reads a JSON body, in the order size, type, syntax, shape.
 */
export async function readBody<T>(request: Request, schema: z.ZodMiniType<T>): Promise<T> {
  const body = await readOptionalBody(request, schema);
  if (body === null) throw new HttpError(400, 'This call needs a JSON body.');
  return body;
}

/** As `readBody`; null when nothing was sent. */
export async function readOptionalBody<T>(request: Request, schema: z.ZodMiniType<T>): Promise<T | null> {
  refuseForms(request);
  const text = await readText(request);
  if (text === '') return null;
  if (request.headers.get('content-type') === null)
    throw new HttpError(415, 'The body must be sent as application/json.');
  const value = parse(text);
  if (deeperThan(value, maximumDepth)) throw new HttpError(400, 'The body is nested too deeply.');
  const result = z.safeParse(schema, value);
  if (!result.success) throw new HttpError(400, describe(result.error.issues[0]));
  return result.data;
}

/** Also without a body: a form's content type is how a foreign page would post without a preflight (reliability.md S13). */
export function refuseForms(request: Request): void {
  const type = request.headers.get('content-type');
  if (type !== null && !/^application\/json\s*(;|$)/i.test(type)) {
    throw new HttpError(415, 'The body must be sent as application/json.');
  }
}

/** For calls that take none. An empty object says as little as nothing does, and some clients always send one. */
export async function refuseBody(request: Request): Promise<void> {
  refuseForms(request);
  const text = (await readText(request)).trim();
  if (text !== '' && text !== '{}') throw new HttpError(400, 'This call takes no body.');
}

/** Counts while it reads: a body without a length must not fill the memory first, and none may trickle in for ever. */
export async function readText(request: Request): Promise<string> {
  if (request.body === null) return '';
  const decoder = new TextDecoder();
  const reader = request.body.getReader();
  let isLate = false;
  // What is awaited then ends, as if the body had.
  const timer = setTimeout(() => {
    isLate = true;
    reader.cancel().catch(() => undefined);
  }, arrivalMs);
  let size = 0;
  let text = '';
  try {
    for await (const chunk of chunks(reader)) {
      size += chunk.byteLength;
      if (size > maximumBytes) throw new HttpError(413, 'The body must not be larger than 1 MiB.');
      text += decoder.decode(chunk, { stream: true });
    }
  } catch (error) {
    if (error instanceof HttpError) throw error;
    // Its sender left, which is no failure of ours. Nobody reads this answer, unless a proxy does.
    throw new HttpError(400, 'The body ended before it was complete.');
  } finally {
    clearTimeout(timer);
  }
  if (isLate) throw new HttpError(408, 'The body did not arrive in time. Send it again.');
  return text + decoder.decode();
}

// Not every browser can iterate a stream yet, and the demo reads bodies in one.
async function* chunks(reader: ReadableStreamDefaultReader<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    // Nobody waits for it: the half of a cloned request is not canceled before the other half is.
    reader.cancel().catch(() => undefined);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text, (key, value: unknown) => {
      if (key === '__proto__') throw new HttpError(400, 'The body must not contain a key __proto__.');
      return value;
    });
  } catch (error) {
    if (error instanceof HttpError) throw error;
    throw new HttpError(400, 'The body is not valid JSON.');
  }
}

function deeperThan(value: unknown, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return limit === 0 || Object.values(value).some((child) => deeperThan(child, limit - 1));
}

function describe(issue: z.core.$ZodIssue | undefined): string {
  const where = issue === undefined || issue.path.length === 0 ? 'The body' : `In the body, ${issue.path.join('.')}`;
  if (issue?.code === 'unrecognized_keys') return `${where} has an unknown key: ${issue.keys.join(', ')}.`;
  if (issue?.code === 'invalid_type') {
    const { expected } = issue;
    if (expected === 'number') return `${where} must be a finite number.`;
    return `${where} must be of type ${expected === 'record' ? 'object' : expected}.`;
  }
  if (issue?.code === 'invalid_value') return `${where} must be ${issue.values.map(String).join(' or ')}.`;
  if (issue?.code === 'too_big') return `${where} ${bounded(issue.origin, 'at most', issue.maximum)}.`;
  if (issue?.code === 'too_small') {
    if (issue.origin === 'string' && issue.minimum === 1) return `${where} must not be empty.`;
    const relation = issue.inclusive === true ? 'at least' : 'greater than';
    return `${where} ${bounded(issue.origin, relation, issue.minimum)}.`;
  }
  return `${where} is not what this call takes.`;
}

function bounded(origin: string, relation: string, limit: number | bigint): string {
  const unit = origin === 'string' ? 'characters' : origin === 'array' ? 'entries' : null;
  return unit === null ? `must be ${relation} ${limit}` : `must have ${relation} ${limit} ${unit}`;
}
