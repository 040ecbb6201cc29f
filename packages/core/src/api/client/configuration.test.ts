import { describe, expect, test } from 'vitest';
import { emptyConfiguration } from '../../domain/configuration.ts';
import { featureFlags } from '../../domain/feature-flags.ts';
import { failure, json, type Reply, silence, text } from '../../testing/fault-replies.ts';
import { closedAddress } from '../../testing/fault-server.ts';
import { fetches, scriptedServer } from '../../testing/scripted-client.ts';
import { virtualClock } from '../../testing/virtual-clock.ts';
import { loadConfiguration, readConfiguration } from './configuration.ts';

const whole = {
  version: '1.2.3',
  api_base_url: 'https://api.example/',
  extra: { demo_mode: true, demo_data_name: 'fleet', cost_analysis: 'false', own: { a: 1 } },
  console: { oauth_domain: 'id.example', oauth_client_id: 'c', oauth_audience: 'api' },
};

describe('readConfiguration', () => {
  test('reads a whole document', () => {
    expect(readConfiguration(whole)).toMatchObject({ ...whole, api_base_url: 'https://api.example' });
  });

  test.each([
    null,
    undefined,
    7,
    'text',
    [],
    {},
    { version: 7, api_base_url: null, extra: null, console: null },
    { extra: [], console: [] },
  ])('%j is read as an empty configuration', (document) => {
    expect(readConfiguration(document)).toEqual(emptyConfiguration);
  });

  test('a flag with the text "false" is off', () => {
    expect(featureFlags(readConfiguration(whole))).toMatchObject({ costAnalysis: false, demoMode: true });
  });

  test.each([
    'javascript:alert(1)',
    'data:application/json,{}',
    'ftp://api.example',
    'https://user:canary@api.example',
    '//evil.example',
    'api.example',
  ])('api_base_url %j is rejected, logged and read as empty', (address) => {
    const log: string[] = [];
    const logger = { warn: (message: string, fields?: object) => void log.push(message + JSON.stringify(fields)) };
    expect(readConfiguration({ ...whole, api_base_url: address }, logger)).toMatchObject({
      version: '1.2.3',
      api_base_url: '',
    });
    expect(log).toHaveLength(1);
    expect(log[0]).not.toContain('canary');
  });

  test('unknown settings are kept as data', () => {
    const { extra } = readConfiguration(JSON.parse('{"extra":{"__proto__":{"demo_mode":true},"constructor":1}}'));
    expect(featureFlags({ extra }).demoMode).toBe(false);
    expect(Object.keys(extra)).toEqual(['__proto__', 'constructor']);
  });
});

describe.each(fetches)('loadConfiguration over the %s fetch', (_name, fetch) => {
  const load = async (reply: Reply) => {
    const server = await scriptedServer(() => reply);
    const clock = virtualClock({ holdFromMs: 10_000 });
    const log: string[] = [];
    const loaded = loadConfiguration({
      fetch,
      url: `${server.url}/config.json`,
      clock,
      logger: { warn: (message) => void log.push(message) },
    });
    return { server, clock, log, loaded };
  };

  test('reads the document', async () => {
    const { loaded, log, clock } = await load(json(whole));
    expect(await loaded).toMatchObject({ version: '1.2.3' });
    expect(clock.pending()).toBe(0);
    expect(log).toEqual([]);
  });

  test.each([
    ['404', failure(404, ['no'])],
    ['500', failure(500, ['no'])],
    ['a page of HTML', text('<html></html>', 'text/html')],
    ['invalid JSON', text('{', 'application/json')],
    ['nothing', text('', 'application/json')],
    ['a reset', json(whole, { cutAt: 4, ending: 'reset' })],
    ['a redirect', json('', { status: 302, headers: { location: '/other' } })],
  ])('%s is logged, and the configuration is empty', async (_what, reply) => {
    const { loaded, log, server } = await load(reply);
    expect(await loaded).toEqual(emptyConfiguration);
    expect(log).toHaveLength(1);
    expect(server.requests).toHaveLength(1);
  });

  test.each([
    ['before the headers', silence],
    ['in the body', json(whole, { cutAt: 4, ending: 'stall' })],
  ])('a stall %s ends after 10 s', async (_where, reply) => {
    const { loaded, clock, log, server } = await load(reply);
    await server.sent(1);
    clock.advance(10_000);
    expect(await loaded).toEqual(emptyConfiguration);
    expect(log).toHaveLength(1);
    await server.requests[0]?.closed;
  });

  test('an unreachable server is logged too', async () => {
    const log: string[] = [];
    const loaded = loadConfiguration({
      fetch,
      url: await closedAddress(),
      logger: { warn: (message) => void log.push(message) },
    });
    expect(await loaded).toEqual(emptyConfiguration);
    expect(log).toHaveLength(1);
  });
});
