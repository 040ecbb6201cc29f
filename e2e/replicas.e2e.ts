import { findPostgres, type RunningPostgres, startPostgres } from './support/postgres/index.ts';
import {
  type FilledCluster,
  fillCluster,
  type RunningPrometheus,
  type SeededWorkload,
  startPrometheus,
} from './support/prometheus/index.ts';
import { namesOf, runClients } from './support/replicas/clients.ts';
import { type Fleet, startFleet } from './support/replicas/fleet.ts';
import { expect, test } from './support/test.ts';

/**
 * Three replicas of the built server on a real PostgreSQL and a real Prometheus. They are killed at random and the
 * database is restarted, while clients read and enroll. Afterwards nothing is lost or doubled, and every replica answers
 * the same.
 */
test.skip(findPostgres() === null, 'there is no PostgreSQL: install it, or set POSTGRES_BIN');
test.describe.configure({ mode: 'serial' });

const replicas = 3;
const kills = 4;
const clients = 8;
const workloads = Array.from(
  { length: 36 },
  (_, index): SeededWorkload => ({
    namespace: `team-${index % 12}`,
    kind: 'Deployment',
    name: `service-${index}`,
    replicas: 1,
    containers: [
      { name: 'app', cpuRequest: 0.5, memoryRequest: 2 ** 28, cpuMean: 0.1 + index / 100, memoryMean: 2 ** 27 },
    ],
  }),
);

let postgres: RunningPostgres;
let prometheus: RunningPrometheus;
let cluster: FilledCluster;
let fleet: Fleet;
let database: string;

test.beforeAll(async () => {
  [postgres, prometheus] = await Promise.all([startPostgres(), startPrometheus()]);
  cluster = await fillCluster({ url: prometheus.url, workloads, history: 40 * 3600, fineStep: 240, live: true });
  database = await postgres.createDatabase();
  const { user, host, port } = postgres;
  const address = `postgres://${user}@${host}:${port}/${database}`;
  fleet = await startFleet(replicas, '--prometheus', prometheus.url, '--database', address);
});

test.afterAll(async () => {
  await fleet?.stop();
  await cluster?.stop();
  await prometheus?.stop();
  await postgres?.stop();
});

const answersOf = (path: string) =>
  Promise.all(
    fleet.addresses().map(async (address) => {
      const response = await fetch(`${address}${path}`);
      const body: Record<string, unknown> = await response.json();
      return { status: response.status, body };
    }),
  );

/** Waits until every replica gives the same answer, and returns its body. */
async function sameAnswer(path: string): Promise<Record<string, unknown>> {
  await expect
    .poll(async () => {
      const answers = await answersOf(path);
      return {
        statuses: answers.map(({ status }) => status),
        different: new Set(answers.map((one) => JSON.stringify(one))).size,
      };
    })
    .toEqual({ statuses: Array.from({ length: replicas }, () => 200), different: 1 });
  return (await answersOf(path))[0]?.body ?? {};
}

const holders = async () =>
  (
    await postgres.query(
      database,
      `select count(*) filter (where lasts_until > now()) as held, count(distinct holder) as holders from work_lease`,
    )
  )[0];

test('clients lose nothing while replicas are killed and the database restarts', async () => {
  const stopping = new AbortController();
  const running = runClients({ url: fleet.url, workloads, clients, signal: stopping.signal });
  for (let kill = 0; kill < kills; kill += 1) {
    await fleet.replace(Math.floor(Math.random() * replicas));
    if (kill === 1) await postgres.restart();
  }
  stopping.abort();
  const { enrolled, wrong, answered, failed } = await running;
  process.stdout.write(`${answered} calls answered, ${failed} failed and were repeated or given up\n`);
  const errors = fleet
    .log()
    .split('\n')
    .filter((line) => line.includes('"failed unexpectedly"'));
  expect([...wrong, ...errors]).toEqual([]);
  expect(enrolled).toHaveLength(workloads.length);
});

test('every replica shows each target once, with one record of its enrollment', async () => {
  const expected = workloads.map(({ namespace, name }) => `${namespace}/${name}`).toSorted();
  const list = await sameAnswer('/v1/ast?limit=200');
  expect([...namesOf(list)].toSorted()).toEqual(expected);
  const recorded = await sameAnswer('/v1/views/changes?events=enrolled&limit=200');
  expect([...namesOf(recorded)].toSorted()).toEqual(expected);
});

test('each target gets its first suggestion once, from whichever replica does its work', async () => {
  const suggested = async () =>
    (
      await postgres.query(database, `select count(distinct (namespace, name)) as targets from published_suggestion`)
    )[0]?.['targets'];
  await expect.poll(suggested, { timeout: 240_000 }).toBe(String(workloads.length));
  const listed = await sameAnswer('/v1/views/asts?limit=200&view=all&sort=%2Bname').catch(() => null);
  expect(listed === null ? [] : namesOf(listed)).toHaveLength(workloads.length);
  const first = await postgres.query(
    database,
    `select namespace, name, count(*) from published_suggestion group by 1, 2 having count(*) > 1`,
  );
  for (const row of first) {
    const answer = await fetch(`${fleet.url}/v1/ast/${String(row['namespace'])}/${String(row['name'])}/suggestions`);
    expect((await answer.text()).match(/It is the first suggestion/g) ?? []).toHaveLength(1);
  }
});

test('the work of a killed replica is taken over within a minute', async () => {
  await expect.poll(holders).toEqual({ held: '64', holders: '3' });
  const killedAt = Date.now();
  await fleet.kill(0);
  await expect.poll(holders).toEqual({ held: '64', holders: '2' });
  process.stdout.write(`taken over after ${Math.round((Date.now() - killedAt) / 1000)} s\n`);
});
