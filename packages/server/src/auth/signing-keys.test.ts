import { anIssuer, audience, type Issuer } from '@trimtab/testing/node';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toHttpError } from '../http/errors.ts';
import type { Authenticator } from '../ports/index.ts';
import { createOidcAuthenticator } from './oidc.ts';

const minute = 60_000;
// The age of the keys is measured with the system clock, so that is the clock that the tests move.
const clock = { now: () => Date.now() };
const wait = (ms: number) => vi.setSystemTime(Date.now() + ms);
let issuer: Issuer;
let authenticator: Authenticator;
let events: string[];

function anAuthenticator(): Authenticator {
  const mine: string[] = [];
  events = mine;
  const logger = (level: string, event: string) => void mine.push(`${level} ${event}`);
  return createOidcAuthenticator({ issuer: issuer.url, audience, fetch, clock, logger, timeoutMs: 4_000 });
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-04T12:00:00Z') });
  issuer = await anIssuer(clock);
  authenticator = anAuthenticator();
});
afterEach(() => {
  issuer.stop();
  vi.useRealTimers();
});

const status = (token: string) =>
  authenticator.authenticate(new Request('http://api.test/', { headers: { authorization: `Bearer ${token}` } })).then(
    () => 200,
    (error: unknown) => toHttpError(error)?.status ?? 500,
  );
const signed = async () => status(await issuer.sign());

describe('signing keys', () => {
  it('are fetched once for concurrent calls, and cached', async () => {
    expect(await Promise.all(Array.from({ length: 20 }, signed))).toEqual(Array.from({ length: 20 }, () => 200));
    wait(4 * minute);
    await signed();
    expect(issuer.state.asked).toEqual({ discovery: 1, keys: 1 });
  });

  it('are fetched again for an unknown key id, at most twice a minute', async () => {
    await signed();
    const flood = async (kid: string) => status(await issuer.sign({}, { header: { kid } }));
    for (let second = 0; second < 60; second += 1) {
      expect(await flood(`made-up-${second}`)).toBe(401);
      wait(1_000);
    }
    expect(issuer.state.asked.keys).toBeLessThanOrEqual(1 + 2);
    expect(await signed()).toBe(200);
  });

  it('follow a rotation: the new key is accepted, the old one is rejected (docs/faults.md#signing-keys-rotated)', async () => {
    await signed();
    wait(minute);
    const key = await issuer.rotate('k2');
    expect(await status(await issuer.sign({}, { header: { kid: 'k2' }, key }))).toBe(200);
    expect(await signed()).toBe(401);
  });

  const failures: readonly (readonly [string, (issuer: Issuer) => void])[] = [
    ['500', ({ state }) => (state.answer = (response) => response.writeHead(500).end('{}'))],
    ['HTML', ({ state }) => (state.answer = (response) => response.end('<html>'))],
    ['JSON of another shape', ({ state }) => (state.answer = (response) => response.end('{"keys":7}'))],
    [
      'another issuer',
      ({ state }) =>
        (state.answer = (response) => response.end('{"issuer":"https://evil.test/","jwks_uri":"https://evil.test/"}')),
    ],
    [
      'a redirect',
      ({ state, url }) => (state.answer = (response) => response.writeHead(302, { location: `${url}elsewhere` }).end()),
    ],
    ['a huge document', ({ state }) => (state.answer = (response) => response.end(`"${'a'.repeat(2_000_000)}"`))],
    ['no response', ({ state }) => (state.answer = () => undefined)],
  ];

  it.each(failures)(
    'stay usable for ten minutes if the provider answers with %s; then tokens are rejected with 503',
    async (_what, fail) => {
      expect(await signed()).toBe(200);
      fail(issuer);
      for (let minutes = 1; minutes < 10; minutes += 1) {
        wait(minute);
        expect(await signed()).toBe(200);
      }
      wait(minute);
      expect(await signed()).toBe(503);
      issuer.state.answer = null;
      // The server does not ask the provider again for five seconds, for any number of calls.
      expect(await signed()).toBe(503);
      wait(5_000);
      expect(await signed()).toBe(200);
    },
  );

  it('are refreshed in the background after five minutes, so that one failed fetch has no effect', async () => {
    await signed();
    wait(6 * minute);
    expect(await signed()).toBe(200);
    await expect.poll(() => issuer.state.asked.keys).toBe(2);
    issuer.state.answer = (response) => response.writeHead(503).end();
    wait(6 * minute);
    expect(await signed()).toBe(200);
  });

  it('are fetched again if the clock was set back', async () => {
    await signed();
    wait(-60 * minute);
    expect(await signed()).toBe(200);
    expect(issuer.state.asked.keys).toBe(2);
  });

  it('are still used if they cannot be refreshed for an unknown key id', async () => {
    await signed();
    wait(minute);
    issuer.state.answer = (response) => response.writeHead(503).end();
    expect(await status(await issuer.sign({}, { header: { kid: 'unknown' } }))).toBe(401);
    expect(await signed()).toBe(200);
  });

  it('that cannot be fetched at the start give 503, and one warning in the log', async () => {
    issuer.state.answer = (response) => response.writeHead(503).end();
    expect(await signed()).toBe(503);
    expect(await authenticator.problem()).toMatch(/^Access tokens cannot be checked/);
    expect(events).toEqual(['warn signing keys could not be fetched']);
  });
});
