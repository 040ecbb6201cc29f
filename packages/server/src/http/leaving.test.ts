import { aClient, aGate, aWorkload, aWorld } from '@trimtab/testing';
import { expect, it } from 'vitest';

it('does not count a disconnected client as a failure, for any abort reason', async () => {
  const world = aWorld();
  world.workloads.push(aWorkload());
  world.gate = aGate().opened;
  const lines: string[] = [];
  const client = aClient(world, (level, event) => lines.push(`${level} ${event}`));
  const leaving = new AbortController();
  const answered = client.send(new Request('http://api.test/v1/system/namespaces', { signal: leaving.signal }));
  await expect.poll(() => world.asked.cluster).toBe(1);
  // Node's server aborts with a string instead of an Error.
  leaving.abort('Client connection prematurely closed.');
  expect((await answered).status).toBe(400);
  expect(lines).toEqual(['debug answered']);
});
