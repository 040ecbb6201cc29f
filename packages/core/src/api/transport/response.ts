import * as z from 'zod/mini';
import { InvalidResponseError } from '../../errors.ts';
import type { Operation } from '../operations/operation.ts';
import type { Deadline } from './deadline.ts';
import type { FetchResponse } from './fetch.ts';

/** The maximum size of a response. A list of 10,000 targets has a tenth of it. */
const maxAnswerBytes = 32 * 1024 * 1024;

/**
 * Reads the body as text, up to the size limit and until the deadline.
 * @throws InvalidResponseError when the body is larger than the limit; the error of the platform when the connection is cut off
 */
export async function readText(response: FetchResponse, deadline: Deadline): Promise<string> {
  const reader = response.body?.getReader();
  if (reader === undefined) return '';
  const decoder = new TextDecoder();
  let text = '';
  let received = Number(response.headers.get('content-length') ?? 0) > maxAnswerBytes ? Infinity : 0;
  try {
    while (received <= maxAnswerBytes) {
      const { done, value } = await deadline.race(reader.read());
      if (done) return text + decoder.decode();
      received += value?.byteLength ?? 0;
      text += decoder.decode(value, { stream: true });
    }
  } catch (error) {
    release(reader);
    throw error;
  }
  release(reader);
  throw new InvalidResponseError(`the response is larger than ${maxAnswerBytes} bytes`);
}

function release(reader: { cancel(): Promise<void> }): void {
  // Closes the connection. An error means that it is already closed.
  reader.cancel().catch(() => {});
}

/**
 * Accepts JSON types, a missing type, and text/plain, which Go servers send by default. An HTML page is often a captive
 * portal.
 */
const mayBeJson = (contentType: string | null): boolean =>
  contentType === null || /^\s*(?:application\/(?:[\w.-]+\+)?json|text\/plain)\s*(?:;|$)/i.test(contentType);

function assertJson(response: FetchResponse): void {
  const contentType = response.headers.get('content-type');
  if (!mayBeJson(contentType)) throw new InvalidResponseError(`the response is ${contentType ?? 'unnamed'}, not JSON`);
}

function parseJson(text: string): unknown {
  try {
    const parsed: unknown = JSON.parse(text);
    return parsed;
  } catch (cause) {
    throw new InvalidResponseError(text.trim() === '' ? 'the response is empty' : 'the response is not JSON', {
      cause,
    });
  }
}

const dataOf = (json: unknown): { readonly data: unknown } | null =>
  typeof json === 'object' && json !== null && Object.hasOwn(json, 'data') && 'data' in json
    ? { data: json.data }
    : null;

/** Parses a response by its schema. The response may be wrapped in `{ data }`. */
function unwrap(schema: z.ZodMiniType, json: unknown): unknown {
  const envelope = dataOf(json);
  const inner = envelope === null ? null : z.safeParse(schema, envelope.data);
  if (inner?.success === true) return inner.data;
  const bare = z.safeParse(schema, json);
  if (bare.success) return bare.data;
  const issue = (inner ?? bare).error.issues[0];
  throw new InvalidResponseError(
    `${issue?.path.map(String).join('.') || 'the response'} does not match the API contract`,
    {
      cause: bare.error,
    },
  );
}

/**
 * Reads a successful response by the schema of its operation: undefined if the operation has no response body, null for
 * an empty nullable response.
 * @throws InvalidResponseError if the body is not JSON or does not match the schema
 */
export async function readAnswer(operation: Operation, response: FetchResponse, deadline: Deadline): Promise<unknown> {
  const empty = response.status === 204 || response.status === 205;
  if (empty && operation.answer !== undefined && operation.nullable === true) return null;
  if (empty && operation.answer === undefined) return undefined;
  const text = await readText(response, deadline);
  if (operation.answer === undefined && text.trim() === '') return undefined;
  assertJson(response);
  const json = parseJson(text);
  return operation.answer === undefined ? undefined : unwrap(operation.answer, json);
}

/** The parsed JSON of a response, without a schema check. */
export async function readJson(response: FetchResponse, deadline: Deadline): Promise<unknown> {
  const text = await readText(response, deadline);
  assertJson(response);
  return parseJson(text);
}

const isText = (entry: unknown): entry is string => typeof entry === 'string';

/** The `errors` of an error response; empty if the body is not JSON or the first entry is not a string. */
export function readMessages(text: string): readonly string[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return [];
  }
  const errors = typeof json === 'object' && json !== null && 'errors' in json ? json.errors : [];
  return Array.isArray(errors) && isText(errors[0]) ? errors.filter(isText) : [];
}
