import * as z from 'zod/mini';
import { readText } from '../read-text.ts';
import { HttpError } from './errors.ts';

const maximumBytes = 1024 * 1024;
/** No client needs longer for 1 MiB. A handler's deadline is longer, and its error would blame a slow source. */
const arrivalMs = 10_000;
/** Deeper than any body of the API, and too shallow to overflow the stack of a recursive reader. */
const maximumDepth = 32;

/** Reads a JSON body and checks it in this order: content type, size, syntax, shape. */
export async function readBody<T>(request: Request, schema: z.ZodMiniType<T>): Promise<T> {
  const body = await readOptionalBody(request, schema);
  if (body === null) throw new HttpError(400, 'This call needs a JSON body.');
  return body;
}

/** As `readBody`; null for an empty body. */
export async function readOptionalBody<T>(request: Request, schema: z.ZodMiniType<T>): Promise<T | null> {
  refuseForms(request);
  const text = await readBodyText(request);
  if (text === '') return null;
  if (request.headers.get('content-type') === null)
    throw new HttpError(415, 'The body must be sent as application/json.');
  const value = parse(text);
  if (deeperThan(value, maximumDepth))
    throw new HttpError(400, `The body must not have more than ${maximumDepth} levels.`);
  const result = z.safeParse(schema, value);
  if (!result.success) throw new HttpError(400, describe(result.error.issues[0], value));
  return result.data;
}

/** Rejects form content types, even without a body: a foreign page can send them without a CORS preflight. */
export function refuseForms(request: Request): void {
  const type = request.headers.get('content-type');
  if (type !== null && !/^application\/json\s*(;|$)/i.test(type)) {
    throw new HttpError(415, 'The body must be sent as application/json.');
  }
}

/** For calls without a body. An empty object is accepted, because some clients always send one. */
export async function refuseBody(request: Request): Promise<void> {
  refuseForms(request);
  const text = (await readBodyText(request)).trim();
  if (text !== '' && text !== '{}') throw new HttpError(400, 'This call takes no body.');
}

const tooLarge = (): HttpError => new HttpError(413, 'The body must not be larger than 1 MiB.');

/** Reads a body of at most 1 MiB within 10 s. */
export async function readBodyText(request: Request): Promise<string> {
  if (request.body === null) return '';
  const reader = request.body.getReader();
  let isLate = false;
  // Canceling ends the pending read as if the body were complete.
  const timer = setTimeout(() => {
    isLate = true;
    reader.cancel().catch(() => undefined);
  }, arrivalMs);
  try {
    const text = await readText(reader, maximumBytes, tooLarge);
    if (!isLate) return text;
  } catch (error) {
    if (error instanceof HttpError) throw error;
    // The client has disconnected, so at most a proxy reads this response.
    throw new HttpError(400, 'The body ended before it was complete.');
  } finally {
    clearTimeout(timer);
  }
  throw new HttpError(408, 'The body did not arrive in time. Send it again.');
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

const isMissing = (path: readonly PropertyKey[], body: unknown): boolean =>
  path.reduce<unknown>(
    (within, key) => (Object.hasOwn(Object(within), key) ? Object(within)[key] : undefined),
    body,
  ) === undefined;

function describe(issue: z.core.$ZodIssue | undefined, body: unknown): string {
  const where = issue === undefined || issue.path.length === 0 ? 'The body' : `In the body, ${issue.path.join('.')}`;
  if (issue?.code === 'unrecognized_keys') return `${where} has an unknown key: ${issue.keys.join(', ')}.`;
  if (issue !== undefined && isMissing(issue.path, body)) return `${where} is missing.`;
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
  return `${where} is not valid for this call.`;
}

function bounded(origin: string, relation: string, limit: number | bigint): string {
  const many = origin === 'string' ? 'characters' : origin === 'array' ? 'entries' : null;
  const unit = limit === 1 && origin === 'array' ? 'entry' : many;
  return unit === null ? `must be ${relation} ${limit}` : `must have ${relation} ${limit} ${unit}`;
}
