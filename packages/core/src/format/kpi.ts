import { type Figure, missingMark } from './missing.ts';
import { formatMoneyKpi } from './money.ts';
import { formatCompact } from './number.ts';

/** A KPI value in compact form, with a leading $ if its unit is `currency`. */
export function formatKpiValue(
  kpi: { readonly value: Figure; readonly unit?: string | undefined } | null | undefined,
): string {
  if (!kpi) return missingMark;
  return kpi.unit === 'currency' ? formatMoneyKpi(kpi.value) : formatCompact(kpi.value);
}
