import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderApp } from '../../testing/render-app.tsx';
import { listAnswer, type ScriptedAnswer, scriptedApi } from '../../testing/scripted-api.ts';

const footer = () => screen.getByText('Chart v2.1.0');

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
