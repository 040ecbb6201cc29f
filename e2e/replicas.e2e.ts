import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { seeded } from '@trimtab/testing';
import { validReads } from '@trimtab/testing/contract';
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
 * Replicas of the built server on a real database and a real Prometheus. They are killed at random and PostgreSQL is
 * restarted, while clients read and enroll. Then they are replaced one after the other, as in an upgrade, and no call
 * fails. Afterwards nothing is lost or doubled, and every replica answers the same.
 * By hand with more of everything: CHAOS_SEED=2 CHAOS_KILLS=20 CHAOS_CLIENTS=50 CHAOS_WORKLOADS=120. For an upgrade from
 * an earlier version, CHAOS_EARLIER is the path of the built server (`serve.js`) of that version.
 */
const chosen = (name: string, otherwise: number) => Number(process.env[`CHAOS_${name}`] ?? otherwise);
const [seed, clients] = [chosen('SEED', Date.now() % 1_000_000), chosen('CLIENTS', 8)];
const workloads = Array.from(
  { length: chosen('WORKLOADS', 36) },
  (_, index): SeededWorkload => ({
    namespace: `team-${index % 12}`,
    kind: 'Deployment',
    name: `service-${index}`,
    replicas: 1,
    containers: [
      { name: 'app', cpuRequest: 0.5, memoryRequest: 2 ** 28, cpuMean: 0.1 + (index % 40) / 100, memoryMean: 2 ** 27 },
    ],
  }),
);
/** These are enrolled while the replicas are replaced one after the other, the others while they are killed. */
const [later, sooner] = [workloads.slice(0, 6), workloads.slice(6)];
const expected = workloads.map(({ namespace, name }) => `${namespace}/${name}`).toSorted();
/** The calls whose answers contain the time of the request. */
const madeOnRequest = new Set(['insights.active', 'extensions.reliability']);
const isoTime = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;

async function ask(address: string, path: string): Promise<{ status: number; text: string }> {
  const response = await fetch(`${address}${path}`);
  const isFile = response.headers.get('content-type') === 'application/gzip';
  // The files of an archive have the time of their creation.
  const text = isFile ? String((await response.arrayBuffer()).byteLength > 0) : await response.text();
  return { status: response.status, text };
}

for (const { database, replicas, kills } of [
  { database: 'PostgreSQL', replicas: 3, kills: chosen('KILLS', 4) },
  { database: 'SQLite', replicas: 1, kills: chosen('KILLS', 2) },
]) {
  test.describe(`${replicas} on ${database}`, () => {
    test.skip(
      database === 'PostgreSQL' && findPostgres() === null,
      'there is no PostgreSQL: install it, or set POSTGRES_BIN',
    );
    test.describe.configure({ mode: 'serial' });

    let folder: string;
    let postgres: RunningPostgres | null = null;
    let prometheus: RunningPrometheus;
    let cluster: FilledCluster;
    let fleet: Fleet;

    async function store(): Promise<readonly string[]> {
      if (database === 'SQLite') return ['--data', folder];
      postgres = await startPostgres();
      const { user, host, port, createDatabase } = postgres;
      return ['--database', `postgres://${user}@${host}:${port}/${await createDatabase()}`];
    }

    test.beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'trimtab-replicas-'));
      prometheus = await startPrometheus();
      cluster = await fillCluster({ url: prometheus.url, workloads, history: 40 * 3600, fineStep: 240, live: true });
      const options = ['--prometheus', prometheus.url, '--shutdown-delay', '8'];
      fleet = await startFleet(replicas, [...options, ...(await store())], { first: process.env['CHAOS_EARLIER'] });
    });

    test.afterAll(async () => {
      await fleet?.stop();
      await cluster?.stop();
      await prometheus?.stop();
      await postgres?.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    /** Waits until every replica gives the same answer. If each request computes the answer (`made`), its times may differ. */
    async function expectSame(path: string, made = false): Promise<void> {
      const answers = async () => {
        const all = await Promise.all(fleet.addresses().map((address) => ask(address, path)));
        return {
          statuses: all.map(({ status }) => status),
          different: new Set(all.map(({ text }) => (made ? text.replaceAll(isoTime, '') : text))).size,
        };
      };
      const same = { statuses: Array.from({ length: replicas }, () => 200), different: 1 };
      await expect.poll(answers, { message: path }).toEqual(same);
    }

    async function sameNames(path: string): Promise<readonly string[]> {
      await expectSame(path);
      const response = await fetch(`${fleet.url}${path}`);
      const body: Record<string, unknown> = await response.json();
      return [...namesOf(body)].toSorted();
    }

    test('clients lose nothing while replicas are killed and the database restarts', async () => {
      test.setTimeout(3_600_000);
      process.stdout.write(`CHAOS_SEED=${seed}\n`);
      const random = seeded(seed);
      const stopping = new AbortController();
      const chosenFirst = replicas === 1 ? workloads : sooner;
      const running = runClients({ url: fleet.url, workloads: chosenFirst, clients, signal: stopping.signal });
      for (let kill = 0; kill < kills; kill += 1) {
        const replaced = fleet.replace(Math.floor(random() * replicas));
        if (kill === Math.floor(kills / 2)) await postgres?.restart();
        await replaced;
      }
      stopping.abort();
      const { enrolled, wrong, answered, failed } = await running;
      process.stdout.write(`${answered} calls answered, ${failed} failed and were repeated or given up\n`);
      const errors = fleet
        .log()
        .split('\n')
        .filter((line) => /failed unexpectedly|unhandled error/.test(line));
      expect([...wrong, ...errors]).toEqual([]);
      expect(enrolled.size).toBe(chosenFirst.length);
    });

    if (replicas > 1) {
      test('no call fails while the replicas are replaced one after the other', async () => {
        for (let index = 0; index < replicas; index += 1) {
          const stopping = new AbortController();
          const workloadsNow = later.filter((_, place) => place % replicas === index);
          const running = runClients({ url: fleet.url, workloads: workloadsNow, clients, signal: stopping.signal });
          const code = await fleet.roll(index);
          stopping.abort();
          const { enrolled, wrong, answered, failed } = await running;
          process.stdout.write(`${answered} calls answered while a replica was replaced\n`);
          expect({ code, wrong, failed, enrolled: enrolled.size }).toEqual({
            code: 0,
            wrong: [],
            failed: 0,
            enrolled: workloadsNow.length,
          });
        }
      });
    }

    test('every replica shows each target once, with one record of its enrollment', async () => {
      expect(await sameNames('/v1/ast?limit=200')).toEqual(expected);
      expect(await sameNames('/v1/views/changes?events=enrolled&limit=200')).toEqual(expected);
    });

    test('each target gets its first suggestion once, from whichever replica does its work', async () => {
      for (const target of expected) {
        const first = async () => {
          const answer = await fetch(`${fleet.url}/v1/ast/${target}/suggestions`);
          const text = await answer.text();
          return text.match(/It is the first suggestion/g)?.length === 1 ? 'one first suggestion' : text;
        };
        await expect.poll(first, { message: target, timeout: 240_000 }).toBe('one first suggestion');
      }
    });

    if (replicas === 1) return;

    test('each call that reads answers the same from every replica', async () => {
      const baseUrl = fleet.addresses()[0] ?? '';
      const reads = await validReads({ ask: (request) => fetch(request), baseUrl, now: () => Date.now() });
      for (const [id, path] of reads) await expectSame(path, madeOnRequest.has(id));
      for (const path of ['/v1/views/asts?limit=200&view=all', '/v1/views/changes?limit=200']) {
        await expectSame(path);
      }
    });

    test('the work of a killed replica is taken over within a minute', async () => {
      const held = async () => {
        const texts = await Promise.all(
          fleet.addresses().map(async (address) => (await fetch(`${address}/metrics`)).text()),
        );
        return texts
          .map((text) => Number(/^trimtab_work_shares\{[^}]*\} (\d+)/m.exec(text)?.[1]))
          .toSorted((a, b) => a - b);
      };
      await expect.poll(held).toEqual([21, 21, 22]);
      const killedAt = Date.now();
      await fleet.kill(0);
      await expect.poll(held).toEqual([32, 32]);
      process.stdout.write(`taken over after ${Math.round((Date.now() - killedAt) / 1000)} s\n`);
    });
  });
}
