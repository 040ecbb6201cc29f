import { dayMs, hourMs } from '@trimtab/core';
import { describe, expect, it } from 'vitest';
import { serverContext, type Window } from '../../ports/index.ts';
import type { CostHistory } from '../rollups/cost-history.ts';
import { zeroGaps } from '../rollups/request-gaps.ts';
import { createCostAnalysis } from './cost-analysis.ts';

const now = Date.parse('2026-03-04T12:30:00Z');

const nothingStored = async () => ({ records: [], byNamespace: new Map(), namespaces: [], settings: null });

/** One target that saves a core in every hour. `read` are the windows that were read. */
function aHistory() {
  const read: string[] = [];
  const changed = { at: 0, times: 0 };
  const history: CostHistory = {
    figures: async () => undefined,
    async gaps({ start, end }, visit) {
      read.push(`${iso(start)} – ${iso(end)}`);
      for (let at = start; at < end; at = Math.min(end, (Math.floor(at / dayMs) + 1) * dayMs)) {
        const hours = (Math.min(end, (Math.floor(at / dayMs) + 1) * dayMs) - at) / hourMs;
        visit(1, at, { ...zeroGaps(), realizedCpu: hours, hours });
      }
    },
    targets: async () => [{ id: 1, namespace: 'shop', name: 'cart' }],
    versions: async () => {
      const { at, times } = changed;
      return ({ start, end }) => String(at >= start && at < end ? times : 0);
    },
    reach: async () => ({ start: 0, end: now }),
  };
  const analyze = createCostAnalysis(history, nothingStored, { now: () => now });
  return { read, changed, analyze: (window: Window) => analyze(window, 'Month', serverContext()) };
}

const iso = (at: number) => new Date(at).toISOString().slice(0, 13);

describe('the cost analysis', () => {
  it('reads a year once, and afterwards only the month that has changed', async () => {
    const { read, changed, analyze } = aHistory();
    const year = { start: Date.parse('2025-03-04T12:30:00Z'), end: now };
    const first = await analyze(year);
    expect(read).toEqual([
      '2025-03-04T12 – 2025-03-04T13',
      '2025-03-04T13 – 2025-03-05T00',
      '2025-03-05T00 – 2025-04-01T00',
      ...Array.from({ length: 11 }, (_, at) => {
        const [from, to] = [Date.UTC(2025, 3 + at), Date.UTC(2025, 4 + at)];
        return `${iso(from)} – ${iso(to)}`;
      }),
      '2026-03-01T00 – 2026-03-04T00',
      '2026-03-04T00 – 2026-03-04T12',
      '2026-03-04T12 – 2026-03-04T13',
    ]);
    expect(first.breakdown.map(({ realized }) => realized.cpu_core_hours)).toEqual([
      659.5, 720, 744, 720, 744, 744, 720, 744, 720, 744, 744, 672, 84.5,
    ]);
    expect(first.contributors).toMatchObject([{ name: 'cart', resource_savings: { cpu_core_hours: 8_760 } }]);
    read.length = 0;
    Object.assign(changed, { at: Date.parse('2026-03-02T05:00:00Z'), times: 1 });
    expect(await analyze(year)).toEqual(first);
    expect(read).toEqual(['2026-03-01T00 – 2026-03-04T00']);
  });
});
