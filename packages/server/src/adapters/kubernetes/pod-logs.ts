import { DomainError, type PodLogQuestion, type PodLogs, SourceError } from '../../ports/index.ts';
import { type KubernetesClient, KubernetesError, problemOf } from './client.ts';
import { isAllowed } from './rights.ts';

export const logRight = { verb: 'get', group: '', resource: 'pods', subresource: 'log' } as const;

/**
 * Reads logs through the subresource `pods/log`, and nothing else. `mayLackRight`: whether to check the right first, so
 * that no request is refused.
 */
export const kubernetesPodLogs = (client: KubernetesClient, mayLackRight: () => boolean): PodLogs => ({
  async open(question, signal) {
    const { namespace, pod, container, previous, follow, tail, sinceSeconds, sinceTime, mostBytes } = question;
    const query = new URLSearchParams({ container, timestamps: 'true', tailLines: String(tail) });
    if (previous) query.set('previous', 'true');
    if (follow) query.set('follow', 'true');
    if (sinceSeconds !== null) query.set('sinceSeconds', String(sinceSeconds));
    if (sinceTime !== null) query.set('sinceTime', sinceTime);
    query.set('limitBytes', String(mostBytes));
    const path = `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods/${encodeURIComponent(pod)}/log`;
    try {
      // A user waits, so the review is not repeated.
      if (mayLackRight() && !(await isAllowed(client, logRight, namespace, signal, 0)))
        throw new KubernetesError(403, '');
      return await client.bytes(`${path}?${query}`, signal);
    } catch (error) {
      throw signal.aborted ? error : refusal(problemOf(error), question);
    }
  },
});

/**
 * The reason for a missing log, as shown to the user. The API server's own text is not shown, because it contains node
 * addresses if a node does not answer.
 */
function refusal({ status, message }: ReturnType<typeof problemOf>, asked: PodLogQuestion): Error {
  const { namespace, pod, container } = asked;
  const said = message.replace(/^The Kubernetes API server answered \d+: /, '');
  if (status === 403) {
    const why = `Kubernetes does not allow this server to read the logs of pods in namespace ${namespace} (get pods/log).`;
    return new DomainError('conflict', why, 'Ask the operator: rbac.podLogs=true of the chart allows it.');
  }
  if (status === 404) return new DomainError('notFound', `The pod ${pod} does not exist any more.`);
  if (status === 400 && said.startsWith('previous terminated container'))
    return new DomainError(
      'conflict',
      `The container ${container} has not been restarted, or its earlier log is gone.`,
    );
  const waiting = /is waiting to start: (.{1,200})/.exec(said)?.[1];
  if (status === 400 && waiting !== undefined)
    return new DomainError('conflict', `The container ${container} has not started: ${waiting}.`);
  if (status === 400 && /is not valid for pod/.test(said))
    return new DomainError('notFound', `The pod ${pod} has no container ${container}.`);
  if (status === 400) return new DomainError('conflict', `Kubernetes gives no log: ${said}`);
  if (status >= 500) return new SourceError('The node of the pod does not give its log. It may be unreachable.');
  return new SourceError(message);
}
