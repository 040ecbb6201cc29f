import { arrangeKpis, formatKpiValue, type Kpi } from '@trimtab/core';
import type { TextStyle } from '../../output/style.ts';
import { column, optionalColumn, type TextColumn, type Tile } from '../../output/table.ts';

export { arrangeKpis };

type KpiRow = ReturnType<typeof arrangeKpis<Kpi>>[number];

/** The style of a KPI with a value other than zero. */
const styles: Partial<Record<KpiRow['id'], TextStyle>> = {
  targets: 'strong',
  overprovisioned: 'warn',
  underprovisioned: 'bad',
  warnings: 'bad',
  recommendation: 'strong',
  yearly_waste: 'warn',
  autonomous: 'accent',
  yearly_savings: 'good',
};

/** Zero is never shown as good or bad. */
function styleOf({ id, value }: KpiRow): TextStyle {
  if (value === null) return 'dim';
  if (value === 0) return 'strong';
  return id === 'yearly_savings' && value < 0 ? 'bad' : (styles[id] ?? 'strong');
}

export const kpiTile = (kpi: KpiRow): Tile => ({ label: kpi.label, value: formatKpiValue(kpi), style: styleOf(kpi) });

/**
 * The sentences of the KPI tooltips, each printed once after the labels of its KPIs. A sentence that more than two KPIs
 * share, such as one about incomplete data, is printed without labels.
 */
export function kpiNotes(kpis: readonly KpiRow[]): string[] {
  const labels = new Map<string, string[]>();
  for (const kpi of kpis) {
    for (const sentence of kpi.tooltip?.split(/(?<=\.) /) ?? []) {
      if (sentence !== '') labels.set(sentence, [...(labels.get(sentence) ?? []), kpi.label]);
    }
  }
  const byLabels = Map.groupBy(labels, ([, owners]) => (owners.length > 2 ? '' : `${owners.join(', ')}: `));
  return [...byLabels].map(([prefix, entries]) => prefix + entries.map(([sentence]) => sentence).join(' '));
}

/** A figure of a namespace; null for the whole cluster. */
type ScopedKpi = KpiRow & { namespace: string | null };

/** The namespace comes last, so that the other columns have the same position with and without it. */
export const kpiColumns: readonly TextColumn<ScopedKpi>[] = [
  column('id', 'KPI', (kpi) => kpi.id),
  column('label', 'LABEL', (kpi) => kpi.label),
  column('value', 'VALUE', (kpi) => formatKpiValue(kpi), { value: (kpi) => kpi.value, align: 'right' }),
  optionalColumn('namespace', 'NAMESPACE', ({ namespace }) => namespace),
];
