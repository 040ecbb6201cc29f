import type { ServerResponse } from 'node:http';
import { ApiError, expired, failure } from './api-error.ts';
import type { JsonObject, KubeObject } from './json.ts';
import {
  type Column,
  checkNotInFuture,
  type Form,
  type ListRequest,
  listOptionForbidden,
  metadataOnly,
  selection,
  tableOf,
  unparsableVersion,
} from './lists.ts';
import { apiVersionOf, storageKey } from './resource-kinds.ts';
import type { Change, ObjectStore } from './store.ts';

type WatchOptions = {
  readonly store: ObjectStore;
  readonly request: ListRequest;
  readonly response: ServerResponse;
  readonly form: Form;
  readonly columns: readonly Column[];
};

/** One open watch. Its events are newline-separated JSON. */
export class Watch {
  readonly request: ListRequest;
  readonly #options: WatchOptions;
  readonly #isSelected: (object: KubeObject) => boolean;
  readonly #timers: NodeJS.Timeout[] = [];
  /** A silent watch stays open and sends nothing, not even its end. */
  isSilent = false;
  #sentVersion = 0;
  onEnd: () => void = () => undefined;

  constructor(options: WatchOptions) {
    this.#options = options;
    this.request = options.request;
    this.#isSelected = selection(options.request);
  }

  /** Sends the headers and the events that the client has missed. Throws `ApiError` before that. */
  start(): void {
    const { store, request, response } = this.#options;
    const { query } = request;
    const asked = query.get('resourceVersion') ?? '';
    if (query.get('sendInitialEvents') === 'true' && query.get('resourceVersionMatch') !== 'NotOlderThan') {
      const why = 'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan';
      throw listOptionForbidden('resourceVersionMatch', why);
    }
    if (!/^\d*$/.test(asked)) throw failure({ code: 500, message: unparsableVersion(asked) });
    response.writeHead(200, { 'content-type': 'application/json', 'transfer-encoding': 'chunked' });
    response.flushHeaders();
    this.#sentVersion = Number(asked);
    const seconds = Number(query.get('timeoutSeconds') ?? '0');
    if (seconds > 0) {
      this.#after(seconds * 1000, () => this.end());
      if (seconds > 2) this.#after((seconds - 2) * 1000, () => this.bookmark());
    }
    response.on('close', () => this.#close());
    const initial = query.get('sendInitialEvents') === 'true' || asked === '' || asked === '0';
    if (initial) return this.#sendInitial();
    if (Number(asked) < store.forgottenBelow) {
      return this.expire(`too old resource version: ${asked} (${store.forgottenBelow})`);
    }
    for (const change of store.changesAfter(request.kind, Number(asked))) this.receive(change);
  }

  receive(change: Change): void {
    const { object, previous, isDeleted, key } = change;
    if (this.isSilent || key !== storageKey(this.request.kind)) return;
    const was = previous !== null && this.#isSelected(previous);
    const is = !isDeleted && this.#isSelected(object);
    if (!was && !is) return;
    this.#sentVersion = change.version;
    if (is) return this.#write(was ? 'MODIFIED' : 'ADDED', object);
    // An object that stops matching keeps its last matching state, with the new version.
    const { resourceVersion } = object.metadata;
    const last = previous ?? object;
    this.#write('DELETED', { ...last, metadata: { ...last.metadata, resourceVersion } });
  }

  bookmark(annotations?: JsonObject): void {
    const { store, request } = this.#options;
    if (this.isSilent || request.query.get('allowWatchBookmarks') !== 'true') return;
    if (annotations === undefined && store.version <= this.#sentVersion) return;
    const { kind } = request;
    const metadata = { resourceVersion: String(store.version), ...(annotations === undefined ? {} : { annotations }) };
    this.#send({ type: 'BOOKMARK', object: { kind: kind.kind, apiVersion: apiVersionOf(kind), metadata } });
  }

  /** An ERROR event with a Status 410, then the end: the client must list again. */
  expire(message: string): void {
    const { body } = expired(message);
    this.#send({ type: 'ERROR', object: body });
    this.end();
  }

  end(): void {
    if (this.isSilent) return;
    this.#options.response.end();
    // Send nothing after the end, even if the connection is not closed yet.
    this.isSilent = true;
  }

  /** Closes the connection in the middle of the stream. */
  drop(): void {
    this.#options.response.destroy();
  }

  #sendInitial(): void {
    const { store, request } = this.#options;
    try {
      checkNotInFuture(store, request.query.get('resourceVersion') ?? '');
    } catch (error) {
      if (error instanceof ApiError) return;
      throw error;
    }
    for (const object of store.all(request.kind)) if (this.#isSelected(object)) this.#write('ADDED', object);
    this.#sentVersion = store.version;
    if (request.query.get('sendInitialEvents') === 'true') this.bookmark({ 'k8s.io/initial-events-end': 'true' });
  }

  #write(type: string, object: KubeObject): void {
    const { form, columns } = this.#options;
    if (form === 'object') {
      this.#options.response.write(`{"type":"${type}","object":${jsonOf(object)}}\n`);
    } else {
      const metadata = { resourceVersion: object.metadata.resourceVersion };
      this.#send({ type, object: form === 'metadata' ? metadataOnly(object) : tableOf([object], metadata, columns) });
    }
  }

  #send(event: JsonObject): void {
    this.#options.response.write(`${JSON.stringify(event)}\n`);
  }

  #after(milliseconds: number, action: () => void): void {
    this.#timers.push(setTimeout(action, milliseconds).unref());
  }

  #close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.onEnd();
  }
}

const texts = new WeakMap<KubeObject, string>();
/** The JSON of an object, created once for all watches. */
function jsonOf(object: KubeObject): string {
  const known = texts.get(object);
  if (known !== undefined) return known;
  const text = JSON.stringify(object);
  texts.set(object, text);
  return text;
}
