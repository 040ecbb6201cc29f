import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { answer, scriptedServer, vector } from '../../packages/testing/src/prometheus/index.ts';
import { startChild } from '../server/child.ts';
import { startCluster } from './start-cluster.ts';

/**
 * The built server (`pnpm build`) with an API server in another process and a Prometheus without series: the time from
 * its start to the first answer about pods, and from a change of a pod to the answer over HTTP at 100 changes a second.
 * Exits with 1 if one is over its budget.
 *
 *   node bench/kubernetes/console.ts
 */
const budget = { readyMs: 5_000, answerMs: 2_000 };
const [seconds, sampled] = [30, 10];
const say = (line: string): void => void process.stdout.write(`${line}\n`);

type Labels = readonly { readonly key: string; readonly value: string }[];
type Pods = { readonly items?: readonly { readonly name: string; readonly labels: Labels }[] };

async function measure(pods: number, workloads: number) {
  const epoch = Date.now();
  const [cluster, prometheus] = await Promise.all([
    startCluster({ pods, workloads, epoch }),
    scriptedServer((response) => answer(response, vector())),
  ]);
  const folder = mkdtempSync(join(tmpdir(), 'trimtab-bench-kubernetes-'));
  const kubeconfig = join(folder, 'kubeconfig.json');
  const config = {
    'current-context': 'one',
    clusters: [{ name: 'c', cluster: { server: cluster.url } }],
    contexts: [{ name: 'one', context: { cluster: 'c', user: 'u' } }],
    users: [{ name: 'u', user: { token: 'admin' } }],
  };
  writeFileSync(kubeconfig, JSON.stringify(config));
  const start = performance.now();
  const words = ['--prometheus', prometheus.url, '--kubeconfig', kubeconfig, '--data', folder, '--port', '0'];
  const server = await startChild('packages/server/dist/serve.js', words);
  const podsOf = async (app: number): Promise<Pods> =>
    (await fetch(`${server.url}/v1/ast/team-${app % 50}/app-${app}/pods`)).json();
  const candidates = async (namespace: number, isDryRun: boolean): Promise<string> => {
    const path = `/v1/ast/candidates/team-${namespace}?dryrun=${isDryRun}`;
    return (await fetch(`${server.url}${path}`, { method: 'POST' })).text();
  };
  while (!(await candidates(0, true)).includes('"app-0"')) await sleep(10);
  const readyMs = performance.now() - start;
  for (const namespace of [0, 10, 20, 30, 40]) await candidates(namespace, false);

  cluster.change();
  const delays: number[] = [];
  const end = Date.now() + seconds * 1_000;
  // Every second change is one of a pod, in their order. Looks at every twentieth pod, whose target is enrolled.
  for (let index = 0; Date.now() < end && index < pods; index += sampled * 2) {
    const app = index % workloads;
    for (let at: number | null = null; at === null && Date.now() < end; await sleep(5)) {
      const pod = ((await podsOf(app)).items ?? []).find(({ name }) => name === `app-${app}-7d9f-${index}`);
      const value = pod?.labels.find(({ key }) => key === 'changed')?.value;
      if (value === undefined) continue;
      at = Number(value);
      delays.push(Date.now() - epoch - at);
    }
  }
  delays.sort((a, b) => a - b);
  await server.stop();
  await prometheus.stop();
  cluster.stop();
  rmSync(folder, { recursive: true });
  return { readyMs, delays };
}

for (const [pods, workloads] of [
  [1_000, 200],
  [10_000, 2_000],
] as const) {
  const { readyMs, delays } = await measure(pods, workloads);
  const at = (share: number): number => delays[Math.floor(delays.length * share)] ?? Number.POSITIVE_INFINITY;
  say(`${pods} pods, ${workloads} workloads`);
  say(`  ready         ${Math.round(readyMs)} ms after the start, budget ${budget.readyMs} ms`);
  say(
    `  change        ${delays.length} seen in ${seconds} s; to the answer: median ${at(0.5)} ms, p99 ${at(0.99)} ms, budget ${budget.answerMs} ms`,
  );
  if (readyMs > budget.readyMs || at(0.99) > budget.answerMs) process.exitCode = 1;
}
