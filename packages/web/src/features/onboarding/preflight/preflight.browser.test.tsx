import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderApp } from '../../../testing/render-app.tsx';
import { listAnswer, type ScriptedAnswer, scriptedApi } from '../../../testing/scripted-api.ts';

const path = '/v1/views/namespaces/shop/preflight';
const noCpu = 'Container app requests no CPU: costs and utilization are unknown until you set a request.';
const twice = 'There is a Deployment and a StatefulSet of this name, and only one of them can be a target.';
const checked = (name: string, warnings: string[] = [], problems: string[] = []) => ({
  name,
  kind: 'Deployment',
  problems,
  warnings,
});
const checks = [checked('cart', [noCpu]), checked('db'), checked('mail', [noCpu]), checked('web', [], [twice])];

function show(preflight: (() => ScriptedAnswer) | null, namespace = 'shop') {
  const api = scriptedApi({
    '/v1/ast': listAnswer([]),
    '/v1/system/namespaces': () => ({ body: { items: ['web', 'kube-system', 'shop', 'istio-system'] } }),
    [`/v1/ast/candidates/${namespace}`]: () => ({
      body: { items: checks.map(({ name, kind }) => ({ target_ref: { name, kind }, json: {} })) },
    }),
    ...(preflight === null ? {} : { [path]: preflight }),
  });
  renderApp({
    fetch: api.fetch,
    path: `/onboarding?namespace=${namespace}`,
    configuration: preflight === null ? {} : { extra: { extensions: ['views.preflight'] } },
  });
}

const card = () => within(screen.getByRole('region', { name: 'Preflight' }));

it('shows what the preflight found, of each candidate and together', async () => {
  show(() => ({ body: { items: checks } }));
  expect(await screen.findByText(/^4 workloads: 1 ready, 2 with warnings.*, 1 with problems\.$/)).toBeVisible();
  const findings = card().getAllByRole('listitem');
  expect(findings.map(({ textContent }) => textContent)).toEqual([`${twice} web`, `${noCpu} cart, mail`]);
  const row = within(await screen.findByRole('row', { name: /cart/ }));
  await userEvent.hover(row.getByText('Warning'));
  expect(await screen.findByRole('tooltip')).toHaveTextContent(noCpu);
  expect(within(screen.getByRole('row', { name: /db/ })).getByText('Ready')).toBeVisible();
  expect(within(screen.getByRole('row', { name: /web/ })).getByText('Problem')).toBeVisible();
});

it('shows notes after problems and warnings, and candidates with notes as ready', async () => {
  const noted = { ...checked('db'), notes: ['Argo CD sets the requests.'] };
  show(() => ({ body: { items: [noted, checked('mail', [noCpu])] } }));
  expect(await screen.findByText(/^2 workloads: 1 ready, 1 with warnings/)).toBeVisible();
  const findings = card().getAllByRole('listitem');
  expect(findings.map(({ textContent }) => textContent)).toEqual([`${noCpu} mail`, 'Argo CD sets the requests. db']);
  const row = within(await screen.findByRole('row', { name: /db/ }));
  await userEvent.hover(row.getByText('Ready'));
  expect(await screen.findByRole('tooltip')).toHaveTextContent('Argo CD sets the requests.');
});

it('counts the selected candidates once some are selected', async () => {
  show(() => ({ body: { items: checks } }));
  await screen.findByText(/^4 workloads: 1 ready/);
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select db' }));
  expect(await card().findByText('1 selected: ready.')).toBeVisible();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select cart' }));
  expect(await card().findByText(/^2 selected: 1 ready, 1 with warnings/)).toBeVisible();
});

it('says so if all candidates are ready', async () => {
  show(() => ({ body: { items: checks.map(({ name }) => checked(name)) } }));
  expect(await screen.findByText('4 workloads: all are ready.')).toBeVisible();
  expect(card().queryByRole('listitem')).toBeNull();
});

it('can enroll without the preflight if that fails, and repeats it on Retry', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  let isDown = true;
  show(() =>
    isDown ? { status: 502, body: { errors: ['metrics source unavailable'] } } : { body: { items: checks } },
  );
  expect(await screen.findByText('The preflight failed. Workloads can be enrolled without it.')).toBeVisible();
  expect(screen.queryByText(/API Error/)).toBeNull();
  expect(await screen.findByRole('button', { name: 'Enroll Namespace' })).toBeVisible();
  isDown = false;
  await userEvent.click(card().getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText(/^4 workloads: 1 ready/)).toBeVisible();
  logged.mockRestore();
});

it('leaves the preflight out, without a call, if the server does not have it', async () => {
  show(null);
  await screen.findByRole('checkbox', { name: 'Select cart' });
  expect(screen.queryByRole('region', { name: 'Preflight' })).toBeNull();
  expect(screen.queryByRole('columnheader', { name: 'Preflight' })).toBeNull();
});

const optionsIn = (place: HTMLElement) =>
  within(place)
    .getAllByRole('option')
    .map(({ textContent }) => textContent);

it('lists the namespaces of the system apart, and selects nothing in them', async () => {
  show(null, 'kube-system');
  await screen.findByRole('checkbox', { name: 'Select cart' });
  const group = await screen.findByRole('group', { name: 'System namespaces' });
  expect(optionsIn(group)).toEqual(['istio-system', 'kube-system']);
  expect(optionsIn(screen.getByRole('combobox', { name: 'Namespace' })).slice(1)).toEqual([
    'shop',
    'web',
    'istio-system',
    'kube-system',
  ]);
  expect(screen.getByText(/is a system namespace/)).toBeVisible();
  for (const box of screen.getAllByRole('checkbox')) expect(box).not.toBeChecked();
});
