import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { asList, asObject, asText, at, type JsonObject } from './json.ts';
import { type Exchange, replay, type Script } from './replay.ts';
import { apiVersionOf, builtInKinds } from './resource-kinds.ts';

/**
 * Reads that were recorded from a real API server, of objects that its controllers, a scheduler and a kubelet created.
 * The stand-in runs none of these. It gets the recorded objects, and must answer the recorded requests with them in the
 * same form.
 */
const folder = new URL('recordings/reads/', import.meta.url);

type Reason =
  /** The stand-in supports field selectors only for names. */
  | 'selector'
  /** The rest of the list was not recorded. */
  | 'page'
  /** The stand-in does not serve the resource. */
  | 'resource'
  /** The recorder left out names or labels. */
  | 'trimmed';

/** How many reads of a file are not replayed, for each reason. */
const notReplayed: Readonly<Record<string, Partial<Record<Reason, number>>>> = {
  'admission.json': { selector: 1 },
  'events.json': { selector: 4 },
  'pod-resize.json': { selector: 1, trimmed: 3 },
  'real-objects.json': { page: 2, resource: 2 },
  'rollout.json': { selector: 3 },
  'scale-and-hpa.json': { selector: 1, resource: 7, trimmed: 3 },
};

type Recorded = JsonObject & { readonly kind: string; readonly apiVersion: string };

/** The objects of an answer, each with its kind. */
function objectsOf(body: JsonObject): readonly Recorded[] {
  const [kind, apiVersion] = [asText(body['kind']), asText(body['apiVersion'])];
  if (!kind.endsWith('List')) return [{ ...body, kind, apiVersion }];
  return asList(body['items']).map((item) => ({ ...asObject(item), apiVersion, kind: kind.slice(0, -'List'.length) }));
}

const isServed = ({ kind, apiVersion }: Recorded): boolean =>
  builtInKinds.some((each) => each.kind === kind && apiVersionOf(each) === apiVersion);

function whyNot(path: string, objects: readonly Recorded[]): Reason | null {
  if (/fieldSelector=(?!metadata)/.test(path)) return 'selector';
  if (path.includes('limit=')) return 'page';
  const wanted = path.includes('labelSelector=') ? 'labels' : 'name';
  const isTrimmed = (object: Recorded) => (at(object, 'metadata', wanted) ?? null) === null || object.apiVersion === '';
  if (objects.some(isTrimmed)) return 'trimmed';
  return objects.every(isServed) ? null : 'resource';
}

const stops: (() => Promise<void>)[] = [];
afterAll(async () => {
  await Promise.all(stops.map((stop) => stop()));
});

describe.each(readdirSync(folder))('the stand-in answers like the API server: %s', (file) => {
  const { exchanges }: { exchanges: Exchange[] } = JSON.parse(readFileSync(new URL(file, folder), 'utf8'));

  it('to every recorded read', async () => {
    const differences: string[] = [];
    const skipped: Partial<Record<Reason, number>> = {};
    for (const exchange of exchanges) {
      const objects = objectsOf(asObject(exchange.response?.body));
      const reason = whyNot(exchange.request?.path ?? '', objects);
      if (reason !== null) {
        skipped[reason] = (skipped[reason] ?? 0) + 1;
        continue;
      }
      const store: NonNullable<Script['before']>[number] = ({ put }) => {
        for (const object of objects) put(object);
      };
      const run = await replay([exchange], { before: { 0: store }, statusOnly: {}, notReplayed: {} });
      stops.push(run.stop);
      differences.push(...run.differences);
    }
    expect(differences).toEqual([]);
    expect(skipped).toEqual(notReplayed[file] ?? {});
  });
});
