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
 * The KPIs to show: each known id that arrived, once, in the stated order and under its own label. Of two with one id
 * the first counts; unknown ids are left out. A strip has as many columns as this list has entries.
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
