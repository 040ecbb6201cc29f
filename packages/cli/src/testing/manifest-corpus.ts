import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PatchPlan } from '@trimtab/core/patch';

const folder = join(import.meta.dirname, 'manifests');

type Containers = Record<string, { requests: object; limits?: object; sidecar?: true }>;

const plan = (name: string, containers: Containers, more: Partial<PatchPlan> = {}): PatchPlan => ({
  namespace: 'shop',
  name,
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  replicas: null,
  autoscaler: null,
  containers: Object.entries(containers).map(([container, { requests, limits = {}, sidecar = false }]) => ({
    name: container,
    sidecar,
    requests,
    limits,
  })),
  notes: [],
  known: [],
  ...more,
});
const app = { requests: { cpu: '250m', memory: '300Mi' } };
const side = { requests: { cpu: '20m', memory: '64Mi' } };

/** The suggestions for all manifests of the corpus. */
export const corpusPlans: readonly PatchPlan[] = [
  plan('web', { app }),
  plan('api', { app: { ...app, limits: { cpu: '500m', memory: '600Mi' } } }),
  plan('pair', { app, side }),
  // As sent by a server that does not say which containers are sidecars.
  plan('foreign', { app, proxy: side }),
  plan('native', { app, proxy: { ...side, sidecar: true } }),
  plan(
    'db',
    { db: { requests: { cpu: '1500m', memory: '2Gi' }, limits: { memory: '2Gi' } } },
    { kind: 'StatefulSet', replicas: 3 },
  ),
  plan('agent', { agent: { requests: { cpu: '50m', memory: '64Mi' } } }, { kind: 'DaemonSet' }),
  plan('scaled', { app }, { autoscaler: { name: 'scaled', minReplicas: 3, maxReplicas: 9 } }),
  plan('roll', { app }, { kind: 'Rollout', apiVersion: 'argoproj.io/v1alpha1' }),
];

/**
 * Each file of the corpus is a diff that shows the whole manifest. If nothing may be changed, the first line is `!` and
 * the reason.
 */
function readCase(file: string) {
  const lines = readFileSync(join(folder, file), 'utf8').split('\n').slice(0, -1);
  const reason = lines[0]?.startsWith('! ') === true ? (lines.shift() ?? '').slice(2) : null;
  const without = (sign: string) =>
    lines
      .filter((line) => !line.startsWith(sign))
      .map((line) => `${line.slice(1)}\n`)
      .join('');
  return { reason, before: without('+'), after: without('-') };
}

export const corpus = readdirSync(folder).map((file) => ({ name: file.replace('.diff', ''), ...readCase(file) }));
