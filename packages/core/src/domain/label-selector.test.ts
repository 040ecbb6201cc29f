import { expect, test } from 'vitest';
import { matchesLabels, parseLabelSelector } from './label-selector.ts';

const labels = { team: 'payments', 'app.kubernetes.io/part-of': 'shop' };

function selects(text: string): boolean | null {
  const selector = parseLabelSelector(text);
  return selector && matchesLabels(selector, labels);
}

test.each([
  ['team=payments', true],
  ['team==payments', true],
  ['team=search', false],
  ['team!=search', true],
  ['tier!=web', true],
  ['team', true],
  ['tier', false],
  ['!tier', true],
  ['! team', false],
  ['team in (search, payments)', true],
  ['team notin (search,payments)', false],
  ['tier notin (web)', true],
  ['team=payments,app.kubernetes.io/part-of=shop', true],
  ['team in (a,payments),tier', false],
  ['app_kubernetes_io_part_of=shop', true],
  ['constructor', false],
])('%s selects a target with these labels: %j', (text, expected) => {
  expect(selects(text)).toBe(expected);
});

test.each(['', 'team=', ',', 'team=a b', 'team in payments', 'team in (a', '=a', 'a=b=c', '"', 'team>3'])(
  '%j is no selector, or selects nothing',
  (text) => {
    expect(selects(text) ?? false).toBe(false);
  },
);
