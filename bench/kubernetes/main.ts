import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { openKubernetes } from '../../packages/server/src/adapters/kubernetes/index.ts';
import { startCluster } from './start-cluster.ts';

/**
 * Measures the inventory of 10,000 pods and 2,000 workloads from an API server in another process: the first list, its
 * memory, and the time from a change to the answer at 100 changes a second. Exits with 1 if a value exceeds its budget.
 *
 *   node --expose-gc --max-semi-space-size=8 bench/kubernetes/main.ts
 */
// The same setting as in the server. packages/server/README.md gives the reasons.
setFlagsFromString('--heap-growing-percent=25');
const budget = { memoryBytes: 60 * 2 ** 20, answerMs: 2_000 };
const [pods, workloads, seconds] = [10_000, 2_000, 30];
const epoch = Date.now();
const authorization = 'Bearer admin';
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const mib = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MiB`;

async function retained(): Promise<number> {
  if (globalThis.gc === undefined) throw new Error('Run with --expose-gc.');
  // Buffers of ended requests are only freed after an iteration of the event loop.
  for (let count = 0; count < 2; count += 1) {
    globalThis.gc();
    await sleep(200);
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const cluster = await startCluster({ pods, workloads, epoch });
const { url } = cluster;

/** The reference: the bytes of all pods, read and parsed page by page, and dropped. */
async function readAllPods(): Promise<number> {
  const start = performance.now();
  let next = '';
  do {
    const response = await fetch(`${url}/api/v1/pods?limit=500&continue=${next}`, { headers: { authorization } });
    const { metadata }: { metadata: { continue?: string } } = await response.json();
    next = metadata.continue ?? '';
  } while (next !== '');
  return performance.now() - start;
}

await readAllPods();
const referenceMs = await readAllPods();
const [before, rssBefore] = [await retained(), process.memoryUsage().rss];
const start = performance.now();
const { cluster: source, reader } = openKubernetes({
  connection: {
    url,
    fetch: (address, init) => fetch(address, init),
    headers: async () => ({ authorization }),
    renew: () => undefined,
  },
  namespaces: [],
  clock: { now: () => Date.now() },
  logger: () => undefined,
});
while (reader.problem() !== null) await sleep(5);
const listMs = performance.now() - start;
const first = await source.workloads({});
if (first.items.length !== workloads) throw new Error(`${first.items.length} workloads`);
const [kept, rss] = [(await retained()) - before, process.memoryUsage().rss - rssBefore];
say(
  `first list      ${Math.round(listMs)} ms, ${(listMs / referenceMs).toFixed(1)} times reading the pods only (${Math.round(referenceMs)} ms)`,
);
say(`memory          ${mib(kept)} kept, ${mib(rss)} of the process, budget ${mib(budget.memoryBytes)}`);

cluster.change();
const seen = new Map(first.items.map(({ namespace, name, replicas }) => [`${namespace}/${name}`, replicas]));
const delays: number[] = [];
for (const end = Date.now() + seconds * 1_000; Date.now() < end; await sleep(20)) {
  for (const { namespace, name, replicas } of (await source.workloads({})).items) {
    const key = `${namespace}/${name}`;
    if (seen.get(key) === replicas) continue;
    seen.set(key, replicas);
    delays.push(Date.now() - epoch - (replicas ?? 0));
  }
}
delays.sort((a, b) => a - b);
const at = (share: number): number => delays[Math.floor(delays.length * share)] ?? Number.POSITIVE_INFINITY;
const after = (await retained()) - before;
say(
  `change          ${delays.length} seen in ${seconds} s; to the answer: median ${at(0.5)} ms, p99 ${at(0.99)} ms, budget ${budget.answerMs} ms`,
);
say(`memory after    ${mib(after)} kept`);
await reader.stop();
cluster.stop();
process.exitCode = Math.max(kept, after) > budget.memoryBytes || at(0.99) > budget.answerMs ? 1 : 0;
