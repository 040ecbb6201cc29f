import { expect, test } from 'vitest';
import { serve } from '../../testing/loopback.ts';
import { shopRows } from '../../testing/shop.ts';
import { trimtab } from '../../testing/trimtab.ts';

/** An API that enrolls, and has figures for `cart` from the so many-th look on. */
function serveLate(looks: number) {
  let looked = 0;
  return serve((request) => {
    if (request.method === 'POST') {
      return Response.json({
        name: 'shop',
        items: [{ target_ref: { name: 'cart', kind: 'Deployment' }, json: {}, result: 'created' }],
      });
    }
    looked += 1;
    const [row] = shopRows;
    const figures = looked >= looks ? {} : { cpu_utilization: null, memory_utilization: null };
    return Response.json({ data: { items: [{ ...row, ...figures }], total: 1 } });
  });
}

/** Time passes only by waiting. */
function patientClock() {
  let elapsed = 0;
  return {
    elapsedMs: () => elapsed,
    sleep: async (milliseconds: number) => {
      elapsed += milliseconds;
    },
  };
}

test('--wait looks until the targets report', async () => {
  await using api = await serveLate(3);
  const ended = await trimtab('enroll -n shop cart --yes --wait', { api: api.url, clock: patientClock() });
  expect(ended).toMatchObject({ code: 0, stdout: 'NAME\tKIND\tRESULT\ncart\tDeployment\tenrolled\n', stderr: '' });
  expect(api.seen.filter((request) => request.startsWith('GET'))).toHaveLength(3);
});

test('a time-out names who is late; what was enrolled is printed all the same, exit 5', async () => {
  await using api = await serveLate(1_000);
  const clock = patientClock();
  const { code, stdout, stderr } = await trimtab('enroll -n shop cart --yes --wait --timeout 20s', {
    api: api.url,
    clock,
  });
  expect({ code, stdout }).toEqual({ code: 5, stdout: 'NAME\tKIND\tRESULT\ncart\tDeployment\tenrolled\n' });
  expect(stderr).toContain('Enrolled, but without figures yet: cart.');
  expect(clock.elapsedMs()).toBe(20_000);
});

test('on a terminal it says for how many it waits, and takes that away again', async () => {
  await using api = await serveLate(2);
  const { stderr } = await trimtab('enroll -n shop cart --yes --wait', {
    api: api.url,
    columns: 80,
    clock: patientClock(),
  });
  expect(stderr).toBe('\r\u001b[2KWaiting until 1 target reports …\r\u001b[2K');
});

test.each([
  ['enroll -n shop cart --yes --wait --timeout 0', '90s, 5m or 1h'],
  ['enroll -n shop cart --yes --wait --timeout soon', '90s, 5m or 1h'],
  ['enroll -n shop cart --wait --dry-run', 'exclude each other'],
])('%s: exit 2', async (line, sentence) => {
  const { code, stderr } = await trimtab(line);
  expect(code).toBe(2);
  expect(stderr).toContain(sentence);
});
