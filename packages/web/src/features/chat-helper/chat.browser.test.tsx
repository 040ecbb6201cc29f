import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../../testing/render-app.tsx';
import { emptyHome, listAnswer, scriptedApi } from '../../testing/scripted-api.ts';

const namespaces = ['alpha', 'beta', 'delta', 'gamma'];

async function openHome(extra: Record<string, unknown>) {
  // Tall enough for all sections, because a section is loaded only when it is near the viewport.
  await page.viewport(1440, 2_400);
  const list = listAnswer(namespaces.map((namespace) => ({ namespace, name: 'web' })));
  const api = scriptedApi({ '/v1/ast': list, ...emptyHome });
  renderApp({ fetch: api.fetch, path: '/', configuration: { extra } });
  await screen.findByRole('region', { name: '/ alpha summary' });
  return api;
}

const chat = (namespace: string) => screen.findByRole('region', { name: `Chat helper for ${namespace}` });
const boxes = () => [...screen.getByRole('main').querySelectorAll('[role=log], [role=tablist], .scroll-x')];
const messages = (panel: HTMLElement) =>
  within(panel)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

function send(panel: HTMLElement, text: string) {
  fireEvent.change(within(panel).getByRole('textbox', { name: 'Message' }), { target: { value: text } });
  within(panel).getByRole('button', { name: 'Send' }).click();
}

describe('the chat helper', () => {
  it('is not shown without its flag', async () => {
    await openHome({ chat_helper: 'true' });
    expect(screen.queryByRole('log')).toBeNull();
  });

  it('leaves everything in sight at 1440 px: the messages of its script, the key figures, the tabs and the tables', async () => {
    await openHome({ chat_helper: true });
    await Promise.all(namespaces.slice(0, 3).map(chat));
    await waitFor(() => expect(boxes().length).toBeGreaterThan(3));
    for (const box of boxes()) expect(box.scrollWidth).toBeLessThanOrEqual(box.clientWidth);
    for (const log of screen.getAllByRole('log')) expect(log.scrollHeight).toBeLessThanOrEqual(log.clientHeight);
  });

  it('assigns three scripts to the namespaces in turn', async () => {
    await openHome({ chat_helper: true });
    const said = await Promise.all(namespaces.map(async (namespace) => messages(await chat(namespace)).join()));
    expect(new Set(said).size).toBe(3);
    expect(said[3]).toBe(said[0]);
  });

  it('appends sent messages to its own namespace, and ignores blank messages', async () => {
    const api = await openHome({ chat_helper: true });
    const panel = await chat('beta');
    const before = messages(panel).length;
    const asked = api.requests.filter(({ method }) => method !== 'GET').length;
    send(panel, '   ');
    send(panel, ' <b>hello</b> ');
    await waitFor(() => expect(messages(panel)).toHaveLength(before + 1));
    expect(messages(panel).at(-1)).toBe('You: <b>hello</b>');
    expect(within(panel).getByRole<HTMLInputElement>('textbox').value).toBe('');
    expect(messages(await chat('alpha'))).toHaveLength(before);
    expect(api.requests.filter(({ method }) => method !== 'GET')).toHaveLength(asked);
  });

  it('keeps an unsent message while its section is far from the window, and only there', async () => {
    await openHome({ chat_helper: true });
    const write = async (text: string) =>
      fireEvent.change(within(await chat('delta')).getByRole('textbox', { name: 'Message' }), {
        target: { value: text },
      });
    const draft = async (namespace: string) =>
      within(await chat(namespace)).getByRole<HTMLInputElement>('textbox', { name: 'Message' }).value;
    await write('half a question');
    cleanup();
    await openHome({ chat_helper: true });
    expect(await draft('delta')).toBe('half a question');
    expect(await draft('alpha')).toBe('');
    send(await chat('delta'), 'a question');
    cleanup();
    await openHome({ chat_helper: true });
    expect(await draft('delta')).toBe('');
  });

  it('uses two fifths of the width', async () => {
    await openHome({ chat_helper: true });
    const panel = (await chat('alpha')).getBoundingClientRect().width;
    const whole = screen.getByRole('region', { name: '/ alpha summary' }).getBoundingClientRect().width;
    expect(Math.abs(panel / whole - 0.4)).toBeLessThan(0.02);
  });
});
