import { createClient, type EnhancedTarget, type Suggestion } from '@trimtab/core';
import { type PatchPlan, patchPlan } from '@trimtab/core/patch';
import { simulatedPorts } from '@trimtab/fixtures';
import { createApp } from '@trimtab/server';
import { fixedNow } from './loopback.ts';

export type Exported = {
  readonly title: string;
  readonly target: EnhancedTarget;
  readonly suggestion: Suggestion;
  readonly plan: PatchPlan;
};

const computed = new Map<string, Promise<readonly Exported[]>>();

/**
 * The plan of every target of a data set that has a suggestion; of a large one, of the first namespaces. It is always the
 * same, so the tests of a process compute it once.
 */
export function exportsOf(dataSet: string, namespaces = Number.POSITIVE_INFINITY): Promise<readonly Exported[]> {
  const key = `${dataSet} ${namespaces}`;
  const exported = computed.get(key) ?? compute(dataSet, namespaces);
  computed.set(key, exported);
  return exported;
}

async function compute(dataSet: string, namespaces: number): Promise<readonly Exported[]> {
  const clock = { now: () => fixedNow };
  const ports = simulatedPorts({ dataSet, clock });
  const stopping = new AbortController();
  const shared = { clock, logger: () => undefined, version: '0.0.0-test', stopping: stopping.signal };
  const app = createApp({ ...ports, ...shared });
  const client = createClient({
    baseUrl: 'http://127.0.0.1',
    fetch: (input, init) => app(new Request(input, init)),
  });
  const byNamespace = Map.groupBy(await ports.store.targets.list(), ({ namespace }) => namespace);
  const records = [...byNamespace.values()].slice(0, namespaces).flat();
  const all: Exported[] = [];
  for (const { namespace, name } of records) {
    const found = await Promise.all([
      client.targets.get({ namespace, name }),
      client.suggestions.list({ namespace, name, active: true }),
    ]).catch(() => null);
    const suggestion = found?.[1].items[0];
    if (found === null || suggestion === undefined) continue;
    all.push({
      title: `${namespace}/${name}`,
      target: found[0],
      suggestion,
      plan: patchPlan(found[0], suggestion),
    });
  }
  // Otherwise it would compute all other suggestions during the next tests.
  stopping.abort();
  return all;
}
