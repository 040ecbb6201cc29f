import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../testing/render-app.tsx';
import { base, pod, targetApi } from '../testing/target-api.ts';

beforeEach(() => page.viewport(1280, 900));
afterEach(() => void vi.useRealTimers());

const encoder = new TextEncoder();
const line = (text: string) => `${JSON.stringify({ at: '2026-11-20T10:00:00.123Z', text })}\n`;
const at = (second: number, text: string) => `${JSON.stringify({ at: `2026-11-20T10:00:0${second}Z`, text })}\n`;
const failed = '{"end":"failed","reason":"The server is being stopped."}\n';
const complete = '{"end":"complete"}\n';
const refused = (status: number, message: string) => Response.json({ errors: [message] }, { status });
const app = { name: 'app', image: 'app:1' };

/** A target with pods, and an API whose logs come from `answer`. */
function logsApi(
  answer: (query: URLSearchParams, signal: AbortSignal | null) => Response,
  pods = [pod('web-1'), pod('web-2')],
) {
  const api = targetApi({ pods });
  const asked: URLSearchParams[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, location.origin);
    if (url.pathname !== `${base}/logs`) return api.fetch(input, init);
    asked.push(url.searchParams);
    return answer(url.searchParams, init?.signal ?? null);
  };
  return { ...api, fetch, asked };
}
const lines = (...texts: string[]) => new Response(texts.map(line).join('') + complete);
const openLog = (fetch: typeof globalThis.fetch, log = 'web-1') =>
  renderApp({ fetch, path: `/ast/shop/web?drawer=logs&log=${log}` });
const theLog = (name = 'Log of app in web-1') => screen.findByRole('log', { name });

/** A log that stays open, with a function that sends more of it. */
function openStream() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({ start: (its) => void (controller = its) });
  return { body, send: (text: string) => controller?.enqueue(encoder.encode(text)) };
}

describe('the logs of a pod', () => {
  it('open from the list of pods, if the server announces them', async () => {
    const { fetch } = logsApi(() => lines('ready'));
    const configuration = { extra: { extensions: ['extensions.logs'] } };
    const { address } = renderApp({ fetch, path: '/ast/shop/web', configuration });
    await userEvent.click(await screen.findByRole('link', { name: 'Logs of web-2' }));
    await waitFor(() => expect(address.current).toContain('log=web-2'));
    expect((await theLog('Log of app in web-2')).textContent).toContain('ready');
    cleanup();
    renderApp({ fetch, path: '/ast/shop/web', configuration: { extra: { extensions: [] } } });
    expect(await screen.findByRole('link', { name: 'View web-2' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Logs of web-2' })).toBeNull();
  });

  it('are those of the first pod if the address names none', async () => {
    const { fetch } = logsApi(() => lines('ready'));
    renderApp({ fetch, path: '/ast/shop/web?drawer=logs' });
    expect((await theLog()).textContent).toContain('ready');
  });

  it('leave a part of the page to press in a window of 1024 pixels, which closes them', async () => {
    await page.viewport(1024, 768);
    openLog(logsApi(() => lines('ready')).fetch);
    await theLog();
    const drawer = screen.getByRole('dialog', { name: 'Logs' });
    await waitFor(() => expect(drawer.getBoundingClientRect().right).toBe(1024));
    expect(drawer.getBoundingClientRect().left).toBeGreaterThanOrEqual(44);
    await userEvent.click(document.body, { position: { x: 20, y: 400 } });
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Logs' })).toBeNull());
  });

  it('grow while they are followed, and stay where the reader has scrolled to', async () => {
    const { body, send } = openStream();
    const { fetch, asked } = logsApi(() => new Response(body));
    openLog(fetch);
    await waitFor(() => expect(asked[0]?.get('follow')).toBe('true'));
    send(Array.from({ length: 200 }, (_, number) => line(`line ${number}`)).join(''));
    const log = await theLog();
    await waitFor(() => expect(log.textContent).toContain('line 199'));
    const fromEnd = () => log.scrollHeight - log.clientHeight - log.scrollTop;
    await waitFor(() => expect(fromEnd()).toBeLessThan(2));
    log.scrollTop = 100;
    const newest = await screen.findByRole('button', { name: 'Newest lines' });
    send(line('one more'));
    await waitFor(() => expect(log.textContent).toContain('one more'));
    expect(log.scrollTop).toBe(100);
    await userEvent.click(newest);
    await waitFor(() => expect(fromEnd()).toBeLessThan(2));
    expect(screen.queryByRole('button', { name: 'Newest lines' })).toBeNull();
  });

  it('that break off say so, go on from their last line, and have a mark there', async () => {
    const first = openStream();
    const answers = [new Response(first.body), new Response(at(1, 'one') + at(2, 'two') + complete)];
    let isBack = false;
    const { fetch, asked } = logsApi(() => {
      if (answers.length === 1 && !isBack) return refused(500, 'Kubernetes is away.');
      return answers.shift() ?? refused(404, 'The pod web-1 does not exist any more.');
    });
    openLog(fetch);
    await waitFor(() => expect(asked).toHaveLength(1));
    first.send(at(1, 'one') + failed);
    expect(
      await screen.findByText(/The connection is lost: The server is being stopped. Trying again.$/),
    ).toBeVisible();
    expect((await theLog()).textContent).toContain('one');
    await waitFor(() => expect(asked.length).toBeGreaterThan(1));
    isBack = true;
    const log = await theLog();
    await waitFor(() =>
      expect(log.textContent).toMatch(/one.*The connection was lost here. No line is missing..*two$/),
    );
    expect(log.textContent?.match(/one/g)).toHaveLength(1);
    expect(await screen.findByText('2 lines. The container has ended.')).toBeVisible();
    expect(asked.at(-1)?.get('sinceTime')).toBe('2026-11-20T10:00:01.000000000Z');
  });

  it('end for the server when the drawer closes', async () => {
    const { body, send } = openStream();
    const signals: (AbortSignal | null)[] = [];
    const { fetch } = logsApi((_, signal) => {
      signals.push(signal);
      return new Response(body);
    });
    openLog(fetch);
    await waitFor(() => expect(signals).toHaveLength(1));
    send(line('ready'));
    await theLog();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(signals[0]?.aborted).toBe(true));
  });

  it('are those of the chosen container, pod and time', async () => {
    const two = pod('web-1', { containers: [app, { name: 'proxy', image: 'p:1' }], init_containers: ['migrate'] });
    const { fetch, asked } = logsApi(
      (query) => lines(`from ${query.get('container')} ${query.get('previous')}`),
      [two, pod('web-2')],
    );
    const { address } = openLog(fetch);
    expect((await theLog()).textContent).toContain('from app false');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Container' }), 'migrate (init)');
    expect((await theLog('Log of migrate in web-1')).textContent).toContain('from migrate false');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Before the last restart' }));
    await waitFor(() => expect(asked.at(-1)?.get('previous')).toBe('true'));
    expect(asked.at(-1)?.get('follow')).toBe('false');
    expect(screen.getByRole('checkbox', { name: 'Follow' })).toBeDisabled();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Pod' }), 'web-2');
    expect(await theLog('Log of app in web-2')).toBeVisible();
    await waitFor(() => expect(address.current).toBe('/ast/shop/web?drawer=logs&log=web-2'));
  });

  it('can be filtered, unwrapped and downloaded', async () => {
    const { fetch } = logsApi(() => lines('GET /cart', 'GET /orders'));
    openLog(fetch);
    const log = await theLog();
    await userEvent.fill(screen.getByRole('searchbox', { name: 'Only lines with' }), 'ORD');
    await waitFor(() => expect(log.textContent).not.toContain('/cart'));
    expect(await screen.findByText(/^1 of 2 lines\. The container has ended\.$/)).toBeVisible();
    await userEvent.fill(screen.getByRole('searchbox', { name: 'Only lines with' }), 'nothing');
    expect(await screen.findByText('No such lines')).toBeVisible();
    const saved = vi.spyOn(URL, 'createObjectURL');
    await userEvent.click(screen.getByRole('button', { name: 'Download' }));
    const [blob] = saved.mock.calls[0] ?? [];
    expect(blob instanceof Blob ? await blob.text() : null).toBe(
      '2026-11-20T10:00:00.123Z GET /cart\n2026-11-20T10:00:00.123Z GET /orders\n',
    );
  });

  it('of which only the newest lines are loaded say so, and load older ones on request', async () => {
    const texts = Array.from({ length: 600 }, (_, number) => (number === 7 ? 'the cause' : `line ${number}`));
    const { fetch, asked } = logsApi((query) => lines(...texts.slice(-Number(query.get('tail')))));
    openLog(fetch);
    await theLog();
    expect(await screen.findByText('The newest 500 lines. The container has ended.')).toBeVisible();
    const filter = screen.getByRole('searchbox', { name: 'Only lines with' });
    await userEvent.fill(filter, 'line 1');
    expect(await screen.findByText('100 of the newest 500 lines. The container has ended.')).toBeVisible();
    await userEvent.fill(filter, 'the cause');
    expect(await screen.findByText('None of the loaded lines contains this text.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Load older lines' }));
    expect((await theLog()).textContent).toContain('the cause');
    expect(asked.map((query) => query.get('tail'))).toEqual(['500', '5000']);
    expect(await screen.findByText('1 of 600 lines. The container has ended.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Load older lines' })).toBeNull();
    await userEvent.fill(filter, 'nothing');
    expect(await screen.findByText('No line of this log contains this text.')).toBeVisible();
  });

  it.each([
    ['the newest lines if it was opened with more than 500', 0, 'The newest 600 lines. New lines appear here.'],
    ['all lines if it has grown to more than 500 while it was followed', 1_000, '600 lines. New lines appear here.'],
  ])('show %s', async (_, pauseMs, text) => {
    const { body, send } = openStream();
    const { fetch } = logsApi(() => new Response(body));
    openLog(fetch);
    await screen.findByText('No lines');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    for (const part of [1, 2]) {
      const before = vi.getTimerCount();
      send(Array.from({ length: 300 }, (__, number) => line(`line ${part}.${number}`)).join(''));
      await expect.poll(() => vi.getTimerCount()).toBeGreaterThan(before);
      act(() => void vi.advanceTimersByTime(Math.max(250, pauseMs)));
    }
    vi.useRealTimers();
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.queryAllByRole('button', { name: 'Load older lines' })).toHaveLength(pauseMs === 0 ? 1 : 0);
    await userEvent.fill(screen.getByRole('searchbox', { name: 'Only lines with' }), 'nothing');
    const where = pauseMs === 0 ? 'None of the loaded lines' : 'No line of this log';
    expect(await screen.findByText(`${where} contains this text.`)).toBeVisible();
  });

  it('keep the keyboard focus when they are loaded again', async () => {
    const answers = [refused(500, 'Not now.'), lines(...Array.from({ length: 500 }, () => 'x')), lines('x', 'y')];
    openLog(logsApi(() => answers.shift() ?? refused(500, 'No more.')).fetch);
    for (const name of ['Retry', 'Load older lines']) {
      const button = await screen.findByRole('button', { name });
      button.focus();
      await userEvent.keyboard('{Enter}');
      await theLog();
      expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Log' }));
    }
    await userEvent.keyboard('{Tab}');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Download' }));
  });

  it('show what controls a terminal or the direction of text as harmless text', async () => {
    const { fetch } = logsApi(() => lines('a\u001b]0;x\u0007\u202eb\tc <img src=x onerror=alert(1)>'));
    openLog(fetch);
    expect((await theLog()).textContent).toContain('a^[]0;x^Gb\tc <img src=x onerror=alert(1)>');
  });

  it('say that they are empty, cut or broken off', async () => {
    const answers = [
      new Response(complete),
      new Response(`${line('one')}{"end":"limit","reason":"The log is longer than an answer."}\n`),
      new Response(`${line('one')}{"end":"failed","reason":"The Kubernetes API server cannot be reached."}\n`),
    ];
    for (const text of ['This container has written nothing yet.', /longer than an answer/, /cannot be reached/]) {
      const { fetch } = logsApi((query) =>
        query.get('follow') === 'true' ? lines('ready') : (answers.shift() ?? refused(500, 'No more.')),
      );
      openLog(fetch);
      await theLog();
      await userEvent.click(screen.getByRole('checkbox', { name: 'Follow' }));
      expect(await screen.findByText(text)).toBeVisible();
      cleanup();
    }
  });

  it('that cannot be read say why, and can be tried again', async () => {
    const answers = [refused(409, 'The container app has not started: ContainerCreating.'), lines('ready')];
    const { fetch } = logsApi(() => answers.shift() ?? refused(500, 'No more.'));
    openLog(fetch);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain(
      'There is no log to show. The container app has not started: ContainerCreating.',
    );
    await userEvent.click(within(alert).getByRole('button', { name: 'Retry' }));
    expect((await theLog()).textContent).toContain('ready');
  });

  it('of a server without the call, and of a pod that is gone, are sentences', async () => {
    openLog(logsApi(() => refused(404, 'no such call')).fetch);
    expect(await screen.findByText('This server has no logs of pods.')).toBeVisible();
    cleanup();
    openLog(logsApi(() => lines('ready')).fetch, 'web-9');
    expect(await screen.findByText(/does not exist any more/)).toBeVisible();
  });

  it('whose pods cannot be loaded say so, and can be tried again', async () => {
    const api = logsApi(() => lines('ready'));
    api.answer(`${base}/pods`, { status: 500, body: { errors: ['the API server is away'] } });
    openLog(api.fetch);
    const drawer = within(await screen.findByRole('dialog', { name: 'Logs' }));
    const alert = await drawer.findByRole('alert');
    expect(alert.textContent).toContain('The pods could not be loaded.');
    expect(drawer.queryByText('The pods are being loaded.')).toBeNull();
    api.answer(`${base}/pods`, { body: { items: [pod('web-1')] } });
    await userEvent.click(within(alert).getByRole('button', { name: 'Retry' }));
    expect((await theLog()).textContent).toContain('ready');
  });

  it('fit a narrow screen', async () => {
    await page.viewport(390, 844);
    const { fetch } = logsApi(() => lines('x'.repeat(500)));
    openLog(fetch);
    const log = await theLog();
    expect(log.scrollWidth).toBeLessThanOrEqual(log.clientWidth);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Wrap lines' }));
    await waitFor(() => expect(log.scrollWidth).toBeGreaterThan(log.clientWidth));
  });
});
