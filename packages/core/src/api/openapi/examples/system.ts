import { checkout, day, type Example, noon } from './example.ts';

const artifact = {
  name: 'recommender-state.shop.checkout',
  kind: 'recommender-state',
  created: noon,
  labels: { namespace: 'shop', name: 'checkout', kind: 'Deployment' },
};
const state = { version: 1, encoding: 'base64', state: '9+lmgPAAAAA=', state_bytes: 8 };
const exported = { 'include-pod-logs': false, 'include-metrics': true, namespace: 'shop', targetName: 'checkout' };

export const systemExamples = {
  'namespaces.list': {
    query: { include_trimtab: false },
    answer: { items: [{ name: checkout.namespace }, { name: 'payments' }], total: 2 },
  },
  'artifacts.list': { answer: { items: [artifact], total: 1 } },
  'artifacts.get': { path: { name: artifact.name }, answer: { ...artifact, content: state } },
  'artifacts.patch': {
    path: { name: artifact.name },
    body: { labels: { team: 'payments' }, content: { note: 'Checked after the sale.', obsolete: null } },
    answer: {
      ...artifact,
      labels: { ...artifact.labels, team: 'payments' },
      content: { ...state, note: 'Checked after the sale.' },
    },
  },
  'diagnostics.export': { query: { ...exported, ...day } },
  'diagnostics.createTicket': {
    query: { ...exported, ...day },
    answer: { ticket: '9f86d081884c7d659a2feaa0c55ad015', expires: '2026-11-18T12:01:00.000Z' },
  },
  'system.health': { answer: { status: 'ok', reading: { targets: 240, read: 60, minutes_left: 3 } } },
  'system.ready': { answer: { status: 'ok' } },
  'system.openapi': { answer: { openapi: '3.1.0' } },
} satisfies Record<string, Example>;
