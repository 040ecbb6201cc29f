import { type Operation, operations } from '@trimtab/core';
import type { Context, Hono } from 'hono';
import { contextOf } from '../ports/index.ts';
import type { Admission } from './admission.ts';
import { refuseBody, refuseForms } from './body.ts';
import type { Call, CallContext, Calls } from './call.ts';
import { checkQuery } from './declared-query.ts';
import { HttpError } from './errors.ts';
import type { IdempotentWrites } from './idempotency.ts';
import { whenSent } from './parallel-limit.ts';
import { Query } from './query.ts';

/** Longer than any Kubernetes name; a longer part cannot name anything. */
const maximumPartLength = 512;

/** The whole of a handler, upstream questions included. A little below the listener's own limit of 30 s. */
const handlerDeadlineMs = 25_000;

/** What goes beside a request through the router. */
export type RequestState = {
  /** One for the answer and all log lines. */
  readonly requestId: string;
  /** Where it came from, for those limits that are kept per address. */
  readonly address: string;
  /** Who sent it, once that is known, and what was asked: for the log. */
  admitted: { readonly subject: string; readonly operation: string; readonly isWrite: boolean } | null;
};
export type HonoEnvironment = { Bindings: RequestState };

/** What stands before every call. */
export type MountOptions = { readonly admission: Admission; readonly idempotentWrites: IdempotentWrites };

/**
 * Mounts every call of the contract in the order in which a literal part of a path wins over a parameter. A call that
 * nobody answers yet says so with 501, so that none is forgotten and none pretends.
 */
export function mount(app: Hono<HonoEnvironment>, calls: Calls, options: MountOptions): void {
  const answers = new Map<string, Call>(calls);
  for (const operation of operations.toSorted(bySpecificity)) {
    const path = operation.path.replaceAll(/\{(\w+)\}/g, ':$1');
    const call = strictly(operation, answers.get(operation.id)) ?? notYet(operation);
    app.on(operation.method, path, (context) => admitted(context, operation, call, options));
  }
}

/** The ids of the calls that answer 501. */
export function callsToCome(calls: Calls): readonly string[] {
  const answered = new Set<string>(calls.map(([id]) => id));
  return operations.map(({ id }) => id).filter((id) => !answered.has(id));
}

type MountedContext = Context<HonoEnvironment>;

/** Nothing of a request but its address and headers is looked at before it is known who sent it. */
async function admitted(
  context: MountedContext,
  operation: Operation,
  call: Call,
  options: MountOptions,
): Promise<Response> {
  const { principal, isWrite, release } = await options.admission.admit(
    operation,
    context.req.raw,
    context.env.address,
  );
  context.env.admitted = { subject: principal.subject, operation: operation.id, isWrite };
  const run = (request: Request) => answer(context, operation, call, { request, principal });
  try {
    const response = await (isWrite
      ? options.idempotentWrites(principal.subject, context.req.raw, run)
      : run(context.req.raw));
    if (operation.download !== true) return response;
    const sent = whenSent(response, release);
    // The router asks a GET for every HEAD, and then leaves the body alone.
    if (context.req.method === 'HEAD') await sent.body?.cancel();
    return sent;
  } catch (error) {
    release();
    throw error;
  }
}

async function answer(
  context: MountedContext,
  operation: Operation,
  call: Call,
  { request, principal }: Pick<CallContext, 'request' | 'principal'>,
): Promise<Response> {
  const url = new URL(request.url);
  // The router would take such a part as it came, percent signs and all.
  if (!isDecodable(url.pathname)) throw new HttpError(400, 'The path is not valid percent-encoding.');
  const query = new Query(url.searchParams, Object.keys(operation.query ?? {}));
  const asking = (signal: AbortSignal) =>
    unlessEnded(
      call({
        request,
        principal,
        query,
        part: (name) => part(context, name),
        context: contextOf(principal, signal),
        signal,
      }),
      signal,
    );
  // A download takes as long as it takes, and ends when nobody reads it.
  const answering = operation.download === true ? asking(request.signal) : inTime(request.signal, asking);
  const body = await answering.catch((error: unknown) => {
    // Whatever that broke is no failure of ours, and nobody reads this, unless a proxy does.
    if (request.signal.aborted) throw new HttpError(400, 'The client left before it was answered.');
    throw error;
  });
  if (body === undefined) return new Response(null, { status: 204 });
  if (body instanceof Response) return body;
  return Response.json(operation.envelope === true ? { data: body } : body);
}

/**
 * Ends work that its client left, or that takes too long. A timer of its own, which goes with the answer: what
 * AbortSignal.timeout holds stays in memory until it is due, and that is 25 seconds of requests.
 */
async function inTime<T>(left: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const ending = new AbortController();
  const leave = () => ending.abort(left.reason);
  if (left.aborted) leave();
  left.addEventListener('abort', leave, { once: true });
  const late = () => ending.abort(new DOMException('The handler took too long.', 'TimeoutError'));
  const timer = setTimeout(late, handlerDeadlineMs);
  try {
    return await work(ending.signal);
  } finally {
    clearTimeout(timer);
    left.removeEventListener('abort', leave);
  }
}

/** A call that does not look at its signal must not keep its client waiting beyond it. */
function unlessEnded<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = (): void => reject(signal.reason);
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
  });
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
  const isShort = value.length > 0 && value.length <= maximumPartLength;
  if (isShort && !value.includes('\0')) return value;
  throw new HttpError(isShort ? 404 : 400, `The ${name} in the path cannot be the name of anything.`);
}

/** Holds a request to the declaration of its call, also where the call itself does not look. */
function strictly({ method, query, body }: Operation, call: Call | undefined): Call | undefined {
  if (call === undefined) return undefined;
  return async (context) => {
    if (method !== 'GET') {
      if (body === undefined) await refuseBody(context.request);
      else refuseForms(context.request);
    }
    checkQuery(context.query, query);
    return call(context);
  };
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
