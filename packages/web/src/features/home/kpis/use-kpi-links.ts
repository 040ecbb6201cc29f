import type { KpiId } from '@trimtab/core';
import { useMemo } from 'react';
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

/** The addresses of the KPIs of all targets, or of those in one place; undefined if the server does not have the list. */
export function useKpiLinks({
  namespaces,
  clusters,
}: {
  namespaces?: string;
  clusters?: string;
} = {}): ((id: KpiId) => string) | undefined {
  const hasList = useFlags().extensions.has('views.targets');
  return useMemo(() => {
    const within = {
      ...(namespaces === undefined ? {} : { namespaces }),
      ...(clusters === undefined ? {} : { clusters }),
    };
    return hasList ? (id: KpiId) => paths.targets({ view: 'all', ...within, ...filtersOf[id] }) : undefined;
  }, [hasList, namespaces, clusters]);
}
