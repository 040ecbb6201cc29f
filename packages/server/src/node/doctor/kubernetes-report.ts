import type { ConnectedKubernetes } from '../kubernetes/connect-kubernetes.ts';
import { paint } from './report.ts';

const rightsPage = 'https://github.com/trimtab/trimtab/blob/main/docs/kubernetes.md#rights';
const waitMs = 15_000;

/** What is read from the API server, what may not be read, and which source answers what. */
export async function kubernetesReport(
  { reader, targets, address }: ConnectedKubernetes,
  color: boolean,
): Promise<{ readonly lines: readonly string[]; readonly isComplete: boolean }> {
  const until = AbortSignal.timeout(waitMs);
  await Promise.all([reader.settled(until), targets?.settled(until)]);
  const line = (status: 'ok' | 'missing', text: string) => `  ${paint(color, status, status.padEnd(7))}  ${text}`;
  const problem = reader.problem();
  const targetsProblem = targets?.problem() ?? null;
  const missing = [...reader.missing(), ...(targets?.missing() ?? [])];
  const kept = targets === null || targetsProblem !== null ? [] : [['aiscaletargets', targets.size()] as const];
  const counts = [...reader.counts(), ...kept].map(([plural, count]) => line('ok', `${plural.padEnd(26)}${count}`));
  const sources =
    problem === null
      ? [
          'Workloads, pods, requests, HPAs and labels come from Kubernetes.',
          'Usage, history and events come from Prometheus.',
          reader.readsLogs === true
            ? 'Logs of pods come from Kubernetes.'
            : 'Logs of pods cannot be read. To allow it, set rbac.podLogs=true of the chart, or add the rule {apiGroups: [""], resources: [pods/log], verbs: [get]}.',
        ]
      : ['Everything comes from Prometheus, because the inventory of Kubernetes is not complete.'];
  return {
    lines: [
      `Kubernetes at ${address} ${problem === null ? 'answers.' : 'cannot be read.'}`,
      '',
      ...(problem === null || missing.includes(problem) ? [] : [line('missing', problem)]),
      ...counts,
      ...missing.map((text) => line('missing', text)),
      ...(missing.length === 0
        ? []
        : [
            `           Fix: give the account the role ${targets === null ? 'view' : 'enroll'} of the chart, or the rules above. What each is for: ${rightsPage}`,
          ]),
      ...(targetsProblem === null ? [] : [line('missing', `The enrolled targets are not known: ${targetsProblem}`)]),
      ...(reader.scope === null ? [] : [`  Only the namespaces ${reader.scope.join(', ')} are read.`]),
      '',
      'Which source answers what',
      ...sources.map((text) => `  ${text}`),
      `  Enrolled targets are kept in ${targets === null ? 'the database of the server' : 'AIScaleTarget resources'}.`,
    ],
    isComplete: problem === null && missing.length === 0 && targetsProblem === null,
  };
}
