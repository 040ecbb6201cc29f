import { roundUpResource } from '@trimtab/core';
import { aHistory, aWorkload, daily, mebibyte, noisy, now, series } from '@trimtab/testing';
import { describe, expect, it } from 'vitest';
import { binsPerDay } from './bins.ts';
import { explain } from './explanation.ts';
import { hourAhead } from './outlook.ts';
import { recommend } from './recommend.ts';
import { reportCard } from './report-card.ts';

const question = (history: ReturnType<typeof aHistory>) => ({
  history,
  workload: aWorkload(),
  currentReplicas: 2,
  mode: 'balanced' as const,
  directions: { horizontal: false, vertical: true },
});

/** A CPU request that was published five days ago. */
const cpuPublished = (_: string, resource: string) =>
  resource === 'cpu' ? [{ at: now - 5 * 86_400_000, value: 0.1 }] : [];

describe('reportCard', () => {
  it('reports the largest shortfall', async () => {
    const peakAt = 12 * binsPerDay + 100;
    const cpu = series(14, (bin) => (bin === peakAt ? 5 : 0.2));
    const history = aHistory({ cpu, memory: noisy(14, 300 * mebibyte) });
    const advice = recommend(question(history));
    if (advice === null) throw new Error('two weeks are enough');
    const card = await reportCard(history, advice);
    const week = card.replays.find(({ window, resource }) => window === '7d' && resource === 'cpu');
    expect(week).toMatchObject({
      days: 7,
      daysOver: 1,
      timeOver: 1 / (7 * binsPerDay),
      worstShortfall: { at: new Date(now - (14 * binsPerDay - peakAt) * 300_000).toISOString(), used: 5 },
    });
    const fortnight = card.replays.find(({ window, resource }) => window === '14d' && resource === 'cpu');
    expect(fortnight).toMatchObject({ days: 14, daysOver: 1, worstShortfall: { used: 5 } });
    // Each day's request comes from the days before it, and the first day has none.
    expect(card.suggestions.find(({ resource }) => resource === 'cpu')?.days).toBe(13);
  });

  it('replays kills, and each day with the kills before it only', async () => {
    const usage = aHistory({ cpu: noisy(14, 0.2), memory: noisy(14, 300 * mebibyte) });
    const at = now - 3 * 86_400_000 - 3_600_000;
    const history = { ...usage, outOfMemory: [{ container: 'app', at, limitBytes: 700 * mebibyte }] };
    const advice = recommend(question(history));
    if (advice === null) throw new Error('two weeks are enough');
    const memory = (await reportCard(history, advice)).suggestions.find(({ resource }) => resource === 'memory');
    expect(memory).toMatchObject({ daysOver: 1, worstShortfall: { used: 700 * mebibyte } });
    expect(memory?.worstShortfall?.request).toBeLessThan(500 * mebibyte);
    const [week] = (await reportCard(history, advice)).replays.filter(({ resource }) => resource === 'memory');
    expect(week).toMatchObject({ value: 840 * mebibyte, daysOver: 0, worstShortfall: null });
  });

  it('replays the request that the replicas follow, not the one that its samples alone lead to', async () => {
    const history = aHistory({ cpu: noisy(14, 0.2), memory: noisy(14, 300 * mebibyte) });
    const target = { type: 'Utilization', value: 70 } as const;
    const metrics = [{ type: 'Resource', name: 'cpu', target }] as const;
    const hpa = { name: 'h', minReplicas: 1, maxReplicas: 50, metrics };
    const advice = recommend({ ...question(history), workload: aWorkload({ hpa }) });
    if (advice === null) throw new Error('two weeks are enough');
    const { suggestions, replays } = await reportCard(history, advice);
    const [cpu] = suggestions;
    const kept = replays.find(({ resource, window }) => resource === 'cpu' && window === '14d');
    expect(kept?.value).toBe(1);
    expect(cpu).toMatchObject({ days: 14, slack: kept?.slack });
  });

  it('leaves out the days before the first published request if it was fitted to the replicas', async () => {
    const history = aHistory({ cpu: noisy(14, 0.2), memory: noisy(14, 300 * mebibyte) });
    const directions = { horizontal: true, vertical: true };
    const advice = recommend({ ...question(history), directions });
    if (advice === null) throw new Error('two weeks are enough');
    expect(advice.sized[0]?.adjustment?.kind).toBe('shared');
    expect((await reportCard(history, advice)).suggestions.some(({ resource }) => resource === 'cpu')).toBe(false);
    expect((await reportCard(history, advice, cpuPublished)).suggestions[0]).toMatchObject({
      resource: 'cpu',
      days: 5,
    });
  });

  it('replays requests of whole millicores and MiB, as they are published', async () => {
    const history = aHistory({ cpu: series(14, (bin) => (bin % 7 === 0 ? 0.31 : 0.2)), memory: noisy(14, 1e9) });
    const advice = recommend(question(history));
    if (advice === null) throw new Error('two weeks are enough');
    const [cpu] = (await reportCard(history, advice)).suggestions;
    const request = cpu?.worstShortfall?.request ?? Number.NaN;
    expect(request).toBe(roundUpResource('cpu', request));
  });

  it('replays the published request of a day, if there was one', async () => {
    const history = aHistory({ cpu: noisy(14, 0.2), memory: noisy(14, 300 * mebibyte) });
    const advice = recommend(question(history));
    if (advice === null) throw new Error('two weeks are enough');
    const [cpu, memory] = (await reportCard(history, advice, cpuPublished)).suggestions;
    expect(cpu).toMatchObject({ days: 13, daysOver: 5, worstShortfall: { request: 0.1 } });
    expect(memory).toEqual((await reportCard(history, advice)).suggestions[1]);
  });

  it('scores forecasts of both resources at three horizons against the day before', async () => {
    const history = aHistory({ cpu: daily(14, 0.3), memory: noisy(14, 300 * mebibyte) });
    const advice = recommend(question(history));
    const card = advice === null ? null : await reportCard(history, advice);
    expect(card?.forecasts.map(({ metric, horizonMinutes }) => `${metric} ${horizonMinutes}`)).toEqual([
      'cpu 15',
      'cpu 30',
      'cpu 60',
      'memory 15',
      'memory 30',
      'memory 60',
    ]);
    for (const { samples, wape } of card?.forecasts ?? []) {
      expect(samples).toBeGreaterThan(12 * binsPerDay);
      expect(wape).toBeLessThan(0.3);
    }
    const noise = card?.forecasts.filter(({ metric }) => metric === 'memory');
    for (const { coverage } of noise ?? []) {
      expect(coverage).toBeGreaterThan(0.75);
      expect(coverage).toBeLessThan(0.85);
    }
  });
});

describe('explain', () => {
  it('contains every input of the value', () => {
    const history = aHistory({ cpu: noisy(14, 0.3), memory: noisy(14, 300 * mebibyte) });
    const advice = recommend({ ...question(history), directions: { horizontal: true, vertical: true } });
    if (advice === null) throw new Error('two weeks are enough');
    const said = explain(history, advice, hourAhead(history), []);
    for (const request of said.requests) {
      expect(request.adjusted?.ruled ?? request.computed).toBe(request.computed);
      expect(request.adjusted === null ? request.value : 0).toBe(
        request.adjusted === null ? roundUpResource(request.resource, request.computed) : 0,
      );
      const { rule } = request;
      const ruled = rule === null ? request.computed : rule.statisticValue * rule.multiplier;
      expect(request.computed).toBeCloseTo(ruled, 6);
      const usage = history.containers[0]?.[request.resource] ?? new Float64Array(0);
      const unused = usage.map((used) => Math.max(0, 1 - used / request.value));
      expect(request.replay).toEqual({
        days: 14,
        slack: expect.closeTo(unused.reduce((sum, one) => sum + one, 0) / usage.length, 9),
        timeOver: usage.filter((used) => used > request.value).length / usage.length,
        daysOver: expect.any(Number),
      });
      expect(request.judged.cost).toBeCloseTo(request.judged.slack + request.lambda * request.judged.over, 12);
      expect(request.samples).toEqual({ found: 4032, expected: 4032 });
    }
    expect(said.window).toEqual({
      start: new Date(now - 14 * 86_400_000).toISOString(),
      end: new Date(now).toISOString(),
      stepSeconds: 300,
    });
    expect(said.replicas?.suggested).toBe(advice.replicas);
    const [cpu] = said.forecasts;
    expect(cpu?.values).toHaveLength(12);
    expect(cpu?.values[0]?.timestamp).toBe(new Date(now).toISOString());
    expect(cpu?.weights.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 9);
    expect(JSON.parse(JSON.stringify(said))).toEqual(said);
  });
});
