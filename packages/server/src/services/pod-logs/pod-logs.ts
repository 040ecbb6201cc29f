import { hourMs, type PodLogLine } from '@trimtab/core';
import { sanitize } from '@trimtab/core/sanitize';
import {
  type AppDeps,
  DomainError,
  fromSource,
  type PodLogQuestion,
  sentenceOf,
  type TargetRecord,
  untilAborted,
} from '../../ports/index.ts';
import { waitAtMost } from '../../wait.ts';
import type { Targets } from '../targets/targets.ts';
import { logLines } from './log-lines.ts';

type Asked = Omit<PodLogQuestion, 'namespace' | 'container' | 'mostBytes'> & {
  /** Null: the only container of the pod. */
  readonly container: string | null;
};

const newestOnly = { follow: false, sinceSeconds: null, sinceTime: null };
const mostBytes = 16 * 2 ** 20;
const openingMs = 20_000;
/** The API server answers a followed log with its first line, and errors sooner, so stop waiting after this time. */
const openingFollowedMs = 2_000;
const beatMs = 15_000;
const longestFollowMs = hourMs;

export type PodLogReader = ReturnType<typeof createPodLogs>;

export function createPodLogs(
  { podLogs, clock, stopping }: Pick<AppDeps, 'podLogs' | 'clock' | 'stopping'>,
  targets: Targets,
) {
  const stops = stopping === undefined ? [] : [stopping];
  /** The only container of a pod of the target. Rejects if the pod belongs to another workload. */
  const containerOf = async (record: TargetRecord, pod: string, signal: AbortSignal): Promise<string> => {
    const { items } = await targets.pods(record, signal);
    const found = items.find(({ name }) => name === pod);
    if (found === undefined) throw new DomainError('notFound', `The target "${record.name}" has no pod "${pod}" now.`);
    return found.containers.map(({ name }) => name).join(', ');
  };
  return {
    /** Whether logs can be read at all. */
    isConnected: podLogs !== undefined,
    /** The newest lines of a log as texts with their times. `cut` says why lines are missing. */
    async newest(question: Omit<PodLogQuestion, keyof typeof newestOnly | 'mostBytes'>, signal: AbortSignal) {
      if (podLogs === undefined) throw new DomainError('conflict', notConnected);
      const ended = AbortSignal.any([signal, AbortSignal.timeout(openingMs)]);
      const bytes = await podLogs.open({ ...question, ...newestOnly, mostBytes }, ended);
      const lines = (await Array.fromAsync(logLines(bytes, mostBytes))).flat();
      const last = lines.at(-1);
      return {
        lines: lines.flatMap((line) => ('text' in line ? `${line.at ?? ''} ${withTabs(line.text)}\n` : [])),
        cut: last !== undefined && 'end' in last ? (last.reason ?? null) : null,
      };
    },
    /** The lines of a log in groups. An empty group only shows that the log is still open. The last group has `end`. */
    async open(record: TargetRecord, { container, ...asked }: Asked, signal: AbortSignal) {
      if (podLogs === undefined) throw new DomainError('conflict', notConnected);
      const containers = await containerOf(record, asked.pod, signal);
      if (container === null && containers.includes(', '))
        throw new DomainError('invalid', `The pod has several containers. Name one of ${containers}.`);
      const question = { ...asked, namespace: record.namespace, container: container ?? containers, mostBytes };
      const leaving = new AbortController();
      const ended = AbortSignal.any([signal, leaving.signal, ...stops]);
      const opening = fromSource('cluster', podLogs.open(question, ended));
      const isOpen = await waitAtMost(asked.follow ? openingFollowedMs : openingMs, untilAborted(opening, signal));
      if (isOpen === 'late' && !asked.follow) {
        leaving.abort();
        throw new DomainError('sourceTimedOut', 'The log did not arrive in time.');
      }
      const until = clock.now() + longestFollowMs;
      return {
        groups: withHeartbeats(linesOf(opening, stopping), () => clock.now() > until),
        leave: () => leaving.abort(),
      };
    },
  };
}

export const notConnected =
  'This server reads no logs, because it is not connected to Kubernetes. Start it with --kubernetes or --kubeconfig.';

const withTabs = (text: string): string => text.split('\t').map(sanitize).join('\t');

async function* linesOf(
  opening: Promise<AsyncIterable<Uint8Array>>,
  stopping: AbortSignal | undefined,
): AsyncGenerator<readonly PodLogLine[]> {
  try {
    yield* logLines(await opening, mostBytes);
  } catch (error) {
    yield [{ end: 'failed', reason: stopping?.aborted === true ? 'The server is being stopped.' : sentenceOf(error) }];
  }
}

/** The same groups, with an empty one while nothing arrives, so that no side considers the connection dead. */
async function* withHeartbeats(
  groups: AsyncGenerator<readonly PodLogLine[]>,
  isOver: () => boolean,
): AsyncGenerator<readonly PodLogLine[]> {
  let next = groups.next();
  for (;;) {
    const group = await waitAtMost(beatMs, next);
    if (group === 'late') yield [];
    else if (group.done === true) return;
    else {
      yield group.value;
      next = groups.next();
    }
    if (isOver()) {
      yield [{ end: 'limit', reason: 'A log is followed for at most an hour. Open it again.' }];
      return;
    }
  }
}
