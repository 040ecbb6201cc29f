import { compareText, ownerSchema } from '@trimtab/core';
import { readBody } from '../http/body.ts';
import type { Calls } from '../http/call.ts';
import { HttpError } from '../http/errors.ts';
import { cutPage, fromSource, targetNotFound } from '../ports/index.ts';
import type { Services } from '../services/services.ts';
import { workloadKey } from '../services/sources/workload-key.ts';
import { enhancedTarget, specView } from '../services/targets/spec-view.ts';

const maximumPage = 250;
const maximumEnhancedPage = 25;

export function targetCalls({ store, stored, targets, sources, paginate }: Services): Calls {
  const record = async (namespace: string, name: string) => {
    const found = await store.targets.get(namespace, name);
    if (found === null) throw targetNotFound(namespace, name);
    return found;
  };
  return [
    [
      'targets.list',
      async ({ query, context }) => {
        const enhanced = query.flag('enhancedItems') ?? false;
        const page = query.page({ maximum: enhanced ? maximumEnhancedPage : maximumPage });
        const all = await stored();
        const records = paginate(enhanced ? 'enhanced' : 'targets', context, all.records, page);
        const shown = cutPage(records, page);
        const list = { items: shown.map(specView), total: records.length };
        return enhanced ? { ...list, itemsEnhanced: await targets.enhanced(shown, all, context) } : list;
      },
    ],
    [
      'targets.inNamespace',
      async ({ part }) => {
        const namespace = part('namespace');
        const { byNamespace } = await stored();
        const items = (byNamespace.get(namespace) ?? []).map(specView);
        return { items, total: items.length };
      },
    ],
    [
      'targets.get',
      async ({ part, context }) => {
        const target = await record(part('namespace'), part('name'));
        const workload = await targets.workload(target, context);
        if (workload === null) {
          // The text is read by clients (console.md section 8): it must stay to the letter.
          throw new HttpError(500, `failed to get target scale: ${target.kind} "${target.name}" not found`);
        }
        return enhancedTarget(target, workload, { listed: false });
      },
    ],
    ['targets.pods', async ({ part, signal }) => targets.pods(await record(part('namespace'), part('name')), signal)],
    [
      'targets.cleanup',
      async ({ part }) => {
        const [namespace, name] = [part('namespace'), part('name')];
        if (!(await store.targets.remove(namespace, name))) throw targetNotFound(namespace, name);
      },
    ],
    [
      'targets.findByOwner',
      async ({ request }) => {
        const owner = await readBody(request, ownerSchema);
        const { records } = await stored();
        const found = records.find((one) => workloadKey(one) === workloadKey(owner));
        if (found === undefined) {
          throw new HttpError(404, `No target scales ${owner.kind} "${owner.name}" in namespace "${owner.namespace}".`);
        }
        return specView(found);
      },
    ],
    [
      'namespaces.list',
      async ({ query, context }) => {
        const includeOwn = query.flag('include_trimtab') ?? false;
        const listing = await fromSource('cluster', sources.namespaces(context));
        const names = listing.items.map(({ name }) => name).filter((name) => includeOwn || !ownNamespaces.has(name));
        return { items: names.toSorted(compareText).map((name) => ({ name })), total: names.length };
      },
    ],
  ];
}

/** Where Trimtab itself is installed. */
const ownNamespaces: ReadonlySet<string> = new Set(['trimtab', 'trimtab-system']);
