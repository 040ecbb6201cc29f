import { type Kpi, type KpiId, kpiIds } from '@trimtab/core';

/** The strip's labels; a server's own label never reaches the strip, so that every installation reads alike. */
export const kpiLabels = {
  targets: 'Targets',
  overprovisioned: 'Overprovisioned',
  underprovisioned: 'Underprovisioned',
  warnings: 'Warnings',
  recommendation: 'Recommendation',
  yearly_waste: 'Yearly Waste',
  autonomous: 'Autonomous',
  yearly_savings: 'Yearly Savings',
} as const satisfies Record<KpiId, string>;

export type KnownKpi = Kpi & { id: KpiId };

/** The known KPIs in display order, each once (the first of its id), whatever the server sends besides. */
export function stripKpis(kpis: readonly Kpi[]): KnownKpi[] {
  return kpiIds.flatMap((id) => {
    const kpi = kpis.find((candidate) => candidate.id === id);
    return kpi ? [{ ...kpi, id }] : [];
  });
}
