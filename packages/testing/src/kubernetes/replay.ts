import { asList, asObject, asText, at, isObject, type Json, type JsonObject, readJson } from './json.ts';
import { mergePatch, strategicPatch } from './patches.ts';
import { apiVersionOf, builtInKinds } from './resource-kinds.ts';
import { type KubernetesStandIn, startKubernetes } from './server.ts';
import { builtInListKeys } from './workload-rules.ts';

type Recorded = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Json;
  readonly trimmed?: readonly string[];
  readonly events?: readonly { readonly event: JsonObject }[];
  readonly end?: { readonly by: 'client' | 'server' };
};

export type Exchange = {
  readonly note: string;
  readonly request?: {
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: Json;
  };
  readonly response?: Recorded;
};

/** What a script can do between the recorded requests, because it was not recorded. */
type Controls = Omit<KubernetesStandIn, 'url' | 'audit'> & {
  readonly send: (method: string, path: string, body?: object, contentType?: string) => Promise<JsonObject>;
  /** From now on, replaces the recorded text by the actual one. */
  readonly bind: (recorded: string, actual: string) => void;
  readonly tokenOf: (user: string) => string;
  readonly restart: () => Promise<void>;
};

type Step = (controls: Controls) => void | Promise<void>;
export type Script = {
  /** Steps before the exchange with the index. */
  readonly before?: Readonly<Record<number, Step>>;
  /** Steps while the watch of the exchange is open. */
  readonly during?: Readonly<Record<number, Step>>;
  /** Exchanges of which only status and headers are compared, with the reason. */
  readonly statusOnly: Readonly<Record<number, string>>;
  readonly notReplayed: Readonly<Record<number, string>>;
  readonly manualEstablishing?: boolean;
  /** Controllers changed the recorded objects, so the stand-in gets them as they were recorded. See `followed`. */
  readonly follows?: true;
  /** What the recorder left out of objects that are written to. */
  readonly given?: readonly RecordedObject[];
};

const volatile = new Set(
  'uid resourceVersion continue token creationTimestamp time lastTransitionTime deletionTimestamp expirationTimestamp'.split(
    ' ',
  ),
);

/** With one time for all writes, the order of managed fields does not depend on the second in which a write arrives. */
const now = () => Date.UTC(2026, 10, 22);

export async function replay(exchanges: readonly Exchange[], script: Script) {
  const standIn = await startKubernetes({ establishes: script.manualEstablishing !== true, now });
  const bound = new Map<string, string>();
  const tokens = new Map([['admin', 'admin']]);
  const controls: Controls = {
    ...standIn,
    bind: (recorded, actual) => bound.set(recorded, actual),
    tokenOf: (user) => tokens.get(user) ?? user,
    restart: async () => {
      await standIn.down();
      await standIn.up();
    },
    send: async (method, path, body, contentType = 'application/json') => {
      const type =
        method === 'PATCH' && contentType === 'application/json' ? 'application/merge-patch+json' : contentType;
      const response = await fetch(`${standIn.url}${path}`, {
        method,
        headers: {
          connection: 'close',
          authorization: 'Bearer admin',
          'content-type': type,
          'user-agent': 'recorder/1',
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
      return asObject(await response.json());
    },
  };
  const differences: string[] = [];
  let replayed = 0;
  const known = new Map((script.given ?? []).map((object) => [keyOf(object), object]));
  for (const [index, exchange] of exchanges.entries()) {
    const { note, request, response } = exchange;
    const follow = script.follows ? followed(exchange, known, controls) : null;
    follow?.before();
    await script.before?.[index]?.(controls);
    if (request === undefined || response === undefined || index in script.notReplayed) continue;
    replayed += 1;
    const where = `${index} (${note.slice(0, 60)})`;
    const actual = await ask(standIn.url, request, {
      bound,
      tokens,
      response,
      during: async () => (follow === null ? script.during?.[index]?.(controls) : follow.during()),
    });
    const token = asText(asObject(asObject(actual.body)['status'])['token']);
    if (token !== '') tokens.set('service account rbac/inventory', token).set('deleted service account', token);
    const depth = index in script.statusOnly ? 'status' : 'all';
    const isTrimmed = script.follows === true && (response.trimmed ?? []).length > 0;
    differences.push(...compare(response, actual, { bound, depth, isTrimmed }).map((text) => `${where}: ${text}`));
  }
  return { differences, replayed, stop: standIn.stop };
}

/**
 * Before a read the stand-in gets the objects of the recorded answer, and during a watch those of the recorded events.
 * Before a write it gets the object as it was recorded so far.
 */
function followed({ request, response }: Exchange, known: Map<string, RecordedObject>, controls: Controls) {
  const path = request?.path ?? '';
  const events = (response?.events ?? []).map(({ event }) => ({
    type: asText(event['type']),
    objects: objectsOf(path, asObject(event['object'])),
  }));
  const answered = response !== undefined && response.status < 300 ? objectsOf(path, response.body) : [];
  const remove = (object: RecordedObject) => controls.remove(object.apiVersion, object.kind, ...place(object));
  const put = (object: RecordedObject) => {
    const stored = controls.put(object);
    controls.bind(asText(object.metadata['resourceVersion']), stored.metadata.resourceVersion);
  };
  const learn = (object: RecordedObject) => {
    const before = known.get(keyOf(object));
    const metadata = { ...before?.metadata, ...object.metadata };
    const spec = strategicPatch(before?.['spec'], object['spec'] ?? {}, builtInListKeys);
    const whole = { ...before, ...object, metadata, spec };
    known.set(keyOf(object), whole);
    return whole;
  };
  const isScale = asObject(response?.body)['kind'] === 'Scale';
  return {
    before: () => {
      const namespace = /\/namespaces\/([^/]+)\/./.exec(path)?.[1];
      if (
        namespace !== undefined &&
        controls.store.get({ group: '', plural: 'namespaces' }, '', namespace) === undefined
      )
        controls.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
      for (const { type, objects } of events.toReversed()) objects.forEach(type === 'ADDED' ? remove : put);
      const version = /resourceVersion=(\w+)/.exec(path)?.[1];
      if (events.length > 0 && version !== undefined) controls.bind(version, String(controls.store.version));
      if (request?.method === 'POST') answered.forEach(remove);
      if (request?.method === 'GET' && !isScale && answered.length > 0) removeAll(controls, path);
      for (const object of answered) {
        if (request?.method === 'GET') put(isScale ? learn(object) : object);
        const before = known.get(keyOf(object));
        const status =
          isScale && before !== undefined ? { status: mergePatch(before['status'], object['status'] ?? {}) } : {};
        if (!['GET', 'POST'].includes(request?.method ?? '') && before !== undefined) put({ ...before, ...status });
        learn(object);
      }
    },
    during: () => {
      for (const { type, objects } of events) objects.forEach(type === 'DELETED' ? remove : put);
    },
  };
}

const place = ({ metadata }: RecordedObject) => [asText(metadata['namespace']), asText(metadata['name'])] as const;
const keyOf = (object: RecordedObject): string => [object.kind, ...place(object)].join('/');

/** The objects of earlier answers are gone if a list has others. */
function removeAll({ store, remove }: Controls, path: string): void {
  const { kind, namespace } = kindAt(path);
  if (kind === undefined) return;
  for (const { metadata } of store.all(kind)) {
    if (namespace === '' || metadata.namespace === namespace)
      remove(apiVersionOf(kind), kind.kind, metadata.namespace ?? '', metadata.name);
  }
}

function kindAt(path: string) {
  const [, group = '', version = '', namespace = '', plural = '', name = ''] =
    /^\/(?:api|apis\/([^/]+))\/([^/]+)(?:\/namespaces\/([^/]+)(?=\/))?\/([^/?]+)(?:\/([^/?]+))?/.exec(path) ?? [];
  const kind = builtInKinds.find((each) => each.plural === plural && each.group === group && each.version === version);
  return { kind, namespace, name };
}

type RecordedObject = JsonObject & {
  readonly kind: string;
  readonly apiVersion: string;
  readonly metadata: JsonObject;
};

/** The objects of an answer or an event, with the kind and the namespace that follow from the path. */
function objectsOf(path: string, body: Json | undefined): readonly RecordedObject[] {
  const { kind, namespace, name } = kindAt(path);
  const content = asObject(body);
  const own = asText(content['kind']);
  if (kind === undefined || own === 'Status' || own === 'Table') return [];
  const items = own.endsWith('List') ? asList(content['items']).map(asObject) : [content];
  const scope = namespace === '' ? {} : { namespace };
  return items
    .filter((item) => name !== '' || at(item, 'metadata', 'name') !== undefined)
    .map(({ apiVersion: _apiVersion, kind: _kind, ...item }) => ({
      ...(own === 'Scale'
        ? { spec: { replicas: 0, ...asObject(item['spec']) }, status: { replicas: at(item, 'status', 'replicas') } }
        : item),
      apiVersion: apiVersionOf(kind),
      kind: kind.kind,
      metadata: { ...scope, ...(name === '' ? {} : { name }), ...asObject(item['metadata']) },
    }));
}

type Actual = { status: number; headers: Headers; body: Json | undefined; events: JsonObject[] };
type Asking = {
  readonly bound: ReadonlyMap<string, string>;
  readonly tokens: ReadonlyMap<string, string>;
  readonly response: Recorded;
  readonly during: () => Promise<void>;
};

async function ask(url: string, request: NonNullable<Exchange['request']>, asking: Asking): Promise<Actual> {
  const { bound, tokens, response: recorded, during } = asking;
  const path = request.path
    .replaceAll(/(?<=continue=|resourceVersion=)[^&]+/g, (value) => bound.get(value) ?? value)
    .replace(/timeoutSeconds=\d+/, 'timeoutSeconds=1');
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [
      name,
      value
        .replace(/<token of ([^>]+)>/, (_, user: string) => tokens.get(user) ?? user)
        .replaceAll(/"[0-9A-F]{64,}"/g, (etag) => bound.get(etag) ?? etag),
    ]),
  );
  const body = request.body === undefined ? undefined : substituted(request.body, bound);
  const leaving = new AbortController();
  const response = await fetch(`${url}${path}`, {
    method: request.method,
    signal: leaving.signal,
    headers: { connection: 'close', 'user-agent': 'recorder/1', ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  if (recorded.events !== undefined || recorded.end !== undefined) {
    await during();
    const events = await readEvents(response, recorded.end?.by === 'client' ? (recorded.events?.length ?? 0) : null);
    leaving.abort();
    return { status: response.status, headers: response.headers, body: undefined, events };
  }
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true && text.startsWith('{');
  const parsed: Json = isJson && !text.trimEnd().includes('\n') ? readJson(text) : text;
  return { status: response.status, headers: response.headers, body: parsed, events: [] };
}

/** Reads a number of events, or all until the end of the stream. */
async function readEvents(response: Response, count: number | null): Promise<JsonObject[]> {
  const events: JsonObject[] = [];
  let text = '';
  if (count === 0 || response.body === null) return events;
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const lines = text.split('\n');
    text = lines.pop() ?? '';
    events.push(...lines.map((line) => asObject(readJson(line))));
    if (count !== null && events.length >= count) break;
  }
  return events;
}

function substituted(value: Json, bound: ReadonlyMap<string, string>): Json {
  if (Array.isArray(value)) return value.map((each) => substituted(each, bound));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      typeof each === 'string' && volatile.has(key) ? (bound.get(each) ?? each) : substituted(each ?? null, bound),
    ]),
  );
}

const comparedHeaders = ['content-type', 'warning', 'retry-after', 'content-encoding'];

type Comparison = {
  readonly bound: Map<string, string>;
  readonly depth: 'status' | 'all';
  readonly isTrimmed: boolean;
};

function compare(recorded: Recorded, actual: Actual, { bound, depth, isTrimmed }: Comparison): string[] {
  if (recorded.status !== actual.status)
    return [`status ${actual.status} ${JSON.stringify(actual.body)?.slice(0, 300)}, recorded ${recorded.status}`];
  const headers = comparedHeaders.flatMap((name) => {
    const [wanted, found] = [recorded.headers?.[name], actual.headers.get(name)];
    return wanted === undefined || wanted === found ? [] : [`${name} is ${found}, recorded ${wanted}`];
  });
  const etag = recorded.headers?.['etag'];
  if (etag !== undefined) bound.set(etag, actual.headers.get('etag') ?? '');
  if (depth === 'status') return headers;
  if (recorded.events !== undefined || recorded.end !== undefined) {
    const events = (recorded.events ?? []).map(({ event }) => event);
    return [...headers, ...differencesOf(events, actual.events, '', { bound, isTrimmed })];
  }
  if (recorded.body === '<gzip bytes>' || recorded.body === undefined || recorded.body === null) return headers;
  return [
    ...headers,
    ...differencesOf(recorded.body, actual.body, '', { bound, isTrimmed: (recorded.trimmed ?? []).length > 0 }),
  ];
}

type Comparing = { readonly bound: Map<string, string>; readonly isTrimmed: boolean };

/** Numbers of versions, and uids in texts, differ in every cluster. */
const neutral = (text: string): string =>
  text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<uid>').replaceAll(/\b\d+(?=[),]|$| \()/g, '#');

/** Recorded fields that the answer lacks or has with another value. Volatile values are bound instead. */
function differencesOf(
  recorded: Json | undefined,
  actual: Json | undefined,
  path: string,
  comparing: Comparing,
): string[] {
  const key = /[^.[\]]+$/.exec(path)?.[0] ?? '';
  if (volatile.has(key) && typeof recorded === 'string') {
    if (typeof actual !== 'string') return key === 'time' ? [] : [`${path} is missing`];
    comparing.bound.set(recorded, actual);
    return [];
  }
  if (Array.isArray(recorded)) return listDifferences(recorded, actual, path, comparing);
  if (isObject(recorded)) {
    if (!isObject(actual)) return [`${path} is ${JSON.stringify(actual)}, recorded an object`];
    const hasManyCauses = asList(asObject(recorded['details'])['causes']).length > 1;
    const ignored = ['itemsReturned', 'lastName', 'serverAddressByClientCIDRs', ...(hasManyCauses ? ['message'] : [])];
    const wanted = Object.keys(recorded).filter((name) => !ignored.includes(name));
    const missing = wanted.flatMap((name) => differencesOf(recorded[name], actual[name], `${path}.${name}`, comparing));
    const isSelf = ['metadata', ''].includes(key) && !comparing.isTrimmed;
    const extra = isSelf ? Object.keys(actual).filter((name) => !(name in recorded) && name !== 'managedFields') : [];
    return [...missing, ...extra.map((name) => `${path}.${name} was not recorded`)];
  }
  if (typeof recorded === 'string' && typeof actual === 'string') {
    if (key === 'name' && /-[a-z0-9]{5}$/.test(recorded)) return [];
    return neutral(recorded) === neutral(actual)
      ? []
      : [`${path} is ${JSON.stringify(actual)}, recorded ${JSON.stringify(recorded)}`];
  }
  return recorded === actual ? [] : [`${path} is ${JSON.stringify(actual)}, recorded ${JSON.stringify(recorded)}`];
}

function listDifferences(recorded: Json[], actual: Json | undefined, path: string, comparing: Comparing): string[] {
  const found = asList(actual);
  if (path.endsWith('causes')) return causeDifferences(recorded, found, path);
  const complete =
    !comparing.isTrimmed && recorded.length !== found.length
      ? [`${path} has ${found.length} items, recorded ${recorded.length}`]
      : [];
  return [
    ...complete,
    ...recorded.flatMap((each, index) => differencesOf(each, found[index], `${path}[${index}]`, comparing)),
  ];
}

function causeText(cause: Json): string {
  const { field, reason, message } = asObject(cause);
  return neutral(`${asText(field)} ${asText(reason)} ${asText(message)}`);
}

/** The order of causes follows the types of the real server, which names some of them twice. */
function causeDifferences(recorded: Json[], actual: Json[], path: string): string[] {
  const [wanted = [], found = []] = [recorded, actual].map((causes) => [...new Set(causes.map(causeText))].toSorted());
  return JSON.stringify(wanted) === JSON.stringify(found)
    ? []
    : [`${path} is ${found.join(' ')}, recorded ${wanted.join(' ')}`];
}
