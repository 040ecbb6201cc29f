import { hourMs } from '@trimtab/core';
import { isObject } from './json-schema.ts';
import { type Mount, send, sendJson } from './mount.ts';

/** Names and ids for valid requests, found through the API itself. Null if there is none. */
export type Known = {
  readonly namespace: string;
  readonly name: string;
  readonly kind: string;
  readonly container: string;
  /** A pod of the target whose log can be read. */
  readonly pod: string | null;
  readonly connector: string | null;
  readonly metricName: string | null;
  readonly metricId: string | null;
  readonly artifact: string | null;
  readonly job: string | null;
  readonly start: string;
  readonly end: string;
};

/** Throws if no target can be read. */
export async function findKnown(mount: Mount): Promise<Known> {
  const target = await findTarget(mount);
  const connector = text(first(await items(mount, '/v1/connectors')), 'name');
  const metrics =
    connector === null ? [] : await items(mount, `/v1/connectors/${encodeURIComponent(connector)}/metrics`);
  const { json: job } = await send(mount, { method: 'POST', target: '/v1/queue/forecast/pop' });
  return {
    ...target,
    pod: await findPod(mount, target),
    connector,
    metricName: text(first(metrics), 'name'),
    metricId: text(first(await items(mount, '/v1/metrics/catalog')), 'id'),
    artifact: text(first(await items(mount, '/v1/artifacts')), 'name'),
    job: text(job, 'id'),
    start: new Date(mount.now() - 6 * hourMs).toISOString(),
    end: new Date(mount.now()).toISOString(),
  };
}

type Target = Pick<Known, 'namespace' | 'name' | 'kind' | 'container'>;

async function findTarget(mount: Mount): Promise<Target> {
  for (const item of await items(mount, '/v1/ast?limit=50')) {
    const [namespace, name] = [text(item, 'namespace'), text(item, 'name')];
    if (namespace === null || name === null) continue;
    const path = `/v1/ast/${encodeURIComponent(namespace)}/${encodeURIComponent(name)}`;
    const { status, json } = await send(mount, { method: 'GET', target: path });
    const workload = isObject(json) ? json['target'] : null;
    // Skip targets whose workload is missing, and names that cannot be requested.
    if (status !== 200 || !isObject(workload) || !/^[a-z0-9-]+$/.test(`${namespace}${name}`)) continue;
    const containers = Array.isArray(workload['containers']) ? workload['containers'] : [];
    return { namespace, name, kind: text(workload, 'kind') ?? '', container: text(first(containers), 'name') ?? '' };
  }
  throw new Error('The server has no readable target: enroll a workload before checking the contract.');
}

async function findPod(mount: Mount, { namespace, name, container }: Target): Promise<string | null> {
  const path = `/v1/ast/${namespace}/${name}`;
  const pod = text(first(await items(mount, `${path}/pods`)), 'name');
  const query = new URLSearchParams({ pod: pod ?? '', container, tail: '1' });
  return (await send(mount, { method: 'GET', target: `${path}/logs?${query}` })).status === 200 ? pod : null;
}

/** Enrolls a target again after a check has removed it. */
export const enrollAgain = (mount: Mount, { namespace, name }: Known) =>
  sendJson(mount, 'POST', `/v1/ast/candidates/${encodeURIComponent(namespace)}?dryrun=false`, { workloads: [name] });

async function items(mount: Mount, target: string): Promise<readonly unknown[]> {
  const { json } = await send(mount, { method: 'GET', target });
  return isObject(json) && Array.isArray(json['items']) ? json['items'] : [];
}

const first = (list: readonly unknown[]): unknown => list[0];

function text(value: unknown, key: string): string | null {
  const found = isObject(value) && Object.hasOwn(value, key) ? value[key] : null;
  return typeof found === 'string' ? found : null;
}
