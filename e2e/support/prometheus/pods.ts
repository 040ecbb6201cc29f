import type { SeededWorkload } from './world.ts';

/** One run of a pod's containers. A restart or a counter reset begins the next run. */
type Life = { readonly first: number; readonly end: number; readonly sameSeries: boolean };

export type SeededPod = {
  readonly name: string;
  /** Differs from that of an earlier pod with the same name. */
  readonly uid: string;
  readonly slot: number;
  readonly first: number;
  readonly end: number;
  /** The ReplicaSet that owns the pod; null for kinds without ReplicaSets. */
  readonly replicaSet: string | null;
  readonly lives: readonly Life[];
  readonly readyAt: (index: number) => boolean;
};

/** A short suffix like those of Kubernetes, without vowels. The same text gives the same suffix. */
function suffix(text: string, length: number): string {
  const letters = 'bcdfghjklmnpqrstvwxz2456789';
  let state = 2_166_136_261;
  for (const letter of text) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 16_777_619) >>> 0;
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return letters[Math.floor((state / 2 ** 32) * letters.length)] ?? 'b';
  }).join('');
}

const replicaSetName = (workload: SeededWorkload, version: number) =>
  `${workload.name}-${suffix(`${workload.namespace}/${workload.name}/${version}`, 9)}`;

const hasReplicaSets = ({ kind }: SeededWorkload) => kind === 'Deployment' || kind === 'Rollout';

function podName(workload: SeededWorkload, slot: number, version: number, generation: number): string {
  const own = suffix(`${workload.namespace}/${workload.name}/${slot}/${version}/${generation}`, 5);
  if (workload.kind === 'StatefulSet') return `${workload.name}-${slot}`;
  return hasReplicaSets(workload) ? `${replicaSetName(workload, version)}-${own}` : `${workload.name}-${own}`;
}

/** Every pod that a workload has had, with the range of sample times in which it existed. */
export function podsOf(workload: SeededWorkload, times: readonly number[], now: number): SeededPod[] {
  const indexAt = (secondsAgo: number) => {
    const index = times.findIndex((time) => time >= now - secondsAgo * 1000);
    return index === -1 ? times.length : index;
  };
  const born = workload.age === undefined ? 0 : indexAt(workload.age);
  const pods: SeededPod[] = [];
  for (let slot = 0; slot < workload.replicas; slot += 1) {
    const changes = [
      ...(workload.rolledOut === undefined
        ? []
        : [{ at: indexAt(workload.rolledOut - 60 * slot), version: 1, generation: 0 }]),
      ...(workload.replaced === undefined || slot > 0
        ? []
        : [{ at: indexAt(workload.replaced), version: 0, generation: 1 }]),
    ];
    const generations = [{ at: born, version: 0, generation: 0 }, ...changes];
    for (const [order, { at, version, generation }] of generations.entries()) {
      const end = generations[order + 1]?.at ?? times.length;
      const last = order === generations.length - 1;
      const breaks =
        slot > 0 || !last
          ? []
          : [
              ...(workload.counterReset === undefined
                ? []
                : [{ at: indexAt(workload.counterReset), sameSeries: true }]),
              ...(workload.restarted === undefined ? [] : [{ at: indexAt(workload.restarted), sameSeries: false }]),
            ];
      const starts = [{ at, sameSeries: false }, ...breaks];
      const [from, until] = slot === 0 && workload.unready ? workload.unready.map(indexAt) : [];
      pods.push({
        name: podName(workload, slot, version, generation),
        uid: suffix(`${workload.namespace}/${workload.name}/${slot}/${version}/${generation}/uid`, 12),
        slot,
        first: at,
        end,
        replicaSet: hasReplicaSets(workload) ? replicaSetName(workload, version) : null,
        lives: starts.map((start, index) => ({
          first: start.at,
          end: starts[index + 1]?.at ?? end,
          sameSeries: start.sameSeries,
        })),
        readyAt: (index) => from === undefined || until === undefined || index < from || index >= until,
      });
    }
  }
  return pods;
}
