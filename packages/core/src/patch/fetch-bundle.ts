import type { Client } from '../api/client/client.ts';
import type { RecommendationType, TargetChange } from '../api/schemas/views.ts';
import { yearlyFigure } from '../cost/periods.ts';
import { ApiError, isWorkloadMissing, workloadMissingText } from '../errors.ts';
import { targetChangeParts } from '../format/target-change.ts';
import { createLimiter } from '../limiter.ts';
import type { BundleTarget } from './bundle.ts';
import { patchPlan } from './plan.ts';

/** A row of a list of targets. Other servers send neither the change nor the net savings. */
export type BundleRow = {
  readonly namespace: string;
  readonly name: string;
  readonly recommendation?: { readonly type: RecommendationType };
  readonly change?: TargetChange | null;
  readonly net_hourly_savings?: number | null | undefined;
};

const withinTenPercent =
  'Its suggested values are within 10 % of the current ones, or lower despite usage above the current ones.';

/** Two requests each: browsers open six connections to a server. */
const inParallel = 3;

/** Reads what a bundle needs of these targets. A target that cannot be read has the error instead of a plan. */
export async function fetchBundleTargets(
  client: Client,
  rows: readonly BundleRow[],
  { signal, progress }: { readonly signal: AbortSignal; readonly progress?: (done: number) => void },
): Promise<readonly BundleTarget[]> {
  const limit = createLimiter(inParallel);
  let done = 0;
  return Promise.all(
    rows.map(({ namespace, name, recommendation, change, net_hourly_savings: net }) =>
      limit(
        async (): Promise<BundleTarget> => {
          const found =
            recommendation?.type === 'noChange'
              ? { plan: withinTenPercent }
              : await fetchPlan(client, { namespace, name }, signal);
          done += 1;
          progress?.(done);
          const text = change ? targetChangeParts(change).join(', ') : '';
          return { namespace, name, change: text, netYearly: yearlyFigure(net) ?? null, ...found };
        },
        { signal },
      ),
    ),
  );
}

/** The changes of the latest suggestion; a sentence if there is none. */
async function fetchPlan(
  client: Client,
  target: { readonly namespace: string; readonly name: string },
  signal: AbortSignal,
): Promise<Pick<BundleTarget, 'plan' | 'error'>> {
  try {
    const [found, { items }] = await Promise.all([
      client.targets.get(target, { signal }),
      client.suggestions.list({ ...target, active: true }, { signal }),
    ]);
    const [suggestion] = items;
    if (suggestion === undefined) return { plan: 'There is no suggestion for it yet.' };
    // Servers of other vendors send limits only with the pods.
    const isWithoutLimits = found.target.containers.some(({ limits }) => limits === undefined);
    const pods = isWithoutLimits ? (await client.targets.pods(target, { signal })).items : [];
    return { plan: patchPlan(found, suggestion, pods) };
  } catch (error) {
    if (isWorkloadMissing(error)) return { plan: workloadMissingText(error) };
    if (error instanceof ApiError && error.status !== 401 && error.status !== 403)
      return { plan: error.message, error };
    throw error;
  }
}
