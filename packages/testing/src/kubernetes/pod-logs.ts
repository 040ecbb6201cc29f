import type { ServerResponse } from 'node:http';
import { badRequest } from './api-error.ts';
import { asList, asText, at, type KubeObject } from './json.ts';

export type LogPlace = { readonly namespace: string; readonly pod: string; readonly container: string };
/** The container whose log is read, after all checks. */
export type LogAnswer = { readonly log: LogPlace & { readonly query: URLSearchParams } };

type Line = { readonly time: number; readonly text: string };
type Kept = { readonly lines: Line[]; readonly previous: Line[] };

const names = (pod: KubeObject, field: string) =>
  asList(at(pod, 'spec', field)).map((each) => asText(at(each, 'name')));

/**
 * The container of a request. It is checked with the error texts of the API server and the kubelet. Throws `ApiError`.
 */
export function logOf(pod: KubeObject, query: URLSearchParams): LogAnswer {
  const { name, namespace = '' } = pod.metadata;
  const [own, init] = [names(pod, 'containers'), names(pod, 'initContainers')];
  const asked = query.get('container') ?? '';
  if (asked === '' && own.length + init.length > 1) {
    const more = init.length === 0 ? '' : ` or one of the init containers: [${init.join(' ')}]`;
    throw badRequest(`a container name must be specified for pod ${name}, choose one of: [${own.join(' ')}]${more}`);
  }
  const container = asked === '' ? (own[0] ?? '') : asked;
  if (![...own, ...init].includes(container)) throw badRequest(`container ${container} is not valid for pod ${name}`);
  const statuses = ['containerStatuses', 'initContainerStatuses'].flatMap((field) => asList(at(pod, 'status', field)));
  const status = statuses.find((each) => at(each, 'name') === container) ?? null;
  const waiting = asText(at(status, 'state', 'waiting', 'reason') ?? '');
  const isPrevious = query.get('previous') === 'true';
  if (isPrevious && (at(status, 'lastState', 'terminated') ?? null) === null)
    throw badRequest(`previous terminated container "${container}" in pod "${name}" not found`);
  if (!isPrevious && waiting !== '')
    throw badRequest(`container "${container}" in pod "${name}" is waiting to start: ${waiting}`);
  return { log: { namespace, pod: name, container, query } };
}

/** The logs of all containers. In a cluster, the kubelets have them. */
export class ContainerLogs {
  readonly #kept = new Map<string, Kept>();
  readonly #following = new Map<ServerResponse, { readonly key: string; readonly withTimes: boolean }>();

  #of(place: LogPlace): Kept & { readonly key: string } {
    const key = `${place.namespace}/${place.pod}/${place.container}`;
    const kept = this.#kept.get(key) ?? { lines: [], previous: [] };
    this.#kept.set(key, kept);
    return { ...kept, key };
  }

  write(place: LogPlace, text: string, { time, previous = false }: { time: number; previous?: boolean }): void {
    const kept = this.#of(place);
    const line = { time, text };
    kept[previous ? 'previous' : 'lines'].push(line);
    if (previous) return;
    for (const [response, { key, withTimes }] of this.#following) {
      if (key === kept.key) response.write(textOf(line, withTimes));
    }
  }

  /** The number of logs that are being followed. */
  followed = (): number => this.#following.size;

  /** Ends the followed logs, as when a container ends. `break` closes the connections without an end. */
  end(how: 'end' | 'break' = 'end'): void {
    for (const response of this.#following.keys()) {
      if (how === 'end') response.end();
      else response.destroy();
    }
    this.#following.clear();
  }

  send(response: ServerResponse, { log }: LogAnswer, now: number): void {
    const { query } = log;
    const { key, lines, previous } = this.#of(log);
    const number = (name: string) => (query.has(name) ? Number(query.get(name)) : Number.POSITIVE_INFINITY);
    const withTimes = query.get('timestamps') === 'true';
    // The API server hands on whole seconds.
    const sinceTime = Date.parse(query.get('sinceTime') ?? '');
    const since = Number.isNaN(sinceTime) ? now - number('sinceSeconds') * 1000 : Math.floor(sinceTime / 1000) * 1000;
    const all = (query.get('previous') === 'true' ? previous : lines).filter(({ time }) => time >= since);
    const shown = all.slice(Math.max(0, all.length - number('tailLines')));
    const text = Buffer.from(shown.map((line) => textOf(line, withTimes)).join('')).subarray(0, number('limitBytes'));
    response.writeHead(200, { 'content-type': 'text/plain' });
    if (query.get('follow') !== 'true') return void response.end(text);
    this.#following.set(response, { key, withTimes });
    response.on('close', () => this.#following.delete(response));
    // Send nothing before the first line. The headers of the real server also arrive with the first line.
    if (text.length > 0) response.write(text);
  }
}

const textOf = ({ time, text }: Line, withTimes: boolean): string =>
  `${withTimes ? `${new Date(time).toISOString().replace('Z', '000000Z')} ` : ''}${text}\n`;
