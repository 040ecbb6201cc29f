import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { type Clock, type Logger, SourceError } from '../../ports/index.ts';
import { type KubernetesClient, KubernetesError, problemOf } from './client.ts';
import { pauseAfter, retried } from './retries.ts';

/** A resource of the API server and the fields of its objects that the server stores. */
export type Resource<T> = {
  /** `/apis/apps/v1` */
  readonly api: string;
  readonly plural: string;
  readonly isClusterWide?: true;
  readonly metadataOnly?: true;
  /** An add-on defines the resource. A cluster without the add-on has no such objects. */
  readonly mayBeUnserved?: true;
  /**
   * Returns the fields of an object that are stored. They must not contain functions, because each event is compared with
   * the stored object, and two functions are never equal. Throws if the object has another shape.
   */
  readonly read: (object: unknown) => T;
};

export type InformerOptions<T> = {
  readonly client: KubernetesClient;
  readonly resource: Resource<T>;
  /** Null: the whole cluster. */
  readonly namespace: string | null;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Default: a random number from 0 to 1. */
  readonly random?: () => number;
  /** How long the server keeps a watch open, and how long a connection may be silent before it counts as lost. */
  readonly watchMs?: number;
  /** How long to wait after a refusal for missing rights. Default: a minute. */
  readonly forbiddenMs?: number;
};

const pageSize = 500;
/** How often a page is requested again that the API server refuses because it is overloaded. */
const mostPageRetries = 10;
/**
 * The API server ends each watch after this time, which confirms the copy even if nothing changed. It is shorter than
 * the minute after which an inventory counts as stale.
 */
const defaultWatchMs = 45_000;
const silenceMs = 10_000;
/** An administrator may grant the rights while the server runs. */
export const forbiddenDelayMs = 60_000;
/** The add-on may be installed while the server runs. Each list that confirms its absence counts as current. */
const unservedDelayMs = 30_000;
/** A watch that ends sooner without an event counts as a failure, so that it is not repeated without a pause. */
const shortestWatchMs = 1000;

const metadataSchema = z.object({
  name: z.string(),
  namespace: z.optional(z.string()),
  resourceVersion: z.string(),
});
const objectSchema = z.object({ metadata: metadataSchema });
const listSchema = z.object({
  metadata: z.object({ resourceVersion: z.string(), continue: z.optional(z.string()) }),
  items: z.array(z.unknown()),
});
const eventSchema = z.object({ type: z.string(), object: z.unknown() });
const versionSchema = z.object({ metadata: z.object({ resourceVersion: z.string() }) });
const errorSchema = z.object({ code: z.optional(z.number()), message: z.optional(z.string()) });

/** Keeps a copy of the objects of one resource by a list and a watch. */
export class Informer<T> {
  readonly #options: InformerOptions<T>;
  #objects = new Map<string, T>();
  #version: string | null = null;
  #failures = 0;
  /** When the API server last sent something; null before the first list. */
  contactAt: number | null = null;
  /** Why the copy is currently not kept up to date; null if it is. */
  problem: KubernetesError | null = null;
  /** How often the copy has changed. The first list counts as a change, even if it is empty. */
  changes = 0;

  constructor(options: InformerOptions<T>) {
    this.#options = options;
  }

  /** Null: the whole cluster. */
  get namespace(): string | null {
    return this.#options.namespace;
  }

  get isForbidden(): boolean {
    return this.problem?.status === 403;
  }

  values(): Iterable<T> {
    return this.#objects.values();
  }

  /** The key is `namespace/name`. A cluster-wide resource has an empty namespace. */
  get(key: string): T | undefined {
    return this.#objects.get(key);
  }

  /** The version of the copy; null before the first list. */
  get version(): string | null {
    return this.#version;
  }

  get size(): number {
    return this.#objects.size;
  }

  /** Runs until the signal aborts. While the API server does not answer, the copy keeps the last known objects. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        this.#version ??= await this.#list(signal);
        await this.#watch(this.#version, signal);
      } catch (error) {
        if (signal.aborted) return;
        this.#correctContact();
        if (this.#isUnserved(error)) this.#replace(new Map());
        await this.#options.wait(this.#delayAfter(error), signal);
      }
    }
  }

  #delayAfter(error: unknown): number {
    const { logger, resource, random = Math.random, forbiddenMs = forbiddenDelayMs } = this.#options;
    if (this.#isUnserved(error)) {
      this.#version = null;
      return unservedDelayMs * (0.5 + random());
    }
    const problem = problemOf(error);
    // After an event that cannot be read, the copy is incomplete until the next list.
    if (problem.status === 410 || !(error instanceof SourceError)) this.#version = null;
    // The API server no longer has this version, which is normal after its restart. List again at once, but not in a
    // loop.
    if (problem.status === 410) {
      if (this.#failures === 0) {
        this.#failures += 1;
        return 0;
      }
    } else {
      this.problem = problem;
    }
    this.#failures += 1;
    if (this.#failures === 3)
      logger('warn', 'kubernetes watch failed', { resource: resource.plural, error: problem.message });
    if (problem.status === 403) return forbiddenMs * (0.5 + random());
    return pauseAfter(problem, this.#failures, random);
  }

  #path(query: Readonly<Record<string, string>>): string {
    const { resource, namespace } = this.#options;
    const scope = namespace === null ? '' : `/namespaces/${encodeURIComponent(namespace)}`;
    return `${resource.api}${scope}/${resource.plural}?${new URLSearchParams(query).toString()}`;
  }

  /** Lists all pages and replaces the copy. Returns the version to watch from. */
  async #list(signal: AbortSignal): Promise<string> {
    try {
      return await this.#pages(String(pageSize), signal);
    } catch (error) {
      // etcd was compacted between two pages, so the next page no longer exists. A list in one response has no next
      // page.
      if (!(error instanceof KubernetesError) || error.status !== 410) throw error;
      return this.#pages('0', signal);
    }
  }

  async #pages(limit: string, signal: AbortSignal): Promise<string> {
    const { client, resource, random, wait } = this.#options;
    const found = new Map<string, T>();
    const as = resource.metadataOnly ? 'as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json' : '';
    const accept = as === '' ? 'application/json' : `application/json;${as}`;
    let next = '';
    let version = '';
    do {
      const query: Record<string, string> = { limit, ...(next === '' ? {} : { continue: next }) };
      const page = await retried(async () => client.get(this.#path(query), { accept, signal }), {
        most: mostPageRetries,
        refused: (error) => {
          this.problem = error;
          this.#correctContact();
        },
        random,
        signal,
        wait,
      });
      const { metadata, items } = listSchema.parse(page);
      for (const item of items) {
        const key = keyOf(item);
        found.set(key, this.#read(key, item));
      }
      version = metadata.resourceVersion;
      next = metadata.continue ?? '';
    } while (next !== '');
    this.#replace(found);
    return version;
  }

  /**
   * Reads an object. The stored one is returned if it is equal: controllers often write only fields that are not stored,
   * such as the status of an HPA every 15 seconds.
   */
  #read(key: string, object: unknown): T {
    const stored = this.#objects.get(key);
    const read = this.#options.resource.read(object);
    return stored !== undefined && isDeepStrictEqual(stored, read) ? stored : read;
  }

  #replace(objects: Map<string, T>): void {
    const isSame =
      this.contactAt !== null &&
      objects.size === this.#objects.size &&
      objects.entries().every(([key, object]) => this.#objects.get(key) === object);
    if (!isSame) {
      this.#objects = objects;
      this.changes += 1;
    }
    this.#heard();
  }

  #isUnserved(error: unknown): boolean {
    return this.#options.resource.mayBeUnserved === true && error instanceof KubernetesError && error.status === 404;
  }

  #heard(): void {
    this.contactAt = this.#options.clock.now();
    this.problem = null;
  }

  /** A contact after now means that the clock was set back. The copy would otherwise count as current for that long. */
  #correctContact(): void {
    if (this.contactAt !== null) this.contactAt = Math.min(this.contactAt, this.#options.clock.now());
  }

  /** Watches until the server ends the stream. Closes a stream that is silent for too long. */
  async #watch(version: string, signal: AbortSignal): Promise<void> {
    const { client, clock, resource, random = Math.random, watchMs = defaultWatchMs } = this.#options;
    const seconds = Math.max(1, Math.round((watchMs / 1000) * (0.9 + 0.1 * random())));
    const query = {
      watch: '1',
      allowWatchBookmarks: 'true',
      resourceVersion: version,
      timeoutSeconds: String(seconds),
    };
    const as = resource.metadataOnly ? ';as=PartialObjectMetadata;g=meta.k8s.io;v=v1' : '';
    const before = this.contactAt;
    const startedAt = clock.now();
    let hasEvents = false;
    const dead = new AbortController();
    const timer = setTimeout(() => dead.abort(), seconds * 1000 + Math.min(silenceMs, watchMs));
    try {
      await client.lines(this.#path(query), {
        accept: `application/json${as}`,
        signal: AbortSignal.any([signal, dead.signal]),
        opened: () => this.#heard(),
        take: (line) => {
          this.#take(line, before);
          hasEvents = true;
          timer.refresh();
        },
      });
      this.#heard();
      const took = clock.now() - startedAt;
      if (!hasEvents && took >= 0 && took < shortestWatchMs)
        throw new KubernetesError(0, 'The Kubernetes API server ends watches immediately.');
      this.#failures = 0;
    } catch (error) {
      if (!dead.signal.aborted || signal.aborted) throw error;
      throw new KubernetesError(0, 'The Kubernetes API server has been silent.', { cause: error });
    } finally {
      clearTimeout(timer);
      // Closes the connection if an event could not be read.
      dead.abort();
    }
  }

  /** `before`: the time of the last contact before the watch, which confirmed the copy. */
  #take(line: string, before: number | null): void {
    const { type, object } = eventSchema.parse(JSON.parse(line));
    if (type === 'ERROR') {
      const { code = 0, message = '' } = errorSchema.parse(object);
      this.contactAt = before;
      throw new KubernetesError(code, `The Kubernetes API server ended a watch: ${message}`);
    }
    this.#version = versionSchema.parse(object).metadata.resourceVersion;
    if (type !== 'BOOKMARK') this.#change(type, object);
    this.#heard();
    this.#failures = 0;
  }

  #change(type: string, object: unknown): void {
    const key = keyOf(object);
    const before = this.#objects.get(key);
    if (type === 'DELETED') this.#objects.delete(key);
    else this.#objects.set(key, this.#read(key, object));
    if (this.#objects.get(key) !== before) this.changes += 1;
  }
}

function keyOf(object: unknown): string {
  const { namespace = '', name } = objectSchema.parse(object).metadata;
  return `${namespace}/${name}`;
}
