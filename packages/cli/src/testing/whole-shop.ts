import type { KpiId } from '@trimtab/core';
import { cartAnswers } from './cart.ts';
import { serve } from './loopback.ts';
import { answerShop } from './shop.ts';

const kpi = (id: KpiId, label: string, value: number | null, more: object = {}) => ({ id, label, value, ...more });
const hours = (cores: number | null) => ({ cpu_core_hours: cores, memory_byte_hours: 0 });
const candidate = (name: string) => ({ target_ref: { name, kind: 'Deployment' }, json: { metadata: { name } } });

const stateOf = (memory: number) => ({
  containers: [{ name: 'api', cpu_request: 0.4, cpu_limit: null, memory_request: memory, memory_limit: memory }],
});
const raised = {
  id: 'resources.mwcq1y80.shop.cart',
  at: '2026-11-16T22:10:00Z',
  namespace: 'shop',
  name: 'cart',
  kind: 'Deployment',
  event: 'resources',
  before: stateOf(512 * 2 ** 20),
  after: stateOf(2 ** 30),
  verification: {
    day: { state: 'done', verdict: 'better', sentence: 'No out-of-memory kills (3 before), costs $75 a year more.' },
    week: { state: 'pending', due: '2026-11-23T22:10:00Z' },
  },
};
const enrolled = {
  id: 'enrolled.mwb1k2q0.shop.payments',
  at: '2026-11-14T08:00:00Z',
  namespace: 'shop',
  name: 'payments',
  kind: 'Deployment',
  event: 'enrolled',
  by: 'olga',
};

const answers = new Map<string, unknown>([
  ['GET /v1/system/namespaces', { items: [{ name: 'shop' }, { name: 'billing' }] }],
  [
    'GET /v1/views/namespaces/shop/kpis',
    {
      data: {
        items: [
          kpi('targets', 'Targets', 5),
          kpi('overprovisioned', 'Overprovisioned', 1),
          kpi('underprovisioned', 'Underprovisioned', 1),
          kpi('warnings', 'Warnings', 0),
          kpi('recommendation', 'Recommendation', 3),
          kpi('yearly_waste', 'Yearly Waste', 182_412.5, { unit: 'currency', tooltip: 'One target is missing.' }),
          kpi('autonomous', 'Autonomous', 2),
          kpi('yearly_savings', 'Yearly Savings', null, { unit: 'currency' }),
        ],
      },
    },
  ],
  [
    'GET /v1/views/cost/analysis',
    {
      breakdown: [
        { timestamp: '2026-10-01T00:00:00.000Z', realized: hours(1000), unrealized: hours(2000) },
        { timestamp: '2026-11-01T00:00:00.000Z', realized: hours(2000), unrealized: hours(null) },
      ],
      contributors: [{ name: 'cart', resource_savings: hours(500) }],
      incomplete: ['3 of 5 targets have no cost history.'],
    },
  ],
  ['POST /v1/ast/candidates/shop', { name: 'shop', items: [candidate('web'), candidate('mailer')] }],
  [
    'POST /v1/ast/preflight',
    { eligible: false, reasons: ['Container api requests no memory.', 'It is enrolled already.'] },
  ],
  [
    'POST /v1/ast/shop/cart/suggestions',
    {
      created: '2026-11-18T09:30:00Z',
      why: 'Balanced: CPU 250m because busy hours need it.',
      metric: 'cpu',
      suggestedReplicas: 3,
      forecasts: [],
      resourceRecommendations: [{ container: 'api', recommendations: [{ resource: 'cpu', value: '250m' }] }],
    },
  ],
  ['GET /v1/views/changes', { items: [raised, enrolled], total: 2 }],
  ['GET /config.json', { version: '0.1.0' }],
  ['GET /v1/export', 'archive'],
]);

const logOf = (pod: string | null): string =>
  [
    { at: '2026-11-18T09:29:58.120Z', text: `INFO  POST /orders 201 in 38 ms (${pod})` },
    { at: '2026-11-18T09:29:59.480Z', text: 'WARN  retrying /stock: upstream answered 503, attempt 1 of 3' },
    { end: 'complete' },
  ]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');

/** An API with fixed answers for every command, for tests that compare whole screens. */
export function serveWholeShop() {
  return serve((request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === '/v1/ast/shop/cart/logs') return new Response(logOf(searchParams.get('pod')));
    // These lists contain all targets of the shop, not only the cart.
    const isList = ['/v1/ast', '/v1/views/namespaces/shop/asts'].includes(pathname);
    const answer = answers.get(`${request.method} ${pathname}`) ?? (isList ? undefined : cartAnswers.get(pathname));
    if (answer !== undefined) return Response.json(answer);
    return request.method === 'GET' ? answerShop(request) : new Response(null, { status: 204 });
  });
}
