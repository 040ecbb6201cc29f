import { describe, expect, it } from 'vitest';
import { binsPerHour } from './bins.ts';
import { type RequestQuestion, shouldPublish } from './publish-request.ts';

const calm = new Float64Array(binsPerHour).fill(0.5);
const withPeaks = (count: number) => calm.map((value, bin) => (bin < count ? 1.01 : value));
const ask = (changes: Partial<RequestQuestion>) =>
  shouldPublish({
    resource: 'memory',
    published: 1,
    suggested: 1,
    lastHour: calm,
    killedSince: false,
    ...changes,
  });

describe('shouldPublish', () => {
  it('publishes the first value, and withdraws the last one', () => {
    expect(ask({ published: null })).toBe('first');
    expect(ask({ suggested: null })).toBe('withdrawn');
    expect(ask({ published: null, suggested: null })).toBeNull();
  });

  it('keeps the published value until the new one differs by a tenth', () => {
    expect(ask({ suggested: 1.09 })).toBeNull();
    expect(ask({ suggested: 0.91 })).toBeNull();
    expect(ask({ suggested: 1.1 + 1e-9 })).toBe('changed');
    expect(ask({ suggested: 0.9 - 1e-9 })).toBe('changed');
  });

  it('publishes a small raise at once after a kill', () => {
    expect(ask({ suggested: 1.02, killedSince: true })).toBe('killed');
    expect(ask({ suggested: 0.98, killedSince: true })).toBeNull();
  });

  it('publishes a small raise at once if memory was exceeded in the last hour', () => {
    expect(ask({ suggested: 1.02, lastHour: withPeaks(1) })).toBe('exceeded');
    expect(ask({ suggested: 1, lastHour: withPeaks(1) })).toBeNull();
  });

  it('publishes a small raise of CPU only if more than a tenth of the last hour was above', () => {
    const cpu = { resource: 'cpu', suggested: 1.02 } as const;
    expect(ask({ ...cpu, lastHour: withPeaks(1) })).toBeNull();
    expect(ask({ ...cpu, lastHour: withPeaks(3) })).toBe('exceeded');
    expect(ask({ ...cpu, lastHour: new Float64Array(binsPerHour).fill(Number.NaN) })).toBeNull();
  });
});
