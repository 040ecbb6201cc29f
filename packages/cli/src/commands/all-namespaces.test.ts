import { afterAll, expect, test, vi } from 'vitest';
import { serveDataSet } from '../testing/loopback.ts';
import { trimtab } from '../testing/trimtab.ts';

/** For tests that only read. */
const storefront = await serveDataSet('storefront');
afterAll(() => storefront[Symbol.asyncDispose]());

const environment = { TRIMTAB_NAMESPACE: 'checkout' };

test.each(['kpis', 'costs', 'costs --range projected', 'check --fail-on medium'])(
  '%s -A covers all namespaces, although a variable selects one',
  async (command) => {
    const { url: api } = storefront;
    const all = { TRIMTAB_ALL_NAMESPACES: 'true' };
    // The first answers may lack figures that are still being computed.
    await vi.waitFor(
      async () => {
        const whole = await trimtab(command, { api });
        expect((await trimtab(command, { api, environment })).stdout).not.toBe(whole.stdout);
        for (const line of [`${command} -A`, `-A ${command}`])
          expect(await trimtab(line, { api, environment })).toEqual(whole);
        expect(await trimtab(`${command} -n checkout`, { api, environment: all })).toEqual(
          await trimtab(command, { api, environment }),
        );
      },
      { timeout: 240_000 },
    );
    expect(await trimtab(`${command} -A -n checkout`, { api })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('-n and -A cannot be combined.'),
    });
  },
);
