import { aContainer, aHistory, aWorkload, bursty, mebibyte, noisy, now, series } from '@trimtab/testing';
import { describe, expect, it } from 'vitest';
import { replayRequest } from './observed-replay.ts';
import { ask } from './testing/ask.ts';

const directions = { horizontal: false, vertical: true };
type Amounts = readonly [cpu: number | null, memory: number | null];

const inBytes = (amount: number | null) => (amount === null ? null : amount * mebibyte);

/** A StatefulSet with one container. Memory in MiB. */
function aSet(requests: Amounts, limits: Amounts, changes: Parameters<typeof aWorkload>[0] = {}) {
  const container = aContainer('app', requests[0], inBytes(requests[1]));
  const containers = [{ ...container, limits: { cpu: limits[0], memory: inBytes(limits[1]) } }];
  return aWorkload({ kind: 'StatefulSet', containers, ...changes });
}

describe('the text of a suggestion', () => {
  const usage = aHistory({ cpu: noisy(14, 0.3), memory: noisy(14, 240 * mebibyte) });

  it('says that a limit stays above the one at which the container was killed before the last week', () => {
    const kills = [8, 9, 10].map((days) => ({ container: 'app', at: now - days * 864e5, limitBytes: 512 * mebibyte }));
    const advice = ask({ ...usage, outOfMemory: kills }, { workload: aSet([0.5, 700], [0.5, 700]), directions });
    expect(advice?.containers[0]).toMatchObject({ memory: 615 * mebibyte, memoryLimit: 615 * mebibyte });
    expect(advice?.why).toContain(
      'Memory 644.9M (615Mi). The limit must equal the request, and the container was killed at 536.9M in the last 14 days. Without that it would be 330.3M',
    );
  });

  it('does not say that CPU was never exceeded if the limit may have held it back', () => {
    const cpu = bursty(14, 0.1, 1.9);
    const of = (limit: number) => {
      const seen = {
        ...usage,
        containers: [{ name: 'app', cpu: cpu.map((used) => Math.min(used, limit)), memory: noisy(14, 240 * mebibyte) }],
      };
      return ask(seen, { workload: aSet([limit, 512], [limit, 512]), directions });
    };
    const roomy = of(3);
    expect(roomy?.containers[0]).toMatchObject({ cpu: 2, cpuLimit: 2 });
    expect(roomy?.why).toContain('2 cores would never have been exceeded');
    expect(roomy?.why).not.toContain('Usage reached');
    const held = of(0.11);
    expect(held?.containers[0]).toMatchObject({ cpu: 0.11, cpuLimit: 0.11 });
    expect(held?.why).toMatch(
      /, 110m would have left \d+% unused\. Usage reached the limit of 110m, so more may have been needed\. /,
    );
  });

  it('says that no day could be replayed, for samples of two days in less than 48 hours', () => {
    const first = 13 * 288 - 60;
    const young = series(14, (bin) => (bin < first ? Number.NaN : 0.2));
    const advice = ask(aHistory({ cpu: young, memory: young.map((used) => used * 1e9) }), { directions });
    expect(advice?.why).toContain(
      'the highest of the 2 days with samples. No day could be replayed yet: the results of such rules on other workloads decided.',
    );
  });
});

describe('a full quota', () => {
  const quota = { name: 'team', resource: 'cpu', of: 'requests', hard: 4, used: 4 } as const;
  const rules = { limitRanges: [], quotas: [quota] };

  it.each([null, 0])('leaves no suggestion for a container with the request %s, and no NaN', (request) => {
    const cpu = series(14, (bin) => (bin % 2 === 0 ? 0.2 : 0));
    const history = aHistory({ cpu, memory: noisy(14, 240 * mebibyte) });
    const workload = aSet([request, 512], [null, 512], { rules });
    const advice = ask(history, { workload, directions });
    expect(advice?.containers).toEqual([expect.objectContaining({ name: 'app', cpu: null })]);
    expect(advice?.why).toContain(
      'No CPU request is suggested for app, which has none. The quota team has 0 left for requests.',
    );
    expect(JSON.stringify(advice, (_, value) => (Number.isNaN(value) ? 'NaN' : value))).not.toContain('NaN');
  });

  it('does not make the replay of a request of 0 unknown', () => {
    expect(
      replayRequest(
        series(14, () => 0),
        0,
      ),
    ).toEqual({ days: 14, slack: 0, timeOver: 0, daysOver: 0 });
  });
});
