import { expect, test } from 'vitest';
import { recommendationTypes } from '../api/schemas/views.ts';
import { arrangeKpis, targetSummaryKpiIds } from './kpi.ts';
import { predictedNeedBadge } from './predicted-need.ts';

test('returns known ids once, in the fixed order, with their labels', () => {
  const arranged = arrangeKpis([
    { id: 'yearly_savings', value: 1 },
    { id: 'constructor', value: 2 },
    { id: 'targets', value: 3, label: 'x' },
    { id: 'targets', value: 4 },
    { id: 'yearly_waste', value: 5 },
  ]);
  expect(arranged).toEqual([
    { id: 'targets', value: 3, label: 'Targets' },
    { id: 'yearly_waste', value: 5, label: 'Yearly Waste' },
    { id: 'yearly_savings', value: 1, label: 'Yearly Savings' },
  ]);
  expect(arrangeKpis([])).toEqual([]);
});

test('the Target Summary has its own order', () => {
  const all = ['recommendation', 'warnings', 'targets', 'autonomous'].map((id) => ({ id, value: 0 }));
  expect(arrangeKpis(all, targetSummaryKpiIds).map(({ id }) => id)).toEqual([
    'targets',
    'autonomous',
    'recommendation',
  ]);
});

test('every recommendation type has its badge', () => {
  expect(recommendationTypes.map((type) => [type, predictedNeedBadge(type)])).toEqual([
    ['noChange', { tone: 'hint', arrow: null }],
    ['error', { tone: 'error', arrow: null }],
    ['noSuggestions', { tone: 'error', arrow: null }],
    ['upDelta', { tone: 'change', arrow: 'up' }],
    ['downDelta', { tone: 'change', arrow: 'down' }],
  ]);
});
