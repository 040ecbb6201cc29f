import type { DescribedCall, Parameter } from './document.ts';
import type { Known } from './known.ts';
import type { Sent } from './mount.ts';

/** The parts of a request, so that a test can change one of them. */
export type Draft = {
  readonly call: DescribedCall;
  readonly path: ReadonlyMap<string, string>;
  readonly query: ReadonlyMap<string, string>;
  readonly body: unknown;
};

/** A valid request for an operation; null if the server has no data for it. */
export function validRequest(call: DescribedCall, known: Known): Draft | null {
  const path = call.inPath.map(({ name }) => [name, pathValue(call, name, known)] as const);
  const query = call.inQuery
    .filter(isAsked)
    .map(({ name, example }) => [name, queryValue(name, example, known)] as const);
  const filled = [...path, ...query];
  if (filled.some(([, value]) => value === null)) return null;
  const texts = (pairs: typeof filled) => new Map(pairs.map(([name, value]) => [name, value ?? '']));
  return { call, path: texts(path), query: texts(query), body: call.body === null ? undefined : bodyOf(call, known) };
}

/** A ticket replaces a token and is checked with the sign-in. */
const isAsked = ({ name, example }: Parameter): boolean => example !== undefined && name !== 'ticket';

export function sentOf({ call, path, query, body }: Draft): Sent {
  const filled = call.inPath.reduce(
    (text, { name }) => text.replace(`{${name}}`, () => encodeURIComponent(path.get(name) ?? '')),
    call.path,
  );
  const search = new URLSearchParams([...query]).toString();
  return {
    method: call.method,
    target: `${filled}${search === '' ? '' : `?${search}`}`,
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  };
}

function pathValue({ path }: DescribedCall, name: string, known: Known): string | null {
  if (name === 'namespace') return known.namespace;
  if (name === 'name') return path.startsWith('/v1/artifacts/') ? known.artifact : known.name;
  if (name === 'id') return known.job;
  if (name === 'connector') return known.connector;
  return name === 'metricName' ? known.metricName : null;
}

function queryValue(name: string, example: unknown, known: Known): string | null {
  if (name === 'namespace') return known.namespace;
  if (name === 'targetName') return known.name;
  if (name === 'pod' || name === 'container') return known[name];
  if (name === 'start' || name === 'end') return known[name];
  if (name === 'metricIds') return known.metricId;
  if (name === 'query') return known.metricName;
  return String(example);
}

/** The example of the document, with names that exist on this server. */
function bodyOf({ id, body }: DescribedCall, known: Known): unknown {
  const { namespace, name, kind, container, start, end, metricId } = known;
  switch (id) {
    case 'targets.findByOwner':
      return { namespace, name, kind };
    case 'targets.preflight':
      return { scaleTargetRef: { namespace, name, kind, api_version: 'apps/v1' } };
    case 'targets.candidates':
      return { workloads: [name] };
    case 'metrics.currentBulk':
    case 'suggestions.createBulk':
      return { targets: [{ namespace, name }] };
    case 'suggestions.createInNamespace':
      return { names: [name] };
    case 'metrics.bulk':
      return { metricIds: metricId === null ? [] : [metricId], start, end };
    case 'costs.recordUnoptimized':
      return { replicas: 2, containers: [{ name: container, requests: { cpu: 0.5, memory: 268_435_456 } }] };
    default:
      return body?.example;
  }
}
