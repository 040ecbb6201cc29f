import { expect, test } from 'vitest';
import { serve } from '../../testing/loopback.ts';
import { shopRows } from '../../testing/shop.ts';
import { trimtab } from '../../testing/trimtab.ts';

/** An API whose target `cart` has data from the given read of the list on. */
function serveLate(looks: number) {
  let looked = 0;
  return serve((request) => {
    if (request.method === 'POST') {
      return Response.json({
        name: 'shop',
        items: [{ target_ref: { name: 'cart', kind: 'Deployment' }, json: {}, result: 'created' }],
      });
    }
    if (request.url.includes('managed=true')) return Response.json({ data: { items: [], total: 0 } });
    looked += 1;
    const [row] = shopRows;
    const figures = looked >= looks ? {} : { cpu_utilization: null, memory_utilization: null };
    return Response.json({ data: { items: [{ ...row, ...figures }], total: 1 } });
  });
}

/** A virtual clock that advances only when the program sleeps. */
function sleepingClock() {
  let elapsed = 0;
  return {
    elapsedMs: () => elapsed,
    sleep: async (milliseconds: number) => {
      elapsed += milliseconds;
    },
  };
}

test('--wait polls until the targets have data', async () => {
  await using api = await serveLate(3);
  const ended = await trimtab('enroll -n shop cart --yes --wait', { api: api.url, clock: sleepingClock() });
  expect(ended).toMatchObject({ code: 0, stdout: 'NAME\tKIND\tRESULT\ncart\tDeployment\tenrolled\n', stderr: '' });
  expect(api.seen.filter((request) => request.includes('managed=false'))).toHaveLength(3);
});

test('a time-out exits 5 and names the targets without data, after printing the outcomes', async () => {
  await using api = await serveLate(1_000);
  const clock = sleepingClock();
  const { code, stdout, stderr } = await trimtab('enroll -n shop cart --yes --wait --timeout 20s', {
    api: api.url,
    clock,
  });
  expect({ code, stdout }).toEqual({ code: 5, stdout: 'NAME\tKIND\tRESULT\ncart\tDeployment\tenrolled\n' });
  expect(stderr).toContain('Enrolled, but these targets have no data yet: cart.');
  expect(clock.elapsedMs()).toBe(20_000);
});

test('on a terminal a line shows the number of targets and is removed at the end', async () => {
  await using api = await serveLate(2);
  const { stderr } = await trimtab('enroll -n shop cart --yes --wait', {
    api: api.url,
    columns: 80,
    clock: sleepingClock(),
  });
  expect(stderr).toBe('\r\u001b[2KWaiting for data from 1 target …\r\u001b[2K');
});

test.each([
  ['enroll -n shop cart --yes --wait --timeout 0', '90s, 5m or 1h'],
  ['enroll -n shop cart --yes --wait --timeout soon', '90s, 5m or 1h'],
  ['enroll -n shop cart --wait --dry-run', '--wait and --dry-run cannot be combined.'],
])('%s exits 2', async (line, sentence) => {
  const { code, stderr } = await trimtab(line);
  expect(code).toBe(2);
  expect(stderr).toContain(sentence);
});

test('an interruption removes the line before it prints the error', async () => {
  await using api = await serveLate(1_000);
  const controller = new AbortController();
  const clock = {
    elapsedMs: () => 0,
    sleep: async () => {
      controller.abort();
      controller.signal.throwIfAborted();
    },
  };
  const { code, stderr } = await trimtab('enroll -n shop cart --yes --wait', {
    api: api.url,
    columns: 80,
    signal: controller.signal,
    clock,
  });
  expect(code).toBe(130);
  expect(stderr.endsWith('\r\u001b[2Ktrimtab: Interrupted.\n')).toBe(true);
});
