import { type Operation, operations } from '@trimtab/core';
import type { Context, Hono } from 'hono';
import type { Call, Calls } from '../routes/call.ts';
import { HttpError } from './errors.ts';
import { Query } from './query.ts';

/** Longer than any Kubernetes name; a longer part cannot name anything. */
const maximumPartLength = 512;

/** The whole of a handler, upstream questions included. A little below the listener's own limit of 30 s. */
const handlerDeadlineMs = 25_000;

/** What comes beside a request: one id for its answer and its log lines. */
export type HonoEnvironment = { Bindings: { requestId: string } };

/**
 * Mounts every call of the contract in the order in which a literal part of a path wins over a parameter. A call that
 * nobody answers yet says so with 501, so that none is forgotten and none pretends.
 */
export function mount(app: Hono<HonoEnvironment>, calls: Calls): void {
  const answers = new Map<string, Call>(calls);
  for (const operation of operations.toSorted(bySpecificity)) {
    const path = operation.path.replaceAll(/\{(\w+)\}/g, ':$1');
    const call = answers.get(operation.id) ?? notYet(operation);
    app.on(operation.method, path, (context) => answer(context, operation, call));
  }
}

/** The ids of the calls that answer 501. */
export const callsToCome = (calls: Calls): readonly string[] => {
  const answered = new Set<string>(calls.map(([id]) => id));
  return operations.map(({ id }) => id).filter((id) => !answered.has(id));
};

async function answer(context: Context, operation: Operation, call: Call): Promise<Response> {
  const request = context.req.raw;
  const url = new URL(request.url);
  // The router would take such a part as it came, percent signs and all.
  if (!isDecodable(url.pathname)) throw new HttpError(400, 'The path is not valid percent-encoding.');
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(handlerDeadlineMs)]);
  const body = await call({
    request,
    query: new Query(url.searchParams, Object.keys(operation.query ?? {})),
    part: (name) => part(context, name),
    signal,
  });
  if (body === undefined) return new Response(null, { status: 204 });
  return Response.json(operation.envelope === true ? { data: body } : body);
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

function part(context: Context, name: string): string {
  const value = context.req.param(name) ?? '';
  const isName = value.length > 0 && value.length <= maximumPartLength && !value.includes('\0');
  if (!isName) throw new HttpError(400, `The ${name} in the path cannot be the name of anything.`);
  return value;
}

const notYet =
  ({ id, method, path }: Operation): Call =>
  async () => {
    throw new HttpError(501, `${method} ${path} (${id}) is not there yet in this version.`);
  };

function bySpecificity(a: Operation, b: Operation): number {
  const [left, right] = [a.path.split('/'), b.path.split('/')];
  for (let index = 0; index < Math.min(left.length, right.length); index += 1) {
    const difference = Number(left[index]?.startsWith('{')) - Number(right[index]?.startsWith('{'));
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}
