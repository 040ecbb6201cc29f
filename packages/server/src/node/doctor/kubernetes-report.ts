import type { ConnectedKubernetes } from '../kubernetes/connect-kubernetes.ts';
import { paint } from './report.ts';

const waitMs = 15_000;

/** What is read from the API server, what may not be read, and which source answers what. */
export async function kubernetesReport(
  { reader, address }: ConnectedKubernetes,
  color: boolean,
): Promise<{ readonly lines: readonly string[]; readonly isComplete: boolean }> {
  await reader.settled(AbortSignal.timeout(waitMs));
  const line = (status: 'ok' | 'missing', text: string) => `  ${paint(color, status, status.padEnd(7))}  ${text}`;
  const problem = reader.problem();
  const missing = reader.missing();
  const counts = reader.counts().map(([plural, count]) => line('ok', `${plural.padEnd(26)}${count}`));
  const sources =
    problem === null
      ? [
          'Workloads, pods, requests, HPAs and labels come from Kubernetes.',
          'Usage, history and events come from Prometheus.',
        ]
      : ['Everything comes from Prometheus, because the inventory of Kubernetes is not complete.'];
  return {
    lines: [
      `Kubernetes at ${address} ${problem === null ? 'answers.' : 'cannot be read.'}`,
      '',
      ...(problem === null ? [] : [line('missing', problem)]),
      ...counts,
      ...missing.map((text) => line('missing', text)),
      ...(reader.scope === null ? [] : [`  Only the namespaces ${reader.scope.join(', ')} are read.`]),
      '',
      'Which source answers what',
      ...sources.map((text) => `  ${text}`),
    ],
    isComplete: problem === null && missing.length === 0,
  };
}
