import { expect, test } from 'vitest';
import { readListView } from './targets-view.ts';

const hour = Date.parse('2026-11-20T10:00:00Z');
const read = (search: string) => readListView(new URLSearchParams(search), hour);
const given = (search: string) =>
  Object.fromEntries(Object.entries(read(search).filters).filter(([, value]) => value !== undefined));

test('without parameters, the targets at risk are shown, those with the most kills first', () => {
  expect(given('')).toEqual({ view: 'at-risk', sort: '-oom_kills' });
  expect(given('view=savings')).toEqual({ view: 'savings', sort: '-net' });
});

test('every filter is a parameter', () => {
  const search =
    'view=all&sort=name&clusters=eu,us&namespaces=shop,desk&kinds=StatefulSet&labels=team%3Dpay&where=cpu%3E90&text=+web+&managed=true&severity=low&risk=warnings&incidents=restarts&change=upDelta&changed=7';
  expect(given(search)).toEqual({
    view: 'all',
    sort: '+name',
    clusters: ['eu', 'us'],
    namespaces: ['shop', 'desk'],
    kinds: ['StatefulSet'],
    labels: 'team=pay',
    where: 'cpu>90',
    text: 'web',
    managed: true,
    severity: 'low',
    risk: 'warnings',
    incidents: 'restarts',
    change: 'upDelta',
    changedSince: '2026-11-13T10:00:00.000Z',
  });
});

test('values that the server would refuse are left out', () => {
  const search =
    'view=mine&sort=constructor&labels=a%3Db%3Dc&where=cpu&managed=1&severity=x&risk=&incidents=all&change=up&changed=2&text=+';
  expect(given(search)).toEqual({ view: 'at-risk', sort: '-oom_kills' });
});
