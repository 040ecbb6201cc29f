import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderApp } from '../../testing/render-app.tsx';
import { listAnswer, type ScriptedAnswer, scriptedApi } from '../../testing/scripted-api.ts';

afterEach(cleanup);

const footer = () => screen.getByText('Chart v2.1.0');

it('stays visible while a call that has failed is repeated', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const again = Promise.withResolvers<ScriptedAnswer>();
  const asked = vi.fn<() => ScriptedAnswer | Promise<ScriptedAnswer>>(() => again.promise);
  asked.mockReturnValueOnce({ status: 500, body: {} });
  const { fetch } = scriptedApi({
    '/v1/ast': listAnswer([{ namespace: 'shop', name: 'cart' }]),
    '/v1/system/namespaces': asked,
  });
  const { queryClient } = renderApp({ fetch, configuration: { version: '2.1.0' } });
  await waitFor(() => expect(footer()).toBeVisible());
  await screen.findByText('The namespaces could not be loaded.');
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  void queryClient.refetchQueries({ queryKey: ['namespaces.list'] });
  await waitFor(() => expect(asked).toHaveBeenCalledTimes(2));
  await screen.findByRole('status', { name: 'Loading namespaces' });
  expect(footer()).toBeVisible();
  again.resolve({ body: { items: [] } });
  await screen.findByText('No namespaces found');
  logged.mockRestore();
});

it('is invisible until the content above it has loaded', async () => {
  const answers: ((answer: ScriptedAnswer) => void)[] = [];
  const namespaces = new Promise<ScriptedAnswer>((resolve) => answers.push(resolve));
  const asked = vi.fn<() => Promise<ScriptedAnswer>>(() => namespaces);
  const { fetch } = scriptedApi({
    '/v1/ast': listAnswer([{ namespace: 'shop', name: 'cart' }]),
    '/v1/system/namespaces': asked,
  });
  renderApp({ fetch, configuration: { version: '2.1.0' } });
  expect(await screen.findByRole('link', { name: 'cart' })).toBeVisible();
  // The page may render after the sidebar.
  await waitFor(() => expect(asked).toHaveBeenCalled());
  await waitFor(() => expect(getComputedStyle(footer()).visibility).toBe('hidden'));
  answers[0]?.({ body: { items: ['shop'] } });
  await waitFor(() => expect(footer()).toBeVisible());
});
