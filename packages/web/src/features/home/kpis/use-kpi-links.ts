import type { KpiId } from '@trimtab/core';
import { paths } from '../../../browser/paths.ts';
import { useFlags } from '../../../context/configuration.tsx';

/** The filters with which the list of all targets shows what a KPI counts or adds up. */
const filtersOf: Readonly<Record<KpiId, Readonly<Record<string, string>>>> = {
  targets: {},
  overprovisioned: { risk: 'overprovisioned' },
  underprovisioned: { risk: 'underprovisioned' },
  warnings: { risk: 'warnings' },
  recommendation: { managed: 'false' },
  yearly_waste: { managed: 'false', sort: '-net' },
  autonomous: { managed: 'true' },
  yearly_savings: { managed: 'true' },
};

/** The addresses of the KPIs of the targets with these filters; undefined if the server does not have the list. */
export function useKpiLinks(within: Readonly<Record<string, string>>): ((id: KpiId) => string) | undefined {
  const hasList = useFlags().extensions.has('views.targets');
  return hasList ? (id) => paths.targets({ view: 'all', ...within, ...filtersOf[id] }) : undefined;
}
