import { arrangeKpis, formatKpiValue, type Kpi } from '@trimtab/core';
import type { TextStyle } from '../../output/style.ts';
import type { Column, Tile } from '../../output/table.ts';

export { arrangeKpis };

export type KpiRow = ReturnType<typeof arrangeKpis<Kpi>>[number];

/** A figure without a style of its own is neither good nor bad. */
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

/** A count of something bad is quiet at zero. */
function styleOf({ id, value }: KpiRow): TextStyle {
  if (value === null) return 'dim';
  if (value === 0) return 'strong';
  return id === 'yearly_savings' && value < 0 ? 'bad' : (styles[id] ?? 'strong');
}

export const kpiTile = (kpi: KpiRow): Tile => ({ label: kpi.label, value: formatKpiValue(kpi), style: styleOf(kpi) });

/**
 * What the KPIs say of themselves: that they rest on incomplete data, for one. Several say the same, so each sentence
 * stands once, after the labels it belongs to; what most of them say needs no labels.
 */
export function kpiNotes(kpis: readonly KpiRow[]): string[] {
  const labels = new Map<string, string[]>();
  for (const kpi of kpis) {
    for (const sentence of kpi.tooltip?.split(/(?<=\.) /) ?? []) {
      if (sentence !== '') labels.set(sentence, [...(labels.get(sentence) ?? []), kpi.label]);
    }
  }
  const bySpeaker = Map.groupBy(labels, ([, speakers]) => (speakers.length > 2 ? '' : `${speakers.join(', ')}: `));
  return [...bySpeaker].map(([speaker, said]) => speaker + said.map(([sentence]) => sentence).join(' '));
}

export const kpiColumns: readonly Column<KpiRow>[] = [
  { id: 'id', header: 'KPI', text: (kpi) => kpi.id },
  { id: 'label', header: 'LABEL', text: (kpi) => kpi.label },
  { id: 'value', header: 'VALUE', text: (kpi) => formatKpiValue(kpi), value: (kpi) => kpi.value, align: 'right' },
];
