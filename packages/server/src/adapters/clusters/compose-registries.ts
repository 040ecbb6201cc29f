import { clusterOf, compareText, inCluster, withoutCluster } from '@trimtab/core';
import {
  DomainError,
  type EnrollOutcome,
  problemOf,
  type TargetRecord,
  type TargetRegistry,
} from '../../ports/index.ts';

/** A cluster that keeps its enrolled targets itself. Its namespaces have no prefix here. */
export type RegistryOfCluster = { readonly name: string; readonly targets: TargetRegistry };

/**
 * The registries of several clusters as one. `rest` has the targets of all other namespaces. If the targets of some
 * clusters are unknown, `list` lacks them, and `staleProblem` says so.
 */
export function composeRegistries(members: readonly RegistryOfCluster[], rest: TargetRegistry): TargetRegistry {
  const names = members.map(({ name }) => name);
  const own = new Map(members.map((member) => [member.name, named(member)]));
  const all = [...own.values(), rest];
  const homeOf = (namespace: string) => own.get(clusterOf(namespace, names) ?? '') ?? rest;
  let unknown: readonly string[] = [];
  /** The registries whose targets the last list lacks. */
  let failed: ReadonlySet<TargetRegistry> = new Set();
  return {
    async list() {
      const failures: DomainError[] = [];
      const missing = new Set<TargetRegistry>();
      const lists = await Promise.all(
        all.map((registry) =>
          registry.list().catch((error: unknown) => {
            if (!(error instanceof DomainError) || error.kind !== 'unavailable') throw error;
            failures.push(error);
            missing.add(registry);
            return [];
          }),
        ),
      );
      // Targets that were enrolled before a cluster kept them are not shown.
      const records = lists.flatMap((list, index) => list.filter(({ namespace }) => homeOf(namespace) === all[index]));
      const [first] = failures;
      if (first !== undefined && failures.length === members.length && records.length === 0) throw first;
      unknown = failures.map(({ message }) => message);
      failed = missing;
      return records.toSorted((a, b) => compareText(a.namespace, b.namespace) || compareText(a.name, b.name));
    },
    get: (namespace, name) => homeOf(namespace).get(namespace, name),
    async enroll(records) {
      const byHome = Map.groupBy(records, ({ namespace }) => homeOf(namespace));
      const outcomes = new Map<TargetRecord, EnrollOutcome>();
      await Promise.all(
        [...byHome].map(async ([home, wanted]) => {
          for (const [index, outcome] of (await home.enroll(wanted)).entries()) {
            const record = wanted[index];
            if (record !== undefined) outcomes.set(record, outcome);
          }
        }),
      );
      return records.flatMap((record) => outcomes.get(record) ?? []);
    },
    recordUnoptimized: (namespace, ...words) => homeOf(namespace).recordUnoptimized(namespace, ...words),
    setLimitPolicy: (namespace, ...words) => homeOf(namespace).setLimitPolicy(namespace, ...words),
    remove: (namespace, name) => homeOf(namespace).remove(namespace, name),
    mayExist(namespace, name) {
      const home = homeOf(namespace);
      return failed.has(home) || (home.mayExist?.(namespace, name) ?? false);
    },
    changes: () => all.reduce((sum, one) => sum + (one.changes?.() ?? 0), 0),
    staleProblem() {
      const problems = [...unknown, ...all.flatMap((one) => one.staleProblem?.() ?? [])];
      return problems.length === 0 ? null : problems.join(' ');
    },
    enrollProblem: (namespace) => homeOf(namespace).enrollProblem?.(namespace) ?? null,
    async report(reports, now, signal) {
      const byHome = Map.groupBy(reports, ({ namespace }) => homeOf(namespace));
      await Promise.all([...byHome].map(async ([home, found]) => home.report?.(found, now, signal)));
    },
  };
}

/** The registry of one cluster, with the name of the cluster before each namespace. */
function named({ name, targets }: RegistryOfCluster): Required<Omit<TargetRegistry, 'recordsChanges'>> {
  const outer = <T extends { readonly namespace: string }>(item: T): T => ({
    ...item,
    namespace: inCluster(name, item.namespace),
  });
  const inner = <T extends { readonly namespace: string }>(item: T): T => ({
    ...item,
    namespace: withoutCluster(item.namespace, name),
  });
  const ofCluster = (problem: string | null | undefined) => (problem == null ? null : problemOf(name, problem));
  const failing = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const [first = '', ...more] = error.messages;
      throw new DomainError(error.kind, problemOf(name, first), ...more);
    }
  };
  return {
    list: async () => (await failing(targets.list())).map(outer),
    async get(namespace, target) {
      const record = await failing(targets.get(withoutCluster(namespace, name), target));
      return record && outer(record);
    },
    enroll: async (records) => (await failing(targets.enroll(records.map(inner)))).map(outer),
    recordUnoptimized: (namespace, ...words) =>
      failing(targets.recordUnoptimized(withoutCluster(namespace, name), ...words)),
    setLimitPolicy: (namespace, ...words) => failing(targets.setLimitPolicy(withoutCluster(namespace, name), ...words)),
    remove: (namespace, target) => failing(targets.remove(withoutCluster(namespace, name), target)),
    mayExist: (namespace, target) => targets.mayExist?.(withoutCluster(namespace, name), target) ?? false,
    changes: () => targets.changes?.() ?? 0,
    staleProblem: () => ofCluster(targets.staleProblem?.()),
    enrollProblem: (namespace) => ofCluster(targets.enrollProblem?.(withoutCluster(namespace, name))),
    report: async (reports, now, signal) => targets.report?.(reports.map(inner), now, signal),
  };
}
