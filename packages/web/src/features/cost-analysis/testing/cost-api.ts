import type { Comparison, CostAnalysis, Kpi, NodeSettings, PotentialSavings } from '@trimtab/core';
import { defaultNodeSettings } from '@trimtab/core';
import { listAnswer, type ScriptedAnswer, scriptedApi } from '../../../testing/scripted-api.ts';

export type Listed = { namespace: string; name: string; mode: 'auto' | 'recommend' };

export const recommended = (name: string, namespace = 'shop'): Listed => ({ namespace, name, mode: 'recommend' });
export const autonomousTarget = (name: string, namespace = 'shop'): Listed => ({ namespace, name, mode: 'auto' });

type Totals = { usage: number | null; request: number | null };

/** A comparison that differs only in CPU. Memory is small and the same on both sides. */
export function cpuComparison(name: string, unoptimized: Totals, optimized: Totals): Comparison {
  const totals = ({ usage, request }: Totals) => ({ total_usage: usage, total_request: request });
  const memory = { total_usage: 1e9, total_request: 2e9 };
  return {
    namespace: 'shop',
    name,
    resources: {
      cpu: { unoptimized: totals(unoptimized), optimized: totals(optimized) },
      memory: { unoptimized: memory, optimized: memory },
    },
    hourly_cost: { optimized: { cpu: null, memory: null }, unoptimized: { cost: null } },
  };
}

/** The cost of a target in dollars per hour, now and with a vertical suggestion. */
export const waste = (name: string, raw: number, withSuggestions: number): PotentialSavings => ({
  namespace: 'shop',
  name,
  horizontalCost: { raw: null, withSuggestions: null },
  verticalCost: { raw, withSuggestions },
});

type Scene = {
  targets?: readonly Listed[];
  comparisons?: readonly Comparison[];
  waste?: readonly PotentialSavings[];
  kpis?: readonly Kpi[];
  settings?: NodeSettings;
  analysis?: CostAnalysis;
  /** Responses that replace those of the scene, by path. */
  instead?: Record<
    string,
    (request: { url: URL; method: string; body: unknown }) => ScriptedAnswer | Promise<ScriptedAnswer>
  >;
};

export const comparisonsPath = '/v1/ast/optimization/comparison/average';
export const wastePath = '/v1/ast/potential-savings/average';
export const nodeSettingsPath = '/v1/cost-savings/settings';
export const analysisPath = '/v1/views/cost/analysis';

const paged =
  (items: readonly object[]) =>
  ({ url }: { url: URL }): ScriptedAnswer => {
    const offset = Number(url.searchParams.get('offset'));
    const limit = Number(url.searchParams.get('limit'));
    return { body: { items: items.slice(offset, offset + limit), total: items.length } };
  };

/** The API calls of the cost analysis, with the targets of a test. */
export function costApi({
  targets = [],
  comparisons = [],
  waste: wasted = [],
  kpis = [],
  settings = defaultNodeSettings,
  analysis = { breakdown: [], contributors: [] },
  instead = {},
}: Scene) {
  let saved = settings;
  return scriptedApi({
    '/v1/ast': listAnswer(targets),
    '/v1/views/kpis': () => ({ body: { data: { items: kpis } } }),
    [comparisonsPath]: paged(comparisons),
    [wastePath]: paged(wasted),
    [analysisPath]: () => ({ body: analysis }),
    [nodeSettingsPath]: ({ method, body }) => {
      // The console under test sent the body, and core has validated it.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      if (method === 'POST') saved = body as NodeSettings;
      return { body: saved };
    },
    ...instead,
  });
}

/** A configuration with these feature flags. */
export const withFlags = (...flags: string[]) => ({
  extra: Object.fromEntries(['cost_analysis', ...flags].map((flag) => [flag, true])),
});
