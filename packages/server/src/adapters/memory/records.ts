import { dayMs, targetKey } from '@trimtab/core';
import { getOrInsert } from '../../get-or-insert.ts';
import type {
  AnswerStore,
  ArtifactNote,
  ArtifactStore,
  InsightStore,
  RollupBlock,
  RollupStore,
  RollupSummary,
  RollupTarget,
  StateStore,
  Store,
  StoredAnswer,
  StoredInsight,
  TargetState,
} from '../../ports/index.ts';
import { memoryChanges } from './changes.ts';
import { memoryJobs } from './jobs.ts';
import { memorySuggestions } from './suggestions.ts';

type Records = Required<Omit<Store, 'targets' | 'settings' | 'shared' | 'close'>>;

/** All parts of a store except targets and settings, kept in memory. */
export function memoryRecords(): Records {
  const changes = memoryChanges();
  return {
    states: memoryStates(),
    rollups: memoryRollups(),
    jobs: memoryJobs(),
    artifacts: memoryArtifacts(),
    insights: memoryInsights(),
    suggestions: memorySuggestions(changes),
    answers: memoryAnswers(),
    changes,
  };
}

function memoryStates(): StateStore {
  const states = new Map<string, TargetState>();
  return {
    get: async (namespace, name) => copyOf(states.get(targetKey({ namespace, name })) ?? null),
    inNamespace: async (namespace) =>
      [...states.values()].filter((state) => state.namespace === namespace).map((state) => copyOf(state)),
    async put(next) {
      for (const state of next) states.set(targetKey(state), copyOf(state));
    },
    async remove(namespace, name) {
      states.delete(targetKey({ namespace, name }));
    },
  };
}

/** Copies the bytes, because the caller may modify its own array later. */
const copyOf = <T extends { readonly bytes: Uint8Array } | null>(one: T): T =>
  one === null ? one : { ...one, bytes: one.bytes.slice() };

/** Values by id and day. */
type ByDay<T> = Map<number, Map<number, T>>;

function put<T extends { readonly day: number }>(values: ByDay<T>, id: number, one: T): void {
  getOrInsert(values, id, () => new Map<number, T>()).set(one.day, one);
}
function pruneDays<T>(values: ByDay<T>, day: number): void {
  for (const days of values.values()) for (const old of days.keys()) if (old < day) days.delete(old);
}
const within = <T extends { readonly day: number }>(days: Map<number, T> | undefined, from: number, to: number) =>
  [...(days?.values() ?? [])].filter(({ day }) => day >= from && day < to).toSorted((a, b) => a.day - b.day);

function memoryRollups(): RollupStore {
  const targets = new Map<number, RollupTarget>();
  let lastId = 0;
  const blocks: ByDay<RollupBlock> = new Map();
  const summaries: ByDay<RollupSummary> = new Map();
  return {
    targets: async (asked) =>
      [...targets.values()]
        .filter(({ namespace }) => asked === undefined || namespace === asked)
        .toSorted((a, b) => a.id - b.id),
    async coverage() {
      const [first, ...others] = targets.values();
      if (first === undefined) return null;
      const coverage = { targets: 1, sumOfIds: first.id, coveredFrom: first.coveredFrom, coveredTo: first.coveredTo };
      for (const { id, coveredFrom, coveredTo } of others) {
        coverage.targets += 1;
        coverage.sumOfIds += id;
        coverage.coveredFrom = Math.min(coverage.coveredFrom, coveredFrom);
        coverage.coveredTo = Math.max(coverage.coveredTo, coveredTo);
      }
      return coverage;
    },
    blocks: async (ids, { from, to }) =>
      [...new Set(ids)]
        .toSorted((a, b) => a - b)
        .flatMap((id) => within(blocks.get(id), from, to).map((block) => copyOf(block))),
    summaries: async ({ from, to }) =>
      [...summaries.values()]
        .flatMap((days) => within(days, from, to).map((summary) => copyOf(summary)))
        .toSorted((a, b) => a.day - b.day || a.group - b.group),
    async add(wanted) {
      const known = new Map([...targets.values()].map((target) => [targetKey(target), target]));
      return wanted.map((target) =>
        getOrInsert(known, targetKey(target), () => {
          const added = { ...target, id: (lastId += 1) };
          targets.set(added.id, added);
          return added;
        }),
      );
    },
    async write(change) {
      for (const target of change.targets) targets.set(target.id, target);
      for (const block of change.blocks) put(blocks, block.id, copyOf(block));
      for (const { group, day, change: next } of change.summaries) {
        const stored = summaries.get(group)?.get(day);
        put(summaries, group, copyOf({ group, day, bytes: next(stored?.bytes ?? null) }));
      }
    },
    async prune(day) {
      pruneDays(blocks, day);
      pruneDays(summaries, day);
      for (const { id, coveredTo } of targets.values()) if (coveredTo <= day * dayMs) targets.delete(id);
    },
  };
}

function memoryArtifacts(): ArtifactStore {
  const notes = new Map<string, ArtifactNote>();
  return {
    list: async () => [...notes.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    get: async (name) => notes.get(name) ?? null,
    async change(name, at, change) {
      const note = { name, content: change(notes.get(name)?.content ?? null), changedAt: at };
      notes.set(name, note);
      return note;
    },
  };
}

function memoryInsights(): InsightStore {
  let insights: readonly StoredInsight[] = [];
  return {
    list: async () => insights,
    async add(insight, keep) {
      const existing = insights.find(({ id }) => id === insight.id);
      if (existing !== undefined) return existing;
      insights = [insight, ...insights]
        .toSorted((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
        .slice(0, keep);
      return insight;
    },
  };
}

const answerKey = ({ caller, key: own }: Pick<StoredAnswer, 'caller' | 'key'>): string => JSON.stringify([caller, own]);

function memoryAnswers(): AnswerStore {
  // In insertion order: the oldest answer is first.
  const answers = new Map<string, StoredAnswer>();
  let totalText = 0;
  const remove = (name: string): void => {
    totalText -= answers.get(name)?.text.length ?? 0;
    answers.delete(name);
  };
  return {
    get: async (caller, own) => answers.get(answerKey({ caller, key: own })) ?? null,
    async put(answer, { after, most, mostText }) {
      remove(answerKey(answer));
      answers.set(answerKey(answer), answer);
      totalText += answer.text.length;
      for (const [name, { at }] of answers) {
        if (at >= after && answers.size <= most && totalText <= mostText) break;
        remove(name);
      }
    },
  };
}
