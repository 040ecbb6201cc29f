import { type Client, createLimiter, type Pod, type PodLogLine, type TargetName } from '@trimtab/core';
import { readPodLog } from '@trimtab/core/read-pod-log';
import { exitCode } from '../exit-code.ts';
import { CliError, UsageError } from '../failure.ts';
import { lacksCall } from './missing-call.ts';
import { refuseUnknownTarget } from './unknown-target.ts';

export type LogChoice = {
  readonly pod: string | undefined;
  readonly container: string | undefined;
  readonly previous: boolean;
  readonly follow: boolean;
  readonly tail: number;
  readonly since: number | undefined;
};

export type LogSource = { readonly pod: string; readonly container: string };
export type LogRow = LogSource & Extract<PodLogLine, { text: string }>;

/** The server lets an account have ten logs open. */
const mostFollowed = 8;
/** The maximum number of lines that are sorted by time before they are printed. */
const mostLines = 100_000;
const mostParallel = 4;

const listOf = (names: Iterable<string>): string => [...new Set(names)].join(', ');

/** The selected containers of a target whose logs are read. Throws `UsageError` with the existing names. */
export async function logSources(
  client: Client,
  target: TargetName,
  choice: LogChoice,
  signal: AbortSignal,
): Promise<readonly LogSource[]> {
  const { items } = await client.targets.pods(target, { signal }).catch(refuseUnknownTarget(target));
  const pods = choice.pod === undefined ? items : items.filter(({ name }) => name === choice.pod);
  if (items.length === 0) throw new CliError(`${target.name} has no pods now.`, exitCode.api);
  if (pods.length === 0) {
    throw new UsageError(
      `${target.name} has no pod ${choice.pod}.`,
      `It has ${listOf(items.map(({ name }) => name))}.`,
    );
  }
  const named = pods.flatMap((pod) => containersOf(pod).map((container) => ({ pod: pod.name, container })));
  const sources =
    choice.container === undefined
      ? pods.flatMap((pod) => ownSources(pod, choice.previous))
      : named.filter(({ container }) => container === choice.container);
  if (sources.length === 0 && choice.container !== undefined) {
    const known = listOf(named.map(({ container }) => container));
    throw new UsageError(`${target.name} has no container ${choice.container}.`, `It has ${known}.`);
  }
  if (named.length === 0) throw new CliError(`The containers of ${target.name} are unknown.`, exitCode.api);
  if (sources.length === 0)
    throw new CliError(`No container of the present pods of ${target.name} has been restarted.`, exitCode.api);
  const choose = 'Choose with --pod or -c, or give a smaller --tail.';
  if (choice.follow && sources.length > mostFollowed)
    throw new UsageError(`${sources.length} logs are too many to follow: ${mostFollowed} at most.`, choose);
  if (sources.length > 1 && sources.length * choice.tail > mostLines)
    throw new UsageError(`${choice.tail} lines of ${sources.length} containers are too many.`, choose);
  return sources;
}

const containersOf = ({ containers, init_containers: init = [] }: Pod): readonly string[] => [
  ...containers.map(({ name }) => name),
  ...init,
];

/** For the time before a restart, only the restarted container has a log. */
function ownSources({ name, containers, last_restart: last }: Pod, previous: boolean): readonly LogSource[] {
  const own = containers.map((each) => ({ pod: name, container: each.name }));
  return previous ? own.filter(({ container }) => container === last?.container) : own;
}

type Reading = {
  readonly sources: readonly LogSource[];
  readonly choice: LogChoice;
  readonly signal: AbortSignal;
  readonly take: (rows: readonly LogRow[]) => Promise<void>;
  /** Announces that a followed log has broken off, or that it continues. */
  readonly tell: (sentence: string) => Promise<void>;
};

/** Reads logs and passes lines on as they arrive. Returns why some are missing; throws if none could be read. */
export async function readLogs(
  client: Client,
  target: TargetName,
  { sources, choice, signal, take, tell }: Reading,
): Promise<readonly string[]> {
  const { pod: _pod, container: _container, since, ...asked } = choice;
  const read = async (source: LogSource): Promise<readonly string[]> => {
    const name = `${source.pod}/${source.container}`;
    const open = (again: { readonly sinceTime?: string }) => {
      const from = again.sinceTime === undefined ? { since } : again;
      return client.extensions.logs({ ...target, ...source, ...asked, ...from }, { signal });
    };
    for await (const event of readPodLog(open, { follow: choice.follow, signal })) {
      if ('lines' in event) await take(event.lines.map((line) => ({ ...source, ...line })));
      else if ('lost' in event) await tell(`${name}: ${event.lost} Trying again.`);
      else if ('mayLackLines' in event) await tell(`${name}: ${goesOn(event.mayLackLines)}`);
      else if (event.reason !== undefined) return [`${name}: ${event.reason}`];
    }
    return [];
  };
  const limiter = createLimiter(choice.follow ? mostFollowed : mostParallel);
  const ends = await Promise.allSettled(sources.map((source) => limiter(() => read(source), { signal })));
  const failures = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
  if (failures.length > 0 && (failures.length === sources.length || signal.aborted))
    throw await explained(client, failures[0]);
  return ends.flatMap((end, index) => {
    if (end.status === 'fulfilled') return end.value;
    const { pod = '', container = '' } = sources[index] ?? {};
    return `${pod}/${container}: ${end.reason instanceof Error ? end.reason.message : String(end.reason)}`;
  });
}

const goesOn = (mayLackLines: boolean) =>
  mayLackLines ? 'The log goes on. Lines may be missing here.' : 'The log goes on. No line is missing.';

/** A server without the call and our server without the pod answer with the same status, but with different texts. */
async function explained(client: Client, error: unknown): Promise<unknown> {
  const isGone = error instanceof Error && /: The (?:pod|target) /.test(error.message);
  if (isGone || !(await lacksCall(client, 'extensions.logs', error))) return error;
  return new CliError('This server has no logs of pods.', exitCode.api, 'Only the server of Trimtab has this call.');
}
