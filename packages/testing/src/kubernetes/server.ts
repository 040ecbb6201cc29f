import { randomUUID } from 'node:crypto';
import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { ApiError, failure, tooManyRequests } from './api-error.ts';
import { anonymous, type User } from './authorization.ts';
import { customKinds, definitions, established } from './custom-resources.ts';
import { at, type JsonObject, type KubeObject } from './json.ts';
import { ContainerLogs, type LogPlace } from './pod-logs.ts';
import { readProtobuf } from './protobuf.ts';
import { type ApiAnswer, type ApiRequest, answer, type Context } from './requests.ts';
import { apiVersionOf, builtInKinds, type ResourceKind } from './resource-kinds.ts';
import { completed, namespaceWithDefaults, ObjectStore } from './store.ts';
import { Watch } from './watches.ts';

export type KubernetesOptions = {
  /** With `ca`, only clients with a certificate of this authority are served. */
  readonly tls?: { readonly key: string; readonly cert: string; readonly ca?: string };
  /** False: a definition is established only by `establish`. */
  readonly establishes?: boolean;
  readonly now?: () => number;
};

/** A request as it arrived, with its answer's status: the audit log. */
type Audited = {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly user: string;
  readonly accept: string;
  code: number;
};

type Fault = {
  /** The beginning of the request's path. Default: all requests. */
  readonly path?: string;
  readonly watch?: boolean;
  /** How many requests get this fault. Default: all, until `clearFaults`. */
  readonly times?: number;
  /** `silence`: a watch stays open without events, and any other request is answered only when the fault ends. */
  readonly answer: 'too many' | 'unavailable' | 'internal error' | 'expired token' | 'break' | 'silence';
  readonly retryAfter?: number;
};

export type KubernetesStandIn = Awaited<ReturnType<typeof startKubernetes>>;

/**
 * A small Kubernetes API server on loopback: reading, watching, writing, custom resources, RBAC and faults on demand.
 * It runs no controllers, so a test must write what they would write.
 */
export async function startKubernetes({ tls, establishes = true, now = Date.now }: KubernetesOptions = {}) {
  const store = new ObjectStore();
  const audit: Audited[] = [];
  const users = new Map<string, User>([
    ['admin', { username: 'admin', groups: ['system:masters', 'system:authenticated'] }],
  ]);
  const watches = new Set<Watch>();
  const logs = new ContainerLogs();
  const sockets = new Set<Socket>();
  let faults: { readonly fault: Fault; left: number; readonly ended: PromiseWithResolvers<void> }[] = [];
  const timestamp = () => `${new Date(now()).toISOString().slice(0, 19)}Z`;
  const context: Context = {
    store,
    now: timestamp,
    userOf: (token) => users.get(token) ?? null,
    newToken: (user) => {
      const token = randomUUID();
      users.set(token, user);
      return token;
    },
  };
  const establish = () => {
    for (const definition of store.all(definitions)) {
      if (at(definition, 'status', 'conditions') === null) store.put(definitions, established(definition, timestamp()));
    }
  };
  store.onChange((change) => {
    for (const watch of watches) watch.receive(change);
  });

  const nextFault = (path: string, isWatch: boolean): (Fault & { readonly ended: Promise<void> }) | null => {
    const found = faults.find(
      ({ fault, left }) => left > 0 && path.startsWith(fault.path ?? '') && (fault.watch ?? isWatch) === isWatch,
    );
    if (found === undefined) return null;
    found.left -= 1;
    return { ...found.fault, ended: found.ended.promise };
  };

  const handle = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(incoming.url ?? '/', 'http://127.0.0.1');
    const isWatch = ['1', 'true'].includes(url.searchParams.get('watch') ?? '') || url.pathname.includes('/watch/');
    const audited: Audited = {
      method: incoming.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      user: '',
      accept: incoming.headers.accept ?? '',
      code: 0,
    };
    audit.push(audited);
    try {
      const body = await bodyOf(incoming);
      const fault = nextFault(url.pathname, isWatch);
      if (fault?.answer === 'break') return void response.destroy();
      if (fault?.answer === 'silence' && !isWatch) await fault.ended;
      if (fault !== null && fault.answer !== 'silence') throw faultError(fault);
      const request = requestOf(incoming, url, body, users);
      (audited as { user: string }).user = request.user.username;
      const result = answer(context, request);
      if ('log' in result) {
        audited.code = 200;
        return logs.send(response, result, now());
      }
      if (!('watch' in result)) {
        audited.code = result.code;
        send(response, result, incoming.headers['accept-encoding'] ?? '');
        if (establishes) establish();
        return;
      }
      const watch = new Watch({ store, request: result.watch, form: result.form, columns: result.columns, response });
      watch.isSilent = fault?.answer === 'silence';
      watch.onEnd = () => watches.delete(watch);
      watch.start();
      audited.code = 200;
      watches.add(watch);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      audited.code = error.code;
      send(response, { code: error.code, body: error.body, headers: error.headers }, '');
    }
  };

  const handler = (incoming: IncomingMessage, response: ServerResponse) =>
    void handle(incoming, response).catch((error: unknown) => {
      process.stderr.write(`The stand-in failed: ${error instanceof Error ? error.stack : String(error)}\n`);
      response.destroy();
    });
  let server: Server;
  const listen = async (port: number): Promise<number> => {
    server =
      tls === undefined
        ? createHttpServer(handler)
        : createHttpsServer({ ...tls, requestCert: tls.ca !== undefined }, handler);
    server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The stand-in has no port.');
    return address.port;
  };
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  const port = await listen(0);

  /** Stores an object as a controller or the kubelet would write it. Creates missing namespaces. */
  const put = (object: JsonObject & { apiVersion: string; kind: string }): KubeObject => {
    const kind = kindOf(object.apiVersion, object.kind, customKinds(store));
    const whole = completed(kind, object, now());
    const { namespace } = whole.metadata;
    if (namespace !== undefined && store.get({ group: '', plural: 'namespaces' }, '', namespace) === undefined) {
      put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
    }
    return store.put(kind, kind.kind === 'Namespace' ? namespaceWithDefaults(whole) : whole);
  };

  return {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    store,
    /** All requests since the start, in their order. */
    audit,
    put,
    remove: (apiVersion: string, kind: string, namespace: string, name: string) =>
      store.remove(kindOf(apiVersion, kind), namespace, name),
    /** Accepts a bearer token as a user; without one, `admin` is the token of the administrator. */
    addUser: (token: string, user: User) => users.set(token, user),
    /** Removes a token. Requests with it are then answered with 401. */
    removeUser: (token: string) => users.delete(token),
    /** Writes a line into the log of a container, as the kubelet does; `previous`: of the one before the last restart. */
    writeLog: (place: LogPlace, text: string, options: { readonly time?: number; readonly previous?: boolean } = {}) =>
      logs.write(place, text, { time: now(), ...options }),
    followedLogs: logs.followed,
    /** Ends all followed logs. */
    endLogs: (how?: 'end' | 'break') => logs.end(how),
    establish,
    /** Returns a function that ends the fault. */
    fail: (fault: Fault): (() => void) => {
      const entry = { fault, left: fault.times ?? Number.POSITIVE_INFINITY, ended: Promise.withResolvers<void>() };
      faults.push(entry);
      return () => {
        faults = faults.filter((other) => other !== entry);
        entry.ended.resolve();
      };
    },
    clearFaults: () => {
      for (const { ended } of faults) ended.resolve();
      faults = [];
    },
    openWatches: () => watches.size,
    /** Ends all watches as the server does at their time-out. */
    endWatches: () => [...watches].forEach((watch) => watch.end()),
    /** Closes all watches in the middle of the stream. */
    dropWatches: () => [...watches].forEach((watch) => watch.drop()),
    /** Sends the ERROR event 410 to all watches and ends them. */
    expireWatches: () => [...watches].forEach((watch) => watch.expire('too old resource version: 1 (2)')),
    /** Makes all open watches silent: they stay open, but send nothing. */
    silenceWatches: () =>
      [...watches].forEach((watch) => {
        watch.isSilent = true;
      }),
    bookmark: () => [...watches].forEach((watch) => watch.bookmark()),
    /** Removes older versions, so that continue tokens and exact versions get a 410. */
    compact: () => {
      store.compactedBelow = store.version;
    },
    /** Ends all connections and refuses new ones until `up`. */
    down: close,
    up: async () => {
      store.forgetChanges();
      await listen(port);
    },
    stop: close,
  };
}

function kindOf(apiVersion: string, kind: string, customs: readonly ResourceKind[] = []): ResourceKind {
  const found = [...builtInKinds, ...customs].find((each) => each.kind === kind && apiVersionOf(each) === apiVersion);
  if (found === undefined) throw new Error(`The stand-in does not serve ${apiVersion} ${kind}.`);
  return found;
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const body = await buffer(incoming);
  const object = readProtobuf(body);
  return object === null ? body.toString('utf8') : JSON.stringify(object);
}

function requestOf(incoming: IncomingMessage, url: URL, body: string, users: ReadonlyMap<string, User>): ApiRequest {
  const { authorization, accept = '', 'user-agent': agent = '' } = incoming.headers;
  const header = (name: string): string => {
    const value = incoming.headers[name];
    return typeof value === 'string' ? value : (value?.[0] ?? '');
  };
  const token = /^Bearer (.+)$/.exec(authorization ?? '')?.[1];
  const user = token === undefined ? anonymous : users.get(token);
  if (user === undefined) throw failure({ code: 401, message: 'Unauthorized', reason: 'Unauthorized' });
  const as = header('impersonate-user');
  const groups = header('impersonate-group')
    .split(', ')
    .filter((group) => group !== '');
  return {
    method: incoming.method ?? 'GET',
    url,
    accept,
    contentType: header('content-type').split(';')[0] ?? '',
    agent: agent.split('/')[0] ?? '',
    ifNoneMatch: header('if-none-match'),
    user,
    impersonated: as === '' ? null : { username: as, groups: [...groups, 'system:authenticated'] },
    body,
  };
}

function faultError({ answer: kind, retryAfter = 1 }: Fault): ApiError {
  if (kind === 'too many') return tooManyRequests(retryAfter);
  if (kind === 'unavailable') return new ApiError(503, 'service unavailable\n');
  if (kind === 'expired token') return failure({ code: 401, message: 'Unauthorized', reason: 'Unauthorized' });
  return failure({ code: 500, message: 'Internal error occurred: the database failed', reason: 'InternalError' });
}

const mostPlainBytes = 128 * 1024;

function send(
  response: ServerResponse,
  { code, body, headers = {}, warnings = [] }: ApiAnswer,
  encodings: string,
): void {
  const isText = typeof body === 'string';
  const text = body === null ? '' : isText ? body : JSON.stringify(body);
  const compressed = text.length > mostPlainBytes && encodings.includes('gzip') ? gzipSync(text) : null;
  const type = isText ? 'text/plain; charset=utf-8' : 'application/json';
  response.writeHead(code, {
    ...(body === null ? {} : { 'content-type': type }),
    ...(compressed === null ? {} : { 'content-encoding': 'gzip' }),
    ...(warnings.length === 0 ? {} : { warning: warnings.map((each) => `299 - ${JSON.stringify(each)}`).join(', ') }),
    ...headers,
  });
  response.end(compressed ?? text);
}
