import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMain } from '@trimtab/testing/node';
import { afterEach, expect, it } from 'vitest';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

it('a client that disconnects cancels its queries to Prometheus (docs/faults.md#client-disconnects)', async () => {
  const queries: { open: number; ever: number } = { open: 0, ever: 0 };
  let answers = 1;
  const prometheus = createServer((_request, response) => {
    // Only the check at the start gets a response.
    if (answers > 0) {
      answers -= 1;
      response.end('{"status":"success","data":{"resultType":"vector","result":[]}}');
      return;
    }
    queries.open += 1;
    queries.ever += 1;
    response.once('close', () => (queries.open -= 1));
  });
  await new Promise<void>((resolve) => prometheus.listen(0, '127.0.0.1', resolve));
  const folder = mkdtempSync(join(tmpdir(), 'trimtab-disconnect-'));
  cleanups.push(
    () => rmSync(folder, { recursive: true, force: true }),
    () => prometheus.closeAllConnections(),
    () => prometheus.close(),
  );
  const address = prometheus.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const server = startMain({ argv: ['--port', '0', '--prometheus', url, '--data', folder] });
  cleanups.push(server.end);
  const leaving = new AbortController();
  const call = fetch(`${await server.ready}/v1/system/namespaces`, { signal: leaving.signal });
  call.catch(() => undefined);
  await expect.poll(() => queries.open).toBeGreaterThan(0);
  leaving.abort();
  await expect.poll(() => queries.open).toBe(0);
  expect(queries.ever).toBeGreaterThan(0);
});
