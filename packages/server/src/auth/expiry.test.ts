import { aGate, aGuardedClient, aRecord, aWorkload, aWorld } from '@trimtab/testing';
import { anIssuer, audience, type Issuer } from '@trimtab/testing/node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createOidcAuthenticator } from './oidc.ts';

let issuer: Issuer;
const world = aWorld([aRecord()]);
world.workloads.push(aWorkload());
beforeAll(async () => {
  issuer = await anIssuer(world.deps.clock);
});
afterAll(() => issuer.stop());

it('a token that expires during a long call does not end it; the next call is rejected', async () => {
  const auth = createOidcAuthenticator({
    issuer: issuer.url,
    audience,
    fetch,
    clock: world.deps.clock,
    logger: () => undefined,
  });
  const { ask } = aGuardedClient(world, auth);
  const as = await issuer.sign({ exp: issuer.seconds() + 60 });
  const gate = aGate();
  world.gate = gate.opened;
  const long = ask('/v1/views/kpis', { as });
  await expect.poll(() => world.asked.cluster).toBe(1);
  world.now += 5 * 60_000;
  gate.open();
  expect((await long).status).toBe(200);
  const next = await ask('/v1/views/kpis', { as });
  expect(next.status).toBe(401);
  expect(next.headers.get('www-authenticate')).toContain('expired');
});
