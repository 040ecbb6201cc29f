import * as z from 'zod/mini';
import { type Rename, renamableNames } from '../../adapters/prometheus/index.ts';
import { UsageError } from '../start-errors.ts';
import type { DeclaredOption } from './declared-option.ts';

/** How to speak with a Prometheus, beyond its address. Files are named here, and read where they are used. */
export type PrometheusAccess = {
  readonly url: URL;
  readonly credentials:
    | { readonly kind: 'none' }
    | { readonly kind: 'token'; readonly token: string }
    | { readonly kind: 'token file'; readonly file: string }
    | { readonly kind: 'basic'; readonly user: string; readonly password: string }
    | { readonly kind: 'basic file'; readonly user: string; readonly passwordFile: string };
  readonly headers: ReadonlyMap<string, string>;
  readonly tls: { readonly ca: string | null; readonly certificate: string | null; readonly key: string | null };
  readonly cluster: { readonly label: string; readonly value: string } | null;
  readonly renames: readonly Rename[];
  /** Start also while it cannot be read. */
  readonly mayBeDown: boolean;
};

export const prometheusOptions: readonly DeclaredOption[] = [
  {
    flags: '--prometheus <url>',
    env: 'TRIMTAB_PROMETHEUS',
    text: 'Prometheus, or anything that speaks its HTTP API, to read the cluster from. It may hold a path prefix, and a user and password; prefer the variable for those. Without it, a simulated cluster is shown.',
  },
  {
    flags: '--prometheus-token <token>',
    env: 'TRIMTAB_PROMETHEUS_TOKEN',
    text: 'Bearer token for Prometheus. Prefer the variable or a file: others on this machine can read the command line.',
  },
  {
    flags: '--prometheus-token-file <file>',
    env: 'TRIMTAB_PROMETHEUS_TOKEN_FILE',
    text: 'File with the bearer token for Prometheus; read again when it changes.',
  },
  {
    flags: '--prometheus-user <name>',
    env: 'TRIMTAB_PROMETHEUS_USER',
    text: 'User for Prometheus (basic authentication).',
  },
  {
    flags: '--prometheus-password <password>',
    env: 'TRIMTAB_PROMETHEUS_PASSWORD',
    text: 'Password of that user. Prefer the variable or a file.',
  },
  {
    flags: '--prometheus-password-file <file>',
    env: 'TRIMTAB_PROMETHEUS_PASSWORD_FILE',
    text: 'File with the password of that user; read again when it changes.',
  },
  {
    flags: '--prometheus-ca <file>',
    env: 'TRIMTAB_PROMETHEUS_CA',
    text: 'Certificates (PEM) of the authorities that may sign for Prometheus, in place of those known to this machine.',
  },
  {
    flags: '--prometheus-cert <file>',
    env: 'TRIMTAB_PROMETHEUS_CERT',
    text: 'Certificate (PEM) that this server shows to Prometheus; needs --prometheus-key.',
  },
  { flags: '--prometheus-key <file>', env: 'TRIMTAB_PROMETHEUS_KEY', text: 'Private key (PEM) of that certificate.' },
  {
    flags: '--prometheus-tenant <id>',
    env: 'TRIMTAB_PROMETHEUS_TENANT',
    text: 'Tenant whose metrics are read (header X-Scope-OrgID), for Mimir, Cortex or Thanos.',
  },
  {
    flags: '--prometheus-header <name=value>',
    env: 'TRIMTAB_PROMETHEUS_HEADER',
    text: 'A further header of every request to Prometheus; may be given several times. In the variable they are separated by commas.',
    repeatable: true,
  },
  {
    flags: '--prometheus-cluster <label=value>',
    env: 'TRIMTAB_PROMETHEUS_CLUSTER',
    text: 'Label that tells this cluster from others in the same Prometheus, such as cluster=prod-eu; added to every selector.',
  },
  {
    flags: '--prometheus-rename <old=new>',
    env: 'TRIMTAB_PROMETHEUS_RENAME',
    text: 'A metric or label that has another name there, such as container=container_name; may be given several times. kube-state-metrics:pod=exported_pod or cadvisor:pod=pod_name renames it in the metrics of one exporter only.',
    repeatable: true,
  },
  {
    flags: '--prometheus-may-be-down',
    env: 'TRIMTAB_PROMETHEUS_MAY_BE_DOWN',
    text: 'Start also while Prometheus cannot be read: lists show dashes and say why until it can. For servers that start unattended. In the variable: true or false.',
  },
];

export const rawPrometheus = {
  prometheus: z.optional(z.string()),
  prometheusToken: z.optional(z.string()),
  prometheusTokenFile: z.optional(z.string()),
  prometheusUser: z.optional(z.string()),
  prometheusPassword: z.optional(z.string()),
  prometheusPasswordFile: z.optional(z.string()),
  prometheusCa: z.optional(z.string()),
  prometheusCert: z.optional(z.string()),
  prometheusKey: z.optional(z.string()),
  prometheusTenant: z.optional(z.string()),
  prometheusHeader: z.optional(z.array(z.string())),
  prometheusCluster: z.optional(z.string()),
  prometheusRename: z.optional(z.array(z.string())),
  prometheusMayBeDown: z.optional(z.boolean()),
};
const rawSchema = z.object(rawPrometheus);
type Given = z.output<typeof rawSchema>;

/**
 * Null: no Prometheus was named. No message repeats a value that may be a secret.
 *
 * @throws UsageError
 */
export function readPrometheus(given: Given): PrometheusAccess | null {
  if (given.prometheus === undefined) {
    const [other] =
      Object.entries(given).find(([key, value]) => key.startsWith('prometheus') && value !== undefined) ?? [];
    if (other === undefined) return null;
    const flag = other.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    throw new UsageError(`--${flag} says how to speak with a Prometheus, but none is named: give --prometheus too.`);
  }
  const url = httpUrl(given.prometheus);
  return {
    url,
    credentials: credentials(given, url),
    headers: headers(given),
    tls: tls(given, url),
    cluster: given.prometheusCluster === undefined ? null : cluster(given.prometheusCluster),
    renames: (given.prometheusRename ?? []).map(rename),
    mayBeDown: given.prometheusMayBeDown ?? false,
  };
}

function httpUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && (url.protocol === 'http:' || url.protocol === 'https:')) return url;
  // The text is not repeated: it may hold a password.
  throw new UsageError('--prometheus must be an address such as http://127.0.0.1:9090.');
}

function credentials(given: Given, url: URL): PrometheusAccess['credentials'] {
  const { prometheusToken: token, prometheusTokenFile: tokenFile, prometheusUser: user } = given;
  const { prometheusPassword: password, prometheusPasswordFile: passwordFile } = given;
  const inUrl = url.username !== '' || url.password !== '';
  if ([token, tokenFile, user, inUrl ? '' : undefined].filter((way) => way !== undefined).length > 1) {
    throw new UsageError(
      'Prometheus is told who asks in one way: --prometheus-token, --prometheus-token-file, --prometheus-user, or a user in its address.',
    );
  }
  if (token !== undefined) return { kind: 'token', token: printable('--prometheus-token', token) };
  if (tokenFile !== undefined) return { kind: 'token file', file: tokenFile };
  if (user === undefined) {
    if (password === undefined && passwordFile === undefined) return { kind: 'none' };
    throw new UsageError('A password for Prometheus needs --prometheus-user.');
  }
  if (user.includes(':')) throw new UsageError('--prometheus-user must not hold a colon.');
  if (password !== undefined && passwordFile === undefined) return { kind: 'basic', user, password };
  if (password === undefined && passwordFile !== undefined) return { kind: 'basic file', user, passwordFile };
  throw new UsageError('--prometheus-user needs either --prometheus-password or --prometheus-password-file.');
}

/** What goes into a header: no line break may end it early. */
export function printable(name: string, value: string): string {
  if (/^[\u0021-\u007e]([\u0020-\u007e]*[\u0021-\u007e])?$/.test(value)) return value;
  throw new UsageError(`${name} must hold visible ASCII characters only, and something at all.`);
}

/** These are set by what they are for, and by nothing else. */
const ownHeaders = new Set([
  'authorization',
  'host',
  'content-type',
  'content-length',
  'accept',
  'connection',
  'cookie',
]);

function headers(given: Given): ReadonlyMap<string, string> {
  const tenant = given.prometheusTenant;
  const found = new Map<string, string>();
  for (const pair of given.prometheusHeader ?? []) {
    const [, name, value] = /^([\w!#$%&'*+.^`|~-]+)=(.*)$/s.exec(pair) ?? [];
    if (name === undefined || value === undefined) {
      throw new UsageError('--prometheus-header must be name=value, such as X-Team=payments.');
    }
    if (ownHeaders.has(name.toLowerCase())) {
      throw new UsageError(`--prometheus-header cannot set ${name}: credentials have options of their own.`);
    }
    found.set(name, printable(`--prometheus-header ${name}`, value));
  }
  if (tenant !== undefined) found.set('X-Scope-OrgID', printable('--prometheus-tenant', tenant));
  return found;
}

function tls(given: Given, url: URL): PrometheusAccess['tls'] {
  const { prometheusCa: ca = null, prometheusCert: certificate = null, prometheusKey: key = null } = given;
  if ((certificate === null) !== (key === null)) {
    throw new UsageError('--prometheus-cert and --prometheus-key belong together: give both.');
  }
  if (url.protocol === 'http:' && (ca !== null || certificate !== null)) {
    throw new UsageError('Certificates are for TLS, but the address of --prometheus begins with http: use https.');
  }
  return { ca, certificate, key };
}

function cluster(text: string): { label: string; value: string } {
  const [, label, value] = /^([A-Za-z_]\w*)=(.+)$/s.exec(text) ?? [];
  if (label !== undefined && value !== undefined) return { label, value };
  throw new UsageError(`--prometheus-cluster must be label=value, such as cluster=prod, not ${JSON.stringify(text)}.`);
}

function rename(text: string): Rename {
  const [, exporter, standard = '', actual = ''] =
    /^(?:(cadvisor|kube-state-metrics):)?(\w+)=([A-Za-z_:][\w:]*)$/.exec(text) ?? [];
  if (actual === '') {
    throw new UsageError(
      `--prometheus-rename must be old=new, such as container=container_name, not ${JSON.stringify(text)}.`,
    );
  }
  if (!renamableNames.has(standard)) {
    throw new UsageError(
      `--prometheus-rename: no query asks for ${JSON.stringify(standard)}. docs/prometheus.md lists the metrics and labels that are used.`,
    );
  }
  return {
    within: exporter === 'cadvisor' || exporter === 'kube-state-metrics' ? exporter : 'everywhere',
    standard,
    actual,
  };
}
