import { isIP } from 'node:net';
import { UsageError } from '../start-errors.ts';
import { declareOptions, type OptionValues, repeatable, wholeNumber } from './declared-option.ts';
import type { Environment } from './parse.ts';

/** Sign-in with one OpenID Connect provider. */
export type SignIn = {
  /** Exactly the `iss` claim of the provider's tokens. */
  readonly issuer: string;
  readonly audience: string;
  /** Empty: the console offers no sign-in. Only clients that have their own token can call the API. */
  readonly clientId: string;
  /** The domain in /config.json where the console signs in; empty if it cannot. */
  readonly domain: string;
  /** Group whose members have the permission ast:enrol, for providers without permissions in tokens; null if unused. */
  readonly enrollGroup: string | null;
};

export type Access = {
  /** Null: no sign-in; every request is accepted. */
  readonly signIn: SignIn | null;
  readonly allowedHosts: readonly string[];
  readonly corsOrigins: readonly string[];
  /** Addresses, or networks such as 10.0.0.0/8. */
  readonly trustedProxies: readonly string[];
  readonly requestsPerSecond: number;
};

export const accessOptions = declareOptions({
  '--auth <kind>':
    'Who may call the API: oidc (callers with an access token of the provider below) or none (everyone who can reach the port; only with a loopback address). Default: oidc if a provider is given, otherwise none.',
  '--oidc-issuer <url>':
    'OpenID Connect provider that signs the access tokens. Must equal the iss claim of its tokens, including a slash at the end, as in https://tenant.eu.auth0.com/.',
  '--oidc-audience <name>': 'Name of this API at the provider, which is the aud claim of its access tokens.',
  '--oidc-client-id <id>': 'Client id of the console at the provider. Without it, the console offers no sign-in.',
  '--oidc-domain <domain>':
    'Domain where the console signs in. Default: the domain of the issuer, if its URL has no path.',
  '--oidc-enroll-group <name>':
    'Group whose members get the permission ast:enrol, for a provider whose tokens list groups but no permissions.',
  '--allowed-host <name>': repeatable(
    'Host name under which a proxy serves this server; repeatable. A server on a loopback address answers to localhost and to these names; a server on another address answers to every name, or only to these and to IP addresses if any are given.',
  ),
  '--cors-origin <origin>': repeatable(
    'Another origin, such as https://console.example.com, whose pages may call this API; repeatable.',
  ),
  '--trusted-proxy <address>': repeatable(
    'Address or network (10.0.0.0/8) of a proxy whose headers X-Forwarded-For and X-Forwarded-Proto are used; repeatable. Default: these headers are ignored.',
  ),
  '--rate-limit <number>':
    'Requests per second that one account may send. Bursts may be four times as large; changes are limited to 1/25 of it. Default: 50, or 1000 without sign-in.',
});

/** @throws UsageError */
export function readAccess(values: OptionValues, host: string, env: Environment): Access {
  const signIn = readSignIn(values, host);
  if (signIn !== null) checkCertificates(new URL(signIn.issuer), env);
  return {
    signIn,
    allowedHosts: values.list('--allowed-host').map(hostName),
    corsOrigins: values.list('--cors-origin').map((text) => origin('--cors-origin', text)),
    trustedProxies: values.list('--trusted-proxy').map(network),
    requestsPerSecond: wholeNumber(
      values.text('--rate-limit') ?? (signIn === null ? '1000' : '50'),
      '--rate-limit',
      1,
      999_999,
    ),
  };
}

export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);

function readSignIn({ text }: OptionValues, host: string): SignIn | null {
  const [auth, issuer, audience] = [text('--auth'), text('--oidc-issuer'), text('--oidc-audience')];
  const [clientId, domain, enrollGroup] = [
    text('--oidc-client-id'),
    text('--oidc-domain'),
    text('--oidc-enroll-group'),
  ];
  const hasProvider = [issuer, audience, clientId, domain, enrollGroup].some((value) => value !== undefined);
  if (auth !== undefined && auth !== 'none' && auth !== 'oidc') {
    throw new UsageError(`--auth must be oidc or none, not ${JSON.stringify(auth)}.`);
  }
  if (auth === 'none' && hasProvider) {
    throw new UsageError('--auth none disables sign-in, but an --oidc option is given too. Remove one of them.');
  }
  if (auth !== 'oidc' && !hasProvider) {
    if (isLoopback(host)) return null;
    throw new UsageError(
      auth === 'none'
        ? `--auth none accepts every caller, so it needs a loopback address, which ${JSON.stringify(host)} is not. Use --host 127.0.0.1, or give --oidc-issuer and --oidc-audience.`
        : `Other machines can reach --host ${JSON.stringify(host)}, so callers must sign in: give --oidc-issuer and --oidc-audience, or use --host 127.0.0.1.`,
    );
  }
  if (issuer === undefined || audience === undefined) {
    throw new UsageError('Sign-in needs both --oidc-issuer and --oidc-audience.');
  }
  if (audience === (clientId ?? '')) {
    // ID tokens have the client id as audience. They identify a user to the client and must not authorize API calls.
    throw new UsageError('--oidc-audience must be the name of this API at the provider, not the --oidc-client-id.');
  }
  const url = issuerUrl(issuer);
  return {
    issuer,
    audience,
    clientId: clientId ?? '',
    domain: domain === undefined ? domainOf(url) : signInDomain(domain),
    enrollGroup: enrollGroup ?? null,
  };
}

/** Whoever sends the signing keys can sign tokens, so the certificate of the provider must be checked. */
function checkCertificates({ protocol, hostname }: URL, env: Environment): void {
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0' && protocol === 'https:' && !isLoopback(hostname)) {
    throw new UsageError(
      'NODE_TLS_REJECT_UNAUTHORIZED=0 would accept any server as the sign-in provider. Unset it, and give the file with the certificate authority in NODE_EXTRA_CA_CERTS.',
    );
  }
}

function issuerUrl(text: string): URL {
  const url = URL.parse(text);
  const isPlain = url !== null && url.username + url.password + url.search + url.hash === '';
  if (isPlain && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname)))) return url;
  throw new UsageError(
    '--oidc-issuer must be an https URL such as https://tenant.eu.auth0.com/ (http only for a loopback address).',
  );
}

/** Empty if the issuer has a path, because the console's sign-in library accepts only a domain. */
function domainOf(url: URL): string {
  if (url.pathname !== '/') return '';
  return url.protocol === 'https:' ? url.host : url.origin;
}

function signInDomain(text: string): string {
  origin('--oidc-domain', text.includes('://') ? text : `https://${text}`);
  return text.replace(/\/$/, '');
}

function origin(flag: string, text: string): string {
  const url = URL.parse(text);
  const isOrigin =
    url !== null && (url.protocol === 'https:' || url.protocol === 'http:') && `${url.origin}/` === url.href;
  if (isOrigin && !/[*;,\s]/.test(text)) return url.origin;
  throw new UsageError(`${flag} must be an origin such as https://console.example.com, not ${JSON.stringify(text)}.`);
}

function hostName(text: string): string {
  if (/^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(text) || isIP(text) === 6) return text.toLowerCase();
  throw new UsageError(`--allowed-host must be a host name such as trimtab.example.com, not ${JSON.stringify(text)}.`);
}

function network(text: string): string {
  const [, address = '', bits] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = isIP(address);
  if (version !== 0 && Number(bits ?? 0) <= (version === 4 ? 32 : 128)) return text;
  throw new UsageError(
    `--trusted-proxy must be an address or a network such as 10.0.0.0/8, not ${JSON.stringify(text)}.`,
  );
}
