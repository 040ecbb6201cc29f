import { describe, expect, it } from 'vitest';
import { readOptions } from './options.ts';

function read(line: string, env: Record<string, string> = {}) {
  const argv = line === '' ? [] : line.split(' ');
  const options = readOptions(argv, { HOME: '/home/op', ...env }, { version: '1.2.3', write: () => undefined });
  if ('answered' in options) throw new Error('no options');
  return options.access;
}
const provider = '--oidc-issuer https://tenant.eu.auth0.com/ --oidc-audience https://trimtab.example.com/api';

describe('the options for sign-in and access', () => {
  it('need no sign-in on a loopback address without a provider', () => {
    for (const line of ['', '--auth none', '--host ::1', '--host 127.0.0.2 --auth none', '--host localhost']) {
      expect(read(line)).toMatchObject({ signIn: null, requestsPerSecond: 1_000 });
    }
  });

  it('use the provider on any address', () => {
    expect(read(`--host 0.0.0.0 ${provider} --oidc-client-id abc`)).toEqual({
      signIn: {
        issuer: 'https://tenant.eu.auth0.com/',
        audience: 'https://trimtab.example.com/api',
        clientId: 'abc',
        domain: 'tenant.eu.auth0.com',
        enrollGroup: null,
      },
      allowedHosts: [],
      corsOrigins: [],
      trustedProxies: [],
      requestsPerSecond: 50,
    });
  });

  it('are read from the environment', () => {
    const env = {
      TRIMTAB_AUTH: 'oidc',
      TRIMTAB_OIDC_ISSUER: 'http://127.0.0.1:9000/',
      TRIMTAB_OIDC_AUDIENCE: 'api',
      TRIMTAB_OIDC_CLIENT_ID: 'c',
      TRIMTAB_OIDC_DOMAIN: '',
      TRIMTAB_CORS_ORIGIN: 'https://a.example.com, http://localhost:5173/',
      TRIMTAB_TRUSTED_PROXY: '10.0.0.0/8,::1',
      TRIMTAB_ALLOWED_HOST: 'Trimtab.example.com',
      TRIMTAB_RATE_LIMIT: '7',
    };
    expect(read('', env)).toEqual({
      signIn: {
        issuer: 'http://127.0.0.1:9000/',
        audience: 'api',
        clientId: 'c',
        domain: 'http://127.0.0.1:9000',
        enrollGroup: null,
      },
      corsOrigins: ['https://a.example.com', 'http://localhost:5173'],
      trustedProxies: ['10.0.0.0/8', '::1'],
      allowedHosts: ['trimtab.example.com'],
      requestsPerSecond: 7,
    });
  });

  it('leave the sign-in domain empty if the issuer has a path', () => {
    const keycloak = '--oidc-issuer https://sso.example.com/realms/ops --oidc-audience trimtab';
    expect(read(keycloak).signIn?.domain).toBe('');
    expect(read(`${keycloak} --oidc-domain login.example.com`).signIn?.domain).toBe('login.example.com');
  });

  it('reject a provider whose certificate would not be checked', () => {
    const env = { NODE_TLS_REJECT_UNAUTHORIZED: '0' };
    expect(() => read(provider, env)).toThrow('NODE_EXTRA_CA_CERTS');
    const local = '--oidc-issuer https://localhost:9/ --oidc-audience x';
    expect(read(local, env).signIn?.issuer).toBe('https://localhost:9/');
    expect(read('', env).signIn).toBeNull();
  });

  it.each([
    ['--auth none --host 0.0.0.0', 'needs a loopback address'],
    ['--auth maybe', '--auth must be oidc or none'],
    ['--auth oidc', 'needs both --oidc-issuer and --oidc-audience'],
    ['--oidc-issuer https://a.example.com/', 'needs both'],
    ['--oidc-audience x', 'needs both'],
    ['--oidc-client-id x', 'needs both'],
    [`--auth none ${provider}`, 'Remove one of them'],
    ['--oidc-issuer http://a.example.com/ --oidc-audience x', '--oidc-issuer must be an https URL'],
    ['--oidc-issuer https://u:hunter2@a.example.com/ --oidc-audience x', '--oidc-issuer must be an https URL'],
    ['--oidc-issuer a.example.com --oidc-audience x', '--oidc-issuer must be an https URL'],
    ['--oidc-issuer https://a.example.com/?x=1 --oidc-audience x', '--oidc-issuer must be an https URL'],
    ['--oidc-issuer https://a.example.com/ --oidc-audience x --oidc-client-id x', 'not the --oidc-client-id'],
    [`${provider} --oidc-domain evil.test/;script-src`, '--oidc-domain must be an origin'],
    [`${provider} --oidc-domain *`, '--oidc-domain must be an origin'],
    ['--cors-origin *', '--cors-origin must be an origin'],
    ['--cors-origin null', '--cors-origin must be an origin'],
    ['--cors-origin https://a.example.com/path', '--cors-origin must be an origin'],
    ['--cors-origin https://*.example.com', '--cors-origin must be an origin'],
    ['--trusted-proxy proxy.example.com', '--trusted-proxy must be an address'],
    ['--trusted-proxy 10.0.0.0/33', '--trusted-proxy must be an address'],
    ['--allowed-host https://a.example.com', '--allowed-host must be a host name'],
    ['--allowed-host *', '--allowed-host must be a host name'],
    ['--rate-limit 0', '--rate-limit must be'],
    ['--rate-limit off', '--rate-limit must be'],
  ])('are rejected in one sentence: %s', (line, sentence) => {
    const reading = () => read(line);
    expect(reading).toThrow(sentence);
    expect(reading).toThrow(
      expect.objectContaining({ name: 'UsageError', message: expect.not.stringMatching(/\n|hunter2/) }),
    );
  });
});
