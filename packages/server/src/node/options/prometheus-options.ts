import { type Rename, renamableNames } from '../../adapters/prometheus/index.ts';
import { UsageError } from '../start-errors.ts';
import { declareOptions, flagOf, type OptionValues, repeatable, wholeNumber } from './declared-option.ts';

/** The connection to a Prometheus. The options contain only the paths of files. The code that uses a file reads it. */
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
  /** How many queries that read weeks of history run at the same time; null: the default. */
  readonly background: number | null;
  /** Use responses in which some stores are missing. */
  readonly acceptPartial: boolean;
  /** Start even if Prometheus cannot be read. */
  readonly mayBeDown: boolean;
};

export const prometheusOptions = declareOptions({
  '--prometheus <url>': repeatable(
    'URL of Prometheus, or of a server with its HTTP API, to read the cluster from. May contain a path prefix, and a user name with a password; if so, prefer the variable. To show several clusters: name=URL for each; then all other options for Prometheus are for each of them (see also --clusters).',
  ),
  '--prometheus-token <token>':
    'Bearer token for Prometheus. Prefer the variable or a file: other users of this machine can read the command line.',
  '--prometheus-token-file <file>': 'File with the bearer token for Prometheus; read again when it changes.',
  '--prometheus-user <name>': 'User name for Prometheus (basic authentication).',
  '--prometheus-password <password>': 'Password of that user. Prefer the variable or a file.',
  '--prometheus-password-file <file>': 'File with the password of that user; read again when it changes.',
  '--prometheus-ca <file>':
    'Certificates (PEM) of the authorities to trust for Prometheus, instead of those of this machine.',
  '--prometheus-cert <file>': 'Client certificate (PEM) for Prometheus; requires --prometheus-key.',
  '--prometheus-key <file>': 'Private key (PEM) of that certificate.',
  '--prometheus-tenant <id>': 'Tenant whose metrics are read (header X-Scope-OrgID), for Mimir, Cortex or Thanos.',
  '--prometheus-header <name=value>': repeatable('Additional header of every request to Prometheus; repeatable.'),
  '--prometheus-cluster <label=value>':
    'Label that selects this cluster if Prometheus holds several, such as cluster=prod-eu; added to every selector.',
  '--prometheus-rename <old=new>': repeatable(
    'Metric or label that has another name in this Prometheus, such as container=container_name; repeatable. With kube-state-metrics:pod=exported_pod or cadvisor:pod=pod_name, only in the metrics of that exporter.',
  ),
  '--prometheus-background <number>':
    'How many queries that read weeks of history run at the same time, 1 to 16. Default: 2.',
  '--prometheus-accept-partial':
    'Use responses of Thanos, VictoriaMetrics or a remote read in which some stores are missing. Figures can then be too low. Without it, such a response counts as a failure.',
  '--prometheus-may-be-down':
    'Start even if Prometheus cannot be read. Until it can, lists show dashes and the reason. For servers that start unattended.',
});

/**
 * Null if no option for Prometheus is given. Messages never repeat a value that may be a secret.
 *
 * @throws UsageError
 */
export function readPrometheus(values: OptionValues): PrometheusAccess | null {
  const { text, list, isSet } = values;
  const address = text('--prometheus');
  if (address === undefined) {
    const other = prometheusOptions.find((option) => values.isGiven(flagOf(option)));
    if (other === undefined) return null;
    throw new UsageError(`${flagOf(other)} needs the address of a Prometheus: give --prometheus too.`);
  }
  const url = httpUrl(address);
  const [clusterLabel, background] = [text('--prometheus-cluster'), text('--prometheus-background')];
  return {
    url,
    credentials: credentials(values, url),
    headers: headers(list('--prometheus-header'), text('--prometheus-tenant')),
    tls: tls(values, url),
    cluster: clusterLabel === undefined ? null : cluster(clusterLabel),
    renames: list('--prometheus-rename').map(rename),
    background: background === undefined ? null : wholeNumber(background, '--prometheus-background', 1, 16),
    acceptPartial: isSet('--prometheus-accept-partial'),
    mayBeDown: isSet('--prometheus-may-be-down'),
  };
}

function httpUrl(text: string): URL {
  const url = URL.parse(text);
  if (url !== null && (url.protocol === 'http:' || url.protocol === 'https:')) return url;
  // The text is not repeated: it may contain a password.
  throw new UsageError('--prometheus must be a URL such as http://127.0.0.1:9090.');
}

function credentials({ text }: OptionValues, url: URL): PrometheusAccess['credentials'] {
  const [token, tokenFile] = [text('--prometheus-token'), text('--prometheus-token-file')];
  const [user, password] = [text('--prometheus-user'), text('--prometheus-password')];
  const passwordFile = text('--prometheus-password-file');
  const inUrl = url.username !== '' || url.password !== '';
  if ([token, tokenFile, user, inUrl ? '' : undefined].filter((way) => way !== undefined).length > 1) {
    throw new UsageError(
      'Give the credentials for Prometheus in only one way: --prometheus-token, --prometheus-token-file, --prometheus-user, or a user in its URL.',
    );
  }
  if (token !== undefined) return { kind: 'token', token: printable('--prometheus-token', token) };
  if (tokenFile !== undefined) return { kind: 'token file', file: tokenFile };
  if (user === undefined) {
    if (password === undefined && passwordFile === undefined) return { kind: 'none' };
    throw new UsageError('A password for Prometheus needs --prometheus-user.');
  }
  if (user.includes(':')) throw new UsageError('--prometheus-user must not contain a colon.');
  if (password !== undefined && passwordFile === undefined) return { kind: 'basic', user, password };
  if (password === undefined && passwordFile !== undefined) return { kind: 'basic file', user, passwordFile };
  throw new UsageError('--prometheus-user needs either --prometheus-password or --prometheus-password-file.');
}

/** Checks the value of a header: a line break would end the header and begin another. */
export function printable(name: string, value: string): string {
  if (/^[\u0021-\u007e]([\u0020-\u007e]*[\u0021-\u007e])?$/.test(value)) return value;
  throw new UsageError(`${name} must contain only visible ASCII characters, and at least one.`);
}

/** Headers that --prometheus-header must not set, because other options or the HTTP client set them. */
const reservedHeaders = /^(authorization|host|content-type|content-length|accept|connection|cookie)$/i;

function headers(pairs: readonly string[], tenant: string | undefined): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const pair of pairs) {
    const [, name, value] = /^([\w!#$%&'*+.^`|~-]+)=(.*)$/s.exec(pair) ?? [];
    if (name === undefined || value === undefined) {
      throw new UsageError('--prometheus-header must be name=value, such as X-Team=payments.');
    }
    if (reservedHeaders.test(name)) {
      throw new UsageError(`--prometheus-header cannot set ${name}, because other options or the server set it.`);
    }
    found.set(name, printable(`--prometheus-header ${name}`, value));
  }
  if (tenant !== undefined) found.set('X-Scope-OrgID', printable('--prometheus-tenant', tenant));
  return found;
}

function tls({ text }: OptionValues, url: URL): PrometheusAccess['tls'] {
  const ca = text('--prometheus-ca') ?? null;
  const certificate = text('--prometheus-cert') ?? null;
  const key = text('--prometheus-key') ?? null;
  if ((certificate === null) !== (key === null)) {
    throw new UsageError('--prometheus-cert and --prometheus-key must be given together.');
  }
  if (url.protocol === 'http:' && (ca !== null || certificate !== null)) {
    throw new UsageError('Certificates need TLS, but the URL of --prometheus begins with http. Use https.');
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
      `--prometheus-rename: no query uses ${JSON.stringify(standard)}. https://github.com/trimtab/trimtab/blob/main/docs/prometheus.md lists the metrics and labels in use.`,
    );
  }
  return {
    within: exporter === 'cadvisor' || exporter === 'kube-state-metrics' ? exporter : 'everywhere',
    standard,
    actual,
  };
}
