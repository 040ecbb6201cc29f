import { anIssuer, audience, type Issuer } from '@trimtab/testing/node';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toHttpError } from '../http/errors.ts';
import type { Authenticator } from '../ports/index.ts';
import { createOidcAuthenticator } from './oidc.ts';

const minute = 60_000;
let time = 0;
const clock = { now: () => time };
let issuer: Issuer;
let authenticator: Authenticator;
let events: string[];

function anAuthenticator(): Authenticator {
  const mine: string[] = [];
  events = mine;
  const logger = (level: string, event: string) => void mine.push(`${level} ${event}`);
  return createOidcAuthenticator({ issuer: issuer.url, audience, fetch, clock, logger, timeoutMs: 1_000 });
}

beforeEach(async () => {
  time = Date.parse('2026-03-04T12:00:00Z');
  issuer = await anIssuer(clock);
  authenticator = anAuthenticator();
});
afterEach(() => issuer.stop());

const status = (token: string) =>
  authenticator.authenticate(new Request('http://api.test/', { headers: { authorization: `Bearer ${token}` } })).then(
    () => 200,
    (error: unknown) => toHttpError(error)?.status ?? 500,
  );
const signed = async () => status(await issuer.sign());

describe('signing keys', () => {
  it('are fetched once for all who wait, and kept', async () => {
    expect(await Promise.all(Array.from({ length: 20 }, signed))).toEqual(Array.from({ length: 20 }, () => 200));
    time += 4 * minute;
    await signed();
    expect(issuer.state.asked).toEqual({ discovery: 1, keys: 1 });
  });

  it('are fetched anew for a key id that nobody knows, at most twice a minute', async () => {
    await signed();
    const flood = async (kid: string) => status(await issuer.sign({}, { header: { kid } }));
    for (let second = 0; second < 60; second += 1) {
      expect(await flood(`made-up-${second}`)).toBe(401);
      time += 1_000;
    }
    expect(issuer.state.asked.keys).toBeLessThanOrEqual(1 + 2);
    expect(await signed()).toBe(200);
  });

  it('S11: follow a rotation: the new key is found, the old one is refused', async () => {
    await signed();
    time += minute;
    const key = await issuer.rotate('k2');
    expect(await status(await issuer.sign({}, { header: { kid: 'k2' }, key }))).toBe(200);
    expect(await signed()).toBe(401);
  });

  const failures: readonly (readonly [string, (issuer: Issuer) => void])[] = [
    ['500', ({ state }) => (state.answer = (response) => response.writeHead(500).end('{}'))],
    ['HTML', ({ state }) => (state.answer = (response) => response.end('<html>'))],
    ['another shape', ({ state }) => (state.answer = (response) => response.end('{"keys":7}'))],
    [
      'another provider',
      ({ state }) =>
        (state.answer = (response) => response.end('{"issuer":"https://evil.test/","jwks_uri":"https://evil.test/"}')),
    ],
    [
      'a redirect',
      ({ state, url }) => (state.answer = (response) => response.writeHead(302, { location: `${url}elsewhere` }).end()),
    ],
    ['a huge document', ({ state }) => (state.answer = (response) => response.end(`"${'a'.repeat(2_000_000)}"`))],
    ['nothing for ever', ({ state }) => (state.answer = () => undefined)],
  ];

  it.each(failures)('S11: last ten minutes when the provider answers %s, then nobody gets in', async (_what, fail) => {
    expect(await signed()).toBe(200);
    fail(issuer);
    for (let minutes = 1; minutes < 10; minutes += 1) {
      time += minute;
      expect(await signed()).toBe(200);
    }
    time += minute;
    expect(await signed()).toBe(503);
    issuer.state.answer = null;
    // Not before a pause: everyone who calls would otherwise make us ask.
    expect(await signed()).toBe(503);
    time += 5_000;
    expect(await signed()).toBe(200);
  });

  it('are renewed in the background, so that one failure shuts nobody out', async () => {
    await signed();
    time += 6 * minute;
    expect(await signed()).toBe(200);
    await expect.poll(() => issuer.state.asked.keys, { timeout: 10_000 }).toBe(2);
    issuer.state.answer = (response) => response.writeHead(503).end();
    time += 6 * minute;
    expect(await signed()).toBe(200);
  });

  it('are missing at the start: 503 with a sentence, and the reason in the log', async () => {
    issuer.state.answer = (response) => response.writeHead(503).end();
    expect(await signed()).toBe(503);
    expect(await authenticator.problem()).toMatch(/^Access tokens cannot be checked/);
    expect(events).toEqual(['warn signing keys could not be fetched']);
  });
});
