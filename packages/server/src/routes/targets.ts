import { clusterOf, compareText, ownerSchema, targetChangeSchema, withoutCluster, workloadKey } from '@trimtab/core';
import { readBody } from '../http/body.ts';
import { type Calls, wholeList } from '../http/call.ts';
import { enhancedPage, listPage } from '../http/query.ts';
import {
  DomainError,
  fromSource,
  type TargetRecord,
  targetNotFound,
  type WorkloadIdentity,
  workloadMissing,
} from '../ports/index.ts';
import { writtenOnce } from '../services/cache/json-text.ts';
import type { Services } from '../services/services.ts';
import { enhancedTarget, specView } from '../services/targets/spec-view.ts';

export function targetCalls({ store, stored, targets, sources, paginate, changes, clusters }: Services): Calls {
  return {
    'targets.list': async ({ query, context }) => {
      const enhanced = query.flag('enhancedItems') ?? false;
      const page = query.page(enhanced ? enhancedPage : listPage);
      const all = await stored();
      const { shown, total } = await paginate(enhanced ? 'enhanced' : 'targets', context, all.records, page);
      const list = { items: shown.map((record) => writtenSpec(record)), total };
      return enhanced ? { ...list, itemsEnhanced: await targets.enhanced(shown, all, context) } : list;
    },
    'targets.inNamespace': async ({ part }) => {
      const { byNamespace } = await stored();
      return wholeList((byNamespace.get(part('namespace')) ?? []).map(specView));
    },
    'targets.get': async ({ part, context }) => {
      const target = await targets.record(part('namespace'), part('name'));
      const workload = await targets.workload(target, context);
      if (workload === null) throw workloadMissing(target);
      return enhancedTarget(target, workload, { listed: false });
    },
    'targets.pods': async ({ part, signal }) =>
      targets.pods(await targets.record(part('namespace'), part('name')), signal),
    'targets.cleanup': async ({ part, principal }) => {
      const record = await targets.record(part('namespace'), part('name'));
      const { namespace, name } = record;
      const records = changes.ofCaller('unenrolled', [record], principal);
      if (!(await store.targets.remove(namespace, name, records))) throw targetNotFound(namespace, name);
      await changes.record('unenrolled', [record], principal, { isStored: store.targets.recordsChanges === true });
    },
    'extensions.setLimitPolicy': async ({ part, request }) => {
      const [namespace, name] = [part('namespace'), part('name')];
      const { limit_policy: policy } = await readBody(request, targetChangeSchema);
      if (!(await store.targets.setLimitPolicy(namespace, name, policy))) throw targetNotFound(namespace, name);
      return specView(await targets.record(namespace, name));
    },
    'targets.findByOwner': async ({ request, checkNames, signal }) => {
      const owner = await readBody(request, ownerSchema);
      checkNames([owner]);
      const { records } = await stored();
      const found = records.find((record) => workloadKey(record) === workloadKey(owner));
      if (found !== undefined) return specView(found);
      for (const record of records) {
        if (!mayHaveReplicaSet(record, owner)) continue;
        const { items } = await targets.pods(record, signal);
        if (items.some((pod) => pod.name.startsWith(`${owner.name}-`))) return specView(record);
      }
      const { kind, name, namespace } = owner;
      throw new DomainError('notFound', `No target scales ${kind} "${name}" in namespace "${namespace}".`);
    },
    'namespaces.list': async ({ query, context }) => {
      const includeOwn = query.flag('include_trimtab') ?? false;
      const listing = await fromSource('cluster', sources.namespaces(context));
      const names = listing.items
        .map(({ name }) => name)
        .filter((name) => includeOwn || !ownNamespaces.has(withoutCluster(name, clusterOf(name, clusters))));
      return wholeList(names.toSorted(compareText).map((name) => ({ name })));
    },
  };
}

/**
 * Deployments and Rollouts name their ReplicaSets after themselves and the hash of the pod template. Others can have such
 * names too, so that only the pods decide.
 */
const mayHaveReplicaSet = (record: TargetRecord, owner: WorkloadIdentity): boolean =>
  owner.kind === 'ReplicaSet' &&
  record.namespace === owner.namespace &&
  (record.kind === 'Deployment' || record.kind === 'Rollout') &&
  owner.name.replace(/-[a-z0-9]+$/, '') === record.name &&
  owner.name !== record.name;

const writtenSpec = writtenOnce((record: TargetRecord) => specView(record));

/** The namespaces in which Trimtab itself is installed. */
const ownNamespaces: ReadonlySet<string> = new Set(['trimtab', 'trimtab-system']);
