import { type KubernetesStandIn, startKubernetes, targetDefinition } from '@trimtab/testing/kubernetes';
import { afterEach } from 'vitest';
import { openTargetRegistry, type TargetMemory } from '../index.ts';
import { connectionTo } from './connection-to.ts';

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

export const targets = '/apis/trimtab.dev/v1alpha1/namespaces/shop/aiscaletargets';

export async function aCluster() {
  const standIn = await startKubernetes();
  stops.push(() => standIn.stop());
  /** Sends a request as kubectl does. */
  const kubectl = async (method: string, path: string, body: object, type = 'application/json') => {
    const response = await fetch(`${standIn.url}${path}`, {
      method,
      headers: { authorization: 'Bearer admin', 'content-type': type, connection: 'close' },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: await response.json() };
  };
  standIn.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } });
  return { standIn, kubectl };
}
export const install = (kubectl: Awaited<ReturnType<typeof aCluster>>['kubectl']) =>
  kubectl('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', targetDefinition());

type OpenOptions = {
  readonly token?: string;
  readonly namespaces?: readonly string[];
  readonly memory?: TargetMemory;
  readonly forbiddenMs?: number;
  /** Answers a request instead of the stand-in, or null. */
  readonly intercept?: (method: string, url: string, signal: AbortSignal) => Promise<Response> | null;
};

export function open(
  standIn: KubernetesStandIn,
  { token = 'admin', namespaces = [], intercept, ...more }: OpenOptions = {},
) {
  const clock = { later: 0, now: () => Date.now() + clock.later };
  const logged: object[] = [];
  const connection = connectionTo(standIn, token);
  const opened = openTargetRegistry({
    connection: {
      ...connection,
      fetch: async (url, init) => intercept?.(init.method, url, init.signal) ?? fetch(url, init),
    },
    namespaces,
    clock,
    logger: (_level, event, fields) => logged.push({ event, ...fields }),
    random: () => 0,
    ...more,
  });
  stops.unshift(() => opened.stop());
  return { ...opened, logged, clock };
}

export async function aRegistry(options: OpenOptions = {}) {
  const { standIn, kubectl } = await aCluster();
  await install(kubectl);
  const opened = open(standIn, options);
  await opened.settled(new AbortController().signal);
  return { standIn, kubectl, ...opened };
}
export const byHand = (name: string, spec: object = {}) => ({
  apiVersion: 'trimtab.dev/v1alpha1',
  kind: 'AIScaleTarget',
  metadata: { name },
  spec: {
    scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'cart' },
    vertical: { mode: 'recommendation' },
    ...spec,
  },
});
export const merge = 'application/merge-patch+json';
