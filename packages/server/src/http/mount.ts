import { type Operation, operations } from '@trimtab/core';
import { isDnsLabel, isDnsSubdomain } from '@trimtab/core/patch';
import type { Context, Hono } from 'hono';
import { type Clock, contextOf, untilAborted } from '../ports/index.ts';
import type { Admit } from './admission.ts';
import { readBodyText, refuseBody, refuseForms } from './body.ts';
import type { Call, CallContext, CallEntries } from './call.ts';
import { checkQuery } from './declared-query.ts';
import { HttpError } from './errors.ts';
import type { IdempotentWrites } from './idempotency.ts';
import { jsonResponse } from './json-response.ts';
import { whenSent } from './parallel-limit.ts';
import { Query, quote } from './query.ts';

/** Longer than any Kubernetes name. */
const maximumPartLength = 512;

/** The deadline of a handler, including its upstream queries. Clients wait for 30 s. */
const handlerDeadlineMs = 25_000;

export type RequestState = {
  /** In the response's x-request-id header and in all log lines. */
  readonly requestId: string;
  /** The client's network address. */
  readonly address: string;
  /** For the log. Null until the caller is identified. */
  admitted: { readonly subject: string; readonly operation: string; readonly isWrite: boolean } | null;
};
export type HonoEnvironment = { Bindings: RequestState };

export type MountOptions = {
  readonly admit: Admit;
  readonly idempotentWrites: IdempotentWrites;
  /** Whether paths may contain names that Kubernetes does not allow. */
  readonly anyNames: boolean;
  /** The clusters whose names are the prefixes of namespaces. */
  readonly clusters: readonly string[];
  readonly clock: Clock;
};

/** Mounts every operation of the contract. An operation without a handler returns 501. */
export function mount(app: Hono<HonoEnvironment>, calls: CallEntries, options: MountOptions): void {
  const answers = new Map(calls);
  for (const operation of operations.toSorted(bySpecificity)) {
    const path = operation.path.replaceAll(/\{(\w+)\}/g, ':$1');
    const call = withChecks(operation, answers.get(operation.id), options.clock) ?? notImplemented(operation);
    app.on(operation.method, path, (context) => admitAndAnswer(context, operation, call, options));
  }
}

type MountedContext = Context<HonoEnvironment>;

/** Runs a call after admission. Before it, only the URL and the headers of the request are read. */
async function admitAndAnswer(
  context: MountedContext,
  operation: Operation,
  call: Call,
  options: MountOptions,
): Promise<Response> {
  const { principal, isWrite, takeSlot } = await options.admit(operation, context.req.raw, context.env.address);
  context.env.admitted = { subject: principal.subject, operation: operation.id, isWrite };
  const { anyNames, clusters } = options;
  const run = (request: Request) => answer(context, operation, call, { request, principal, anyNames, clusters });
  if (isWrite) return options.idempotentWrites(principal.subject, context.req.raw, run);
  if (takeSlot === null) return run(context.req.raw);
  // Read the body before taking a slot, so that a slow body does not occupy one.
  const request = operation.method === 'GET' ? context.req.raw : await withArrivedBody(context.req.raw);
  const release = await takeSlot();
  try {
    const sent = whenSent(await run(request), release);
    // The router runs the GET handler for HEAD and ignores the body.
    if (context.req.method === 'HEAD') await sent.body?.cancel();
    return sent;
  } catch (error) {
    release();
    throw error;
  }
}

async function withArrivedBody(request: Request): Promise<Request> {
  const { url, method, headers, signal } = request;
  const body = await readBodyText(request);
  return new Request(url, { method, headers, signal, ...(body === '' ? {} : { body }) });
}

async function answer(
  context: MountedContext,
  operation: Operation,
  call: Call,
  {
    request,
    principal,
    anyNames,
    clusters,
  }: Pick<CallContext, 'request' | 'principal'> & Pick<MountOptions, 'anyNames' | 'clusters'>,
): Promise<Response> {
  const url = new URL(request.url);
  // The router would return a path part that cannot be decoded with its percent signs.
  if (!isDecodable(url.pathname)) throw new HttpError(400, 'The path is not valid percent-encoding.');
  const query = new Query(url.searchParams, Object.keys(operation.query ?? {}));
  const requireName = nameChecker(clusters);
  const run = (signal: AbortSignal) =>
    untilAborted(
      call({
        request,
        principal,
        query,
        part: (name) => {
          const value = part(context, name);
          const isName = name === 'namespace' || (name === 'name' && operation.path.includes('{namespace}'));
          if (isName && !anyNames) requireName(name, value, 'path');
          return value;
        },
        checkNames: (targets, place = 'body') => {
          for (const { namespace, name } of anyNames ? [] : targets) {
            if (namespace !== undefined) requireName('namespace', namespace, place);
            if (name !== undefined) requireName('name', name, place);
          }
        },
        context: contextOf(principal, signal, callerOf(context)),
        signal,
      }),
      signal,
    );
  // A download has no deadline; it ends when the client disconnects.
  const isEndless = operation.download === true || operation.lines === true;
  const running = isEndless ? run(request.signal) : withDeadline(request.signal, run);
  const body = await running.catch((error: unknown) => {
    // The client has disconnected. The error is only a consequence, and at most a proxy reads this response.
    if (request.signal.aborted) throw new HttpError(400, 'The client disconnected before the response.');
    throw error;
  });
  if (body === undefined) return new Response(null, { status: 204 });
  if (body instanceof Response) return body;
  return jsonResponse(operation.envelope === true ? { data: body } : body);
}

/**
 * Aborts the work when the client disconnects or the deadline passes. Unlike `AbortSignal.timeout`, whose objects stay
 * in memory for the full 25 s, the timer is cleared with the response.
 */
async function withDeadline<T>(disconnected: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const onDisconnect = () => controller.abort(disconnected.reason);
  if (disconnected.aborted) onDisconnect();
  disconnected.addEventListener('abort', onDisconnect, { once: true });
  const onDeadline = () => controller.abort(new DOMException('The handler took too long.', 'TimeoutError'));
  const timer = setTimeout(onDeadline, handlerDeadlineMs);
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    disconnected.removeEventListener('abort', onDisconnect);
  }
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
  throw new HttpError(isShort ? 404 : 400, `The ${name} in the path is not a valid name.`);
}

/** Distinguishes clients of one principal, such as a console and a CLI, so that their pages do not mix. */
const callerOf = ({ env, req }: MountedContext): string => `${env.address} ${req.header('user-agent') ?? ''}`;

/** Rejects names that cannot exist in Kubernetes. Artifacts and metrics have other naming rules. */
const nameChecker =
  (clusters: readonly string[]) =>
  (what: 'namespace' | 'name', value: string, place: 'path' | 'body' | 'query'): void => {
    // The targets of a cluster that is no longer read keep its prefix.
    const hasPrefix = clusters.length > 0 && value.split('.').length === 2 && value.split('.').every(isDnsLabel);
    if (what === 'namespace' ? isDnsLabel(value) || hasPrefix : isDnsSubdomain(value)) return;
    const allowed =
      what === 'namespace'
        ? `at most 63 lower-case letters, digits and hyphens${clusters.length === 0 ? '' : ', after the cluster and a dot'}`
        : 'at most 253 lower-case letters, digits, hyphens and dots';
    throw new HttpError(400, `The ${what} ${quote(value)} in the ${place} is not a valid Kubernetes name: ${allowed}.`);
  };

/** Checks body and query against the declaration of the call before the handler runs. */
function withChecks(operation: Operation, call: Call | undefined, clock: Clock): Call | undefined {
  if (call === undefined) return undefined;
  const { method, query, body } = operation;
  return async (context) => {
    if (method !== 'GET') {
      if (body === undefined) await refuseBody(context.request);
      else refuseForms(context.request);
    }
    checkQuery(context.query, operation, clock.now());
    context.checkNames(namesIn(context.query, query), 'query');
    return call(context);
  };
}

/** The namespaces and target names in the query. */
function namesIn(query: Query, declared: Operation['query'] = {}) {
  const values = (name: string) => (Object.hasOwn(declared, name) ? (query.text(name)?.split(',') ?? []) : []);
  return [
    ...['namespace', 'namespaces'].flatMap(values).map((namespace) => ({ namespace })),
    ...['name', 'targetName'].flatMap(values).map((name) => ({ name })),
  ];
}

const notImplemented =
  ({ id, method, path }: Operation): Call =>
  async () => {
    throw new HttpError(501, `${method} ${path} (${id}) is not available in this version.`);
  };

/** Sorts paths with a literal part before paths with a parameter in the same place. */
function bySpecificity(a: Operation, b: Operation): number {
  const [left, right] = [a.path.split('/'), b.path.split('/')];
  for (let index = 0; index < Math.min(left.length, right.length); index += 1) {
    const difference = Number(left[index]?.startsWith('{')) - Number(right[index]?.startsWith('{'));
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}
