import { expect, test } from 'vitest';
import { readListView } from './targets-view.ts';

const read = (search: string) => readListView(new URLSearchParams(search));
const given = (search: string) =>
  Object.fromEntries(Object.entries(read(search).filters).filter(([, value]) => value !== undefined));

test('without parameters, the targets at risk are shown, those with the most kills first', () => {
  expect(given('')).toEqual({ view: 'at-risk', sort: '-oom_kills' });
  expect(given('view=savings')).toEqual({ view: 'savings', sort: '-net' });
});

test('every filter is a parameter', () => {
  const search =
    'view=all&sort=name&namespaces=shop,desk&kinds=StatefulSet&labels=team%3Dpay&text=+web+&managed=true&severity=low&risk=warnings&incidents=restarts&change=upDelta';
  expect(given(search)).toEqual({
    view: 'all',
    sort: '+name',
    namespaces: ['shop', 'desk'],
    kinds: ['StatefulSet'],
    labels: 'team=pay',
    text: 'web',
    managed: true,
    severity: 'low',
    risk: 'warnings',
    incidents: 'restarts',
    change: 'upDelta',
  });
});

test('values that the server would refuse are left out', () => {
  const search =
    'view=mine&sort=constructor&labels=a%3Db%3Dc&managed=1&severity=x&risk=&incidents=all&change=up&text=+';
  expect(given(search)).toEqual({ view: 'at-risk', sort: '-oom_kills' });
});
