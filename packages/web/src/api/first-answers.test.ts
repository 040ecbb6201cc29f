import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withFirstAnswers } from './first-answers.ts';

const path = '/v1/views/kpis';
const get = { method: 'GET' };

const setAge = (milliseconds: number) => vi.spyOn(performance, 'now').mockReturnValue(milliseconds);

beforeEach(() => void setAge(1_000));
afterEach(() => {
  globalThis.trimtabFirstAnswers = undefined;
  globalThis.trimtabFirstSections = undefined;
});

function setUp(answer: Promise<Response>) {
  globalThis.trimtabFirstAnswers = new Map([[path, answer]]);
  const fetch = vi.fn<typeof globalThis.fetch>(async () => new Response('second'));
  return { fetch, send: withFirstAnswers(fetch) };
}
const textOf = async (answer: Promise<Response>) => (await answer).text();

it('uses an answer that was requested while the page was loading once', async () => {
  const { fetch, send } = setUp(Promise.resolve(new Response('first')));
  expect(await textOf(send(path, get))).toBe('first');
  expect(fetch).not.toHaveBeenCalled();
  expect(await textOf(send(path, get))).toBe('second');
});

it('sends a retry after a call that failed while the page was loading', async () => {
  const { send } = setUp(Promise.reject(new TypeError('Failed to fetch')));
  await expect(send(path, get)).rejects.toThrow('Failed to fetch');
  expect(await textOf(send(path, get))).toBe('second');
});

it('sends other paths and other methods', async () => {
  const { send } = setUp(Promise.resolve(new Response('first')));
  expect(await textOf(send('/v1/ast', get))).toBe('second');
  expect(await textOf(send(path, { method: 'POST' }))).toBe('second');
});

it('waits with the calls of sections until the script has sent its own', async () => {
  const { fetch, send } = setUp(Promise.resolve(new Response('first')));
  const sections = Promise.withResolvers<void>();
  globalThis.trimtabFirstSections = sections.promise;
  const sectionPath = '/v1/views/namespaces/shop/kpis';
  const answers = [send(sectionPath, get), send(sectionPath, get)];
  expect(fetch).not.toHaveBeenCalled();
  globalThis.trimtabFirstAnswers?.set(sectionPath, Promise.resolve(new Response('of the script')));
  sections.resolve();
  expect(await Promise.all(answers.map(textOf))).toEqual(['of the script', 'second']);
});

it('sends every call if the script was not loaded', async () => {
  const { send } = setUp(Promise.resolve(new Response('first')));
  globalThis.trimtabFirstAnswers = undefined;
  expect(await textOf(send(path, get))).toBe('second');
});

it('sends every call of a page that is no longer young', async () => {
  const { send } = setUp(Promise.resolve(new Response('first')));
  setAge(10_000);
  expect(await textOf(send(path, get))).toBe('second');
  expect(globalThis.trimtabFirstAnswers?.size).toBe(0);
});

it('sends every call after a write', async () => {
  const { send } = setUp(Promise.resolve(new Response('first')));
  await send('/v1/ast/shop/cart', { method: 'POST' });
  expect(await textOf(send(path, get))).toBe('second');
});

it('does not wait for the script when the page is no longer young', async () => {
  const { send } = setUp(Promise.resolve(new Response('first')));
  globalThis.trimtabFirstSections = new Promise(() => {});
  setAge(10_000);
  expect(await textOf(send('/v1/views/namespaces/shop/kpis', get))).toBe('second');
});

describe('the script', () => {
  const script = readFileSync(new URL('../../public/first-calls.js', import.meta.url), 'utf8');

  /** Runs it on the home page of a server whose list of targets is still on its way. */
  async function run() {
    const list = Promise.withResolvers<Response>();
    const asked: string[] = [];
    const fetch = (address: string) => {
      asked.push(address);
      return address.startsWith('/v1/ast?') ? list.promise : Promise.resolve(Response.json({}));
    };
    const document = { currentScript: { dataset: {} }, querySelector: () => null };
    const page: { trimtabFirstSections?: Promise<void> } = {};
    const location = { pathname: '/', search: '' };
    runInNewContext(script, Object.assign(page, { document, location, fetch, setTimeout, CSS: { escape: String } }));
    await vi.advanceTimersByTimeAsync(0);
    const sections = vi.fn<() => void>();
    void page.trimtabFirstSections?.then(sections);
    const answer = async () => {
      list.resolve(Response.json({ items: [{ namespace: 'shop', name: 'cart' }], total: 1 }));
      await vi.advanceTimersByTimeAsync(0);
    };
    return {
      answer,
      sections,
      ofSections: () => asked.filter((address) => address.startsWith('/v1/views/namespaces/')),
    };
  }

  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  it('sends the calls of the first sections as soon as it has the list', async () => {
    const { answer, sections, ofSections } = await run();
    await vi.advanceTimersByTimeAsync(2_999);
    expect(sections).not.toHaveBeenCalled();
    await answer();
    await expect.poll(() => sections.mock.calls.length).toBe(1);
    expect(ofSections()).toHaveLength(2);
  });

  it('leaves them to the client if the list does not arrive within three seconds', async () => {
    const { answer, sections, ofSections } = await run();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(sections).toHaveBeenCalledTimes(1);
    await answer();
    await new Promise(setImmediate);
    expect(ofSections()).toEqual([]);
  });
});

it('closes the answers that it no longer uses, also if one of them failed', async () => {
  const cancel = vi.fn<() => void>();
  const { send } = setUp(Promise.resolve(new Response(new ReadableStream({ cancel }))));
  globalThis.trimtabFirstAnswers?.set('/v1/ast', Promise.reject(new TypeError('Failed to fetch')));
  expect(await textOf(send('/v1/other', { method: 'POST' }))).toBe('second');
  expect(cancel).toHaveBeenCalledOnce();
});
