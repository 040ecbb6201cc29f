import { isIP } from 'node:net';
import * as z from 'zod/mini';
import { UsageError } from '../start-errors.ts';
import type { DeclaredOption } from './declared-option.ts';

/** How people sign in: one OpenID Connect provider. */
export type SignIn = {
  /** Exactly as the provider writes it in `iss`. */
  readonly issuer: string;
  readonly audience: string;
  /** Empty: the console offers no sign-in, and only clients that bring their own token get in. */
  readonly clientId: string;
  /** Where the console signs in, as /config.json names it; empty when it cannot. */
  readonly domain: string;
  /** Members may change things, for providers that put groups but no permissions into tokens; null for none. */
  readonly enrollGroup: string | null;
};

export type Access = {
  /** Null: everyone who reaches the port is let in. */
  readonly signIn: SignIn | null;
  readonly allowedHosts: readonly string[];
  readonly corsOrigins: readonly string[];
  /** Addresses, or networks such as 10.0.0.0/8. */
  readonly trustedProxies: readonly string[];
  readonly requestsPerSecond: number;
};

export const accessOptions: readonly DeclaredOption[] = [
  {
    flags: '--auth <kind>',
    env: 'TRIMTAB_AUTH',
    text: 'Who is let in: oidc (whoever brings an access token of the provider below) or none (everyone who reaches the port; only on a loopback address). Default: oidc when a provider is given, else none.',
  },
  {
    flags: '--oidc-issuer <url>',
    env: 'TRIMTAB_OIDC_ISSUER',
    text: 'OpenID Connect provider that signs access tokens, exactly as it writes itself in them: https://tenant.eu.auth0.com/ has a slash at its end.',
  },
  {
    flags: '--oidc-audience <name>',
    env: 'TRIMTAB_OIDC_AUDIENCE',
    text: 'Name of this API at the provider: what access tokens for it hold as aud.',
  },
  {
    flags: '--oidc-client-id <id>',
    env: 'TRIMTAB_OIDC_CLIENT_ID',
    text: 'Client that the console signs in as. Without it, the console offers no sign-in.',
  },
  {
    flags: '--oidc-domain <domain>',
    env: 'TRIMTAB_OIDC_DOMAIN',
    text: 'Domain where the console signs in. Default: that of the issuer, where its address has no path.',
  },
  {
    flags: '--oidc-enroll-group <name>',
    env: 'TRIMTAB_OIDC_ENROLL_GROUP',
    text: 'Group whose members have the permission ast:enrol, for a provider that puts groups into tokens and no permissions.',
  },
  {
    flags: '--allowed-host <name>',
    env: 'TRIMTAB_ALLOWED_HOST',
    text: 'Name that this server is reached by through a proxy; may be given several times. A loopback address answers to localhost and to these, another address to every name, or only to these when there are any.',
    repeatable: true,
  },
  {
    flags: '--cors-origin <origin>',
    env: 'TRIMTAB_CORS_ORIGIN',
    text: 'Origin, such as https://console.example.com, whose pages may call this API; may be given several times. Default: none but its own.',
    repeatable: true,
  },
  {
    flags: '--trusted-proxy <address>',
    env: 'TRIMTAB_TRUSTED_PROXY',
    text: 'Address or network (10.0.0.0/8) of a proxy whose X-Forwarded-For and X-Forwarded-Proto are believed; may be given several times. Default: nobody is believed.',
    repeatable: true,
  },
  {
    flags: '--rate-limit <number>',
    env: 'TRIMTAB_RATE_LIMIT',
    text: 'Requests per second that one account may send, with bursts of four times as many; a twenty-fifth of it for changes. Default: 50, and 1000 where nobody signs in.',
  },
];

export const rawAccess = {
  auth: z.optional(z.string()),
  oidcIssuer: z.optional(z.string()),
  oidcAudience: z.optional(z.string()),
  oidcClientId: z.optional(z.string()),
  oidcDomain: z.optional(z.string()),
  oidcEnrollGroup: z.optional(z.string()),
  allowedHost: z.optional(z.array(z.string())),
  corsOrigin: z.optional(z.array(z.string())),
  trustedProxy: z.optional(z.array(z.string())),
  rateLimit: z.optional(z.string()),
};
const rawSchema = z.object(rawAccess);
type Given = z.output<typeof rawSchema>;

/** @throws UsageError */
export function readAccess(given: Given, host: string): Access {
  const signIn = readSignIn(given, host);
  return {
    signIn,
    allowedHosts: (given.allowedHost ?? []).map(hostName),
    corsOrigins: (given.corsOrigin ?? []).map((text) => origin('--cors-origin', text)),
    trustedProxies: (given.trustedProxy ?? []).map(network),
    requestsPerSecond: rate(given.rateLimit ?? (signIn === null ? '1000' : '50')),
  };
}

export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);

function readSignIn(given: Given, host: string): SignIn | null {
  const { auth, oidcIssuer: issuer, oidcAudience: audience } = given;
  const mentioned = [issuer, audience, given.oidcClientId, given.oidcDomain, given.oidcEnrollGroup].some(
    (value) => value !== undefined,
  );
  if (auth !== undefined && auth !== 'none' && auth !== 'oidc') {
    throw new UsageError(`--auth must be oidc or none, not ${JSON.stringify(auth)}.`);
  }
  if (auth === 'none' && mentioned) {
    throw new UsageError('--auth none lets everyone in, but an --oidc option is given too: leave out one of them.');
  }
  if (auth !== 'oidc' && !mentioned) {
    if (isLoopback(host)) return null;
    throw new UsageError(
      auth === 'none'
        ? `--auth none lets everyone in, so it needs a loopback address: ${JSON.stringify(host)} is none. Use --host 127.0.0.1, or give --oidc-issuer and --oidc-audience.`
        : `--host ${JSON.stringify(host)} can be reached from elsewhere, so callers must sign in: give --oidc-issuer and --oidc-audience, or use --host 127.0.0.1.`,
    );
  }
  if (issuer === undefined || audience === undefined) {
    throw new UsageError('Sign-in needs both --oidc-issuer and --oidc-audience.');
  }
  const clientId = given.oidcClientId ?? '';
  if (audience === clientId) {
    // ID tokens carry the client's id as their audience, and are made to be shown, not to open doors.
    throw new UsageError('--oidc-audience must name this API at the provider, not the client of --oidc-client-id.');
  }
  const url = issuerUrl(issuer);
  return {
    issuer,
    audience,
    clientId,
    domain: given.oidcDomain === undefined ? domainOf(url) : domain(given.oidcDomain),
    enrollGroup: given.oidcEnrollGroup ?? null,
  };
}

function issuerUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain = url !== null && url.username + url.password + url.search + url.hash === '';
  if (isPlain && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname)))) return url;
  throw new UsageError(
    '--oidc-issuer must be an https address such as https://tenant.eu.auth0.com/ (http only on a loopback address).',
  );
}

/** The console's sign-in library takes the domain for the issuer, so it cannot use one with a path. */
function domainOf(url: URL): string {
  if (url.pathname !== '/') return '';
  return url.protocol === 'https:' ? url.host : url.origin;
}

function domain(text: string): string {
  origin('--oidc-domain', text.includes('://') ? text : `https://${text}`);
  return text.replace(/\/$/, '');
}

function origin(flag: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isOrigin =
    url !== null && (url.protocol === 'https:' || url.protocol === 'http:') && `${url.origin}/` === url.href;
  if (isOrigin && !/[*;,\s]/.test(text)) return url.origin;
  throw new UsageError(`${flag} must be an origin such as https://console.example.com, not ${JSON.stringify(text)}.`);
}

function hostName(text: string): string {
  if (/^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(text) || isIP(text) === 6) return text.toLowerCase();
  throw new UsageError(`--allowed-host must be a name such as trimtab.example.com, not ${JSON.stringify(text)}.`);
}

function network(text: string): string {
  const [, address = '', bits] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = isIP(address);
  if (version !== 0 && Number(bits ?? 0) <= (version === 4 ? 32 : 128)) return text;
  throw new UsageError(
    `--trusted-proxy must be an address or a network such as 10.0.0.0/8, not ${JSON.stringify(text)}.`,
  );
}

function rate(text: string): number {
  const number = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (number >= 1) return number;
  throw new UsageError(`--rate-limit must be a whole number from 1 to 999999, not ${JSON.stringify(text)}.`);
}
