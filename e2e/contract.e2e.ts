import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operations } from '@trimtab/core';
import { seeded } from '@trimtab/testing';
import { verifyContract } from '@trimtab/testing/contract';
import { fillCluster, startPrometheus } from './support/prometheus/index.ts';
import { startServer } from './support/server.ts';
import { expect, test } from './support/test.ts';

/**
 * A client that knows only `openapi.json` makes every call over the network, with valid and invalid requests: once
 * against the simulated cluster and once against a real Prometheus.
 */
const seed = 20_261_120;
const unlimited = ['--rate-limit', '999999'];
const hourSeconds = 3_600;

/** @param without the calls for which the server has no data */
async function expectContract(url: string, without: readonly string[] = []): Promise<void> {
  const mount = { ask: (request: Request) => fetch(request), baseUrl: url, now: () => Date.now() };
  const { answered, unasked, violations } = await verifyContract(mount, {
    mutations: { requests: 500, random: seeded(seed) },
  });
  expect(violations).toEqual([]);
  expect(unasked).toEqual(without);
  expect(answered).toHaveLength(operations.length - without.length);
}

test('the server on the simulated cluster follows its OpenAPI document', async () => {
  const server = await startServer(...unlimited);
  try {
    await expectContract(server.url);
  } finally {
    expect(await server.stop()).toBe(0);
  }
});

test('the server on a real Prometheus follows its OpenAPI document', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'trimtab-contract-'));
  const prometheus = await startPrometheus();
  const cluster = await fillCluster({ url: prometheus.url, history: 50 * hourSeconds, live: true });
  const server = await startServer('--prometheus', prometheus.url, '--data', folder, ...unlimited);
  try {
    const enrolled = await fetch(`${server.url}/v1/ast/candidates/shop?dryrun=false`, { method: 'POST' });
    expect(enrolled.status).toBe(200);
    // Logs come only from Kubernetes.
    await expectContract(server.url, ['extensions.logs']);
  } finally {
    await server.stop();
    await cluster.stop();
    await prometheus.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
