import { afterEach, expect, it, vi } from 'vitest';
import { withFirstAnswers } from './first-answers.ts';

const path = '/v1/views/kpis';
const get = { method: 'GET' };

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
