import { type KpiId, kpiIds, kpiLabels } from '../api/schemas/views.ts';

/** The KPIs of the v1 cost breakdown's Target Summary, in its order. */
export const targetSummaryKpiIds: readonly KpiId[] = [
  'targets',
  'autonomous',
  'yearly_savings',
  'overprovisioned',
  'underprovisioned',
  'recommendation',
  'yearly_waste',
];

/**
 * The KPIs to show: each known id once, in the given order and with its own label. If an id occurs twice,
 * the first one counts. Unknown ids are left out. The strip has one column per entry of the result.
 */
export function arrangeKpis<T extends { readonly id: string }>(
  kpis: readonly T[],
  order: readonly KpiId[] = kpiIds,
): (T & { readonly id: KpiId; readonly label: string })[] {
  return order.flatMap((id) => {
    const kpi = kpis.find((candidate) => candidate.id === id);
    return kpi ? [{ ...kpi, id, label: kpiLabels[id] }] : [];
  });
}
