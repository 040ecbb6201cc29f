import { aHistory, noisy, series } from '@trimtab/testing';
import { describe, expect, it } from 'vitest';
import { binsPerDay } from './bins.ts';
import { daysAhead } from './outlook.ts';

describe('daysAhead', () => {
  it('expects no lower peak in a week than on its first day', () => {
    const growing = series(14, (bin) => 1 + (0.2 * bin) / binsPerDay);
    const [cpu] = daysAhead(aHistory({ cpu: growing, memory: noisy(14, 1e9) }), null).resources;
    expect(cpu?.week?.value).toBeGreaterThanOrEqual(cpu?.day.value ?? Number.NaN);
    expect(cpu?.week?.low).toBeGreaterThanOrEqual(cpu?.day.low ?? Number.NaN);
    expect(cpu?.week?.high).toBeGreaterThanOrEqual(cpu?.day.high ?? Number.NaN);
  });
});
