import type { TargetListItem } from '@trimtab/core';
import { serve } from './loopback.ts';

const row = (name: string, more: Partial<TargetListItem>): TargetListItem => ({
  name,
  namespace: 'shop',
  mode: 'Recommendation',
  status: { severity: 'low', label: 'Healthy' },
  cpu_utilization: 0.612,
  memory_utilization: 0.7,
  scaling: 'multi dimensional',
  recommendation: { type: 'noChange', label: 'No change' },
  hourly_waste_savings: 0.1,
  ...more,
});

/** One row of each kind. Fixed data, because tests compare whole screens. */
export const shopRows: TargetListItem[] = [
  row('cart', { mode: 'Autonomous', scaling: 'vertical', hourly_waste_savings: 0.432 }),
  row('checkout', { mode: 'Autonomous', scaling: 'horizontal', hourly_waste_savings: -0.05 }),
  row('catalogue-search-indexer-with-a-long-name', {
    status: { severity: 'medium', label: 'Overprovisioned' },
    cpu_utilization: 0.191,
    memory_utilization: 0.348,
    recommendation: { type: 'downDelta', label: '-64%' },
    hourly_waste_savings: 1.25,
    net_hourly_savings: 0.75,
  }),
  row('gone', {
    status: { severity: 'high', label: 'Target workload missing' },
    cpu_utilization: 0.5,
    memory_utilization: null,
    recommendation: { type: 'error', label: 'Error' },
    hourly_waste_savings: null,
  }),
  row('payments', {
    status: { severity: 'high', label: 'Underprovisioned' },
    cpu_utilization: 1.186,
    recommendation: { type: 'upDelta', label: '+2 pods' },
    hourly_waste_savings: -0.2,
    net_hourly_savings: -0.3,
  }),
];

/** The API's answers if the namespace `shop` has these rows. */
export function answerShop(request: Request, rows: readonly TargetListItem[] = shopRows): Response {
  const { pathname, searchParams } = new URL(request.url);
  if (pathname === '/v1/ast') {
    const items = rows.map(({ namespace, name, mode }) => ({ namespace, name, spec: { vertical: { mode } } }));
    return Response.json({ items, total: items.length });
  }
  const managed = searchParams.get('managed');
  const namespace = decodeURIComponent(pathname.split('/')[4] ?? '');
  const items = rows.filter(
    (one) => one.namespace === namespace && (managed === null || (one.mode === 'Autonomous') === (managed === 'true')),
  );
  return Response.json({ data: { items } });
}

/** An API whose namespace `shop` has these rows. */
export const serveShop = (rows: readonly TargetListItem[] = shopRows) => serve((request) => answerShop(request, rows));
