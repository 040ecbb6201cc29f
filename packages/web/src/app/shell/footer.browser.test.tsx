import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderApp } from '../../testing/render-app.tsx';
import { listAnswer, type ScriptedAnswer, scriptedApi } from '../../testing/scripted-api.ts';

afterEach(cleanup);

const footer = () => screen.getByText('Chart v2.1.0');

it('keeps its place unseen until what is above it has come, so that nobody sees it jump', async () => {
  const waiting: ((answer: ScriptedAnswer) => void)[] = [];
  const { fetch } = scriptedApi({
    '/v1/ast': listAnswer([{ namespace: 'shop', name: 'cart' }]),
    '/v1/system/namespaces': () => new Promise<ScriptedAnswer>((resolve) => waiting.push(resolve)),
  });
  renderApp({ fetch, configuration: { version: '2.1.0' } });
  expect(await screen.findByRole('link', { name: 'cart' })).toBeVisible();
  expect(getComputedStyle(footer()).visibility).toBe('hidden');
  for (const answer of waiting) answer({ body: { items: ['shop'] } });
  await waitFor(() => expect(footer()).toBeVisible());
});
