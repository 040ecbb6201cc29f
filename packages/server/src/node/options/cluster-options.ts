import { isDnsLabel } from '@trimtab/core/patch';
import * as z from 'zod/mini';
import { readOptionFile } from '../file-reader.ts';
import { parse as parseYaml } from '../kubernetes/yaml.ts';
import { UsageError } from '../start-errors.ts';
import { type DeclaredOption, declareOptions, flagOf, type OptionValues } from './declared-option.ts';
import { type KubernetesAccess, kubernetesOptions, readKubernetes } from './kubernetes-options.ts';
import { type PrometheusAccess, prometheusOptions, readPrometheus } from './prometheus-options.ts';

/** How to read one of several clusters. */
export type ClusterAccess = {
  /** The prefix of its namespaces. */
  readonly name: string;
  readonly prometheus: PrometheusAccess;
  /** Null: the server reads this cluster only through Prometheus. */
  readonly kubernetes: KubernetesAccess | null;
};

const clustersFlag = '--clusters';

export const clusterOptions = declareOptions({
  [`${clustersFlag} <file>`]:
    'YAML file with several clusters, instead of --prometheus. Each entry of the list clusters has a name, prometheus (a URL), and any option that begins with --prometheus-, --kube, --context or --registry, without the dashes in front. See https://github.com/trimtab/trimtab/blob/main/docs/clusters.md.',
});

/** The options that an entry of the file may contain. */
const entryOptions = [
  // An entry has one Prometheus.
  ...prometheusOptions.map((option) => (flagOf(option) === '--prometheus' ? { ...option, repeatable: false } : option)),
  ...kubernetesOptions,
];

const named = /^([^=/:]*)=(https?:.*)$/s;

/**
 * Null if one cluster without a name is read. Otherwise a function that reads the file, if there is one.
 *
 * @throws UsageError
 */
export function readClusters(values: OptionValues): (() => Promise<readonly ClusterAccess[]>) | null {
  const addresses = addressesOf(values);
  const file = values.text(clustersFlag);
  const hasNames = addresses.some((address) => named.test(address));
  if (file === undefined && !hasNames) {
    if (addresses.length < 2) return null;
    throw new UsageError(
      'Several --prometheus need a name each, such as --prometheus eu=https://eu.example --prometheus us=https://us.example.',
    );
  }
  const [mixed] = kubernetesOptions.filter((option) => values.isGiven(flagOf(option)));
  if (mixed !== undefined) {
    const flag = flagOf(mixed);
    throw new UsageError(
      `${flag} is for one cluster. With several, write ${flag.slice(2)} into their entries in the file of ${clustersFlag}.`,
    );
  }
  if (file !== undefined) {
    if (addresses.length > 0) throw new UsageError(`Give either --prometheus or ${clustersFlag}, not both.`);
    return async () => {
      const entries = entriesOf(await read(file));
      return distinct(entries.map((entry) => clusterOf(entry, values)));
    };
  }
  const clusters = distinct(
    addresses.map((address) => {
      const [, name, url] = named.exec(address) ?? [];
      // The text is not repeated: it may contain a password.
      if (name === undefined || url === undefined) {
        throw new UsageError('If one --prometheus has a name, each needs one: --prometheus name=URL.');
      }
      return clusterOf({ name, prometheus: url }, values);
    }),
  );
  return async () => clusters;
}

/** The values of --prometheus. A variable has them as a list with commas, and a URL may contain commas too. */
export const addressesOf = (values: OptionValues): readonly string[] =>
  values
    .list('--prometheus')
    .join(',')
    .split(/,(?=[^,=/:]*=?https?:)/)
    .filter((address) => address !== '');

type Settings = Readonly<Record<string, unknown>>;

const isForPrometheus = (flag: string): boolean => flag.startsWith('--prometheus-');

/** The values for the only cluster, or for one of several: those of its entry, then those that it inherits. */
export function valuesOf(entry: Settings, all: OptionValues | null, isInherited = isForPrometheus): OptionValues {
  const own = (flag: string) => entry[flag.slice(2)];
  const isOwn = (flag: string) => own(flag) !== undefined;
  const inherited = (flag: string) => (isInherited(flag) ? all : null);
  return {
    text: (flag) => (isOwn(flag) ? String(own(flag)) : inherited(flag)?.text(flag)),
    list: (flag) => (isOwn(flag) ? [own(flag)].flat().map(String) : (inherited(flag)?.list(flag) ?? [])),
    isSet: (flag) => (isOwn(flag) ? own(flag) === true : (inherited(flag)?.isSet(flag) ?? false)),
    isGiven: (flag) => isOwn(flag) || (inherited(flag)?.isGiven(flag) ?? false),
    isDeclared: (flag) => entryOptions.some((option) => flagOf(option) === flag),
  };
}

const credentials = ['token', 'token-file', 'user', 'password', 'password-file'].map((name) => `--prometheus-${name}`);
const clientCertificate = ['--prometheus-cert', '--prometheus-key'];

/**
 * Which options for all clusters apply to an entry. It inherits credentials as a whole or not at all, and so a client
 * certificate with its key: a part of them would be useless, and would go to a server that they are not for.
 */
function inheritedBy(entry: Settings): (flag: string) => boolean {
  const hasAny = (flags: readonly string[]) => flags.some((flag) => entry[flag.slice(2)] !== undefined);
  const url = URL.parse(String(entry['prometheus']));
  const isSignedIn = hasAny(credentials) || (url !== null && `${url.username}${url.password}` !== '');
  const left = [
    ...(isSignedIn ? credentials : []),
    ...(hasAny(clientCertificate) ? clientCertificate : []),
    ...(url?.protocol === 'http:' ? ['--prometheus-ca', ...clientCertificate] : []),
  ];
  return (flag) => isForPrometheus(flag) && !left.includes(flag);
}

type Entry = Settings & { readonly name: string };

function clusterOf(entry: Entry, all: OptionValues): ClusterAccess {
  const { name } = entry;
  if (!isDnsLabel(name)) {
    throw new UsageError(
      `The name of a cluster must be at most 63 lower-case letters, digits and -, not ${JSON.stringify(name)}.`,
    );
  }
  try {
    const values = valuesOf(entry, all, inheritedBy(entry));
    const prometheus = readPrometheus(values);
    if (prometheus === null) throw new UsageError('it needs prometheus, the URL of its Prometheus.');
    return { name, prometheus, kubernetes: readKubernetes(values) };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(`Cluster ${name}: ${error.message}`);
  }
}

function distinct(clusters: readonly ClusterAccess[]): readonly ClusterAccess[] {
  const sourceOf = ({ prometheus: { url, headers, cluster } }: ClusterAccess) =>
    JSON.stringify([url.href, [...headers], cluster]);
  for (const [index, one] of clusters.entries()) {
    for (const earlier of clusters.slice(0, index)) {
      if (earlier.name === one.name) {
        throw new UsageError(
          `Two sources have the name ${one.name}. One cluster needs one source with all of its metrics: put a server that merges them in front, such as Thanos Query or a tenant that names several. Different clusters need different names.`,
        );
      }
      if (sourceOf(earlier) === sourceOf(one)) {
        throw new UsageError(
          `The clusters ${earlier.name} and ${one.name} would show the same metrics. If one store has both, give each its prometheus-cluster or prometheus-tenant in the file of ${clustersFlag}.`,
        );
      }
    }
  }
  return clusters;
}

async function read(file: string): Promise<unknown> {
  const text = await readOptionFile(clustersFlag, file);
  try {
    return parseYaml(text);
  } catch (error) {
    // The message of the parser would repeat lines of the file, which may contain a secret.
    throw new UsageError(`The file of ${clustersFlag} is not valid YAML.`, { cause: error });
  }
}

const fileSchema = z.strictObject({
  clusters: z.array(z.looseObject({ name: z.string() })).check(z.minLength(1)),
});

function entriesOf(document: unknown): readonly Entry[] {
  const found = z.safeParse(fileSchema, document);
  if (!found.success) {
    throw new UsageError(
      `The file of ${clustersFlag} must contain only the list clusters, and each of its entries needs a name.`,
    );
  }
  for (const { name, ...rest } of found.data.clusters) {
    for (const [key, value] of Object.entries(rest)) checkValue(name, key, value);
  }
  return found.data.clusters;
}

function checkValue(name: string, key: string, value: unknown): void {
  const option = entryOptions.find((one) => flagOf(one) === `--${key}`);
  if (option === undefined) {
    const known = entryOptions.map((one) => flagOf(one).slice(2)).join(', ');
    throw new UsageError(`Cluster ${name}: there is no setting ${JSON.stringify(key)}. The settings are: ${known}.`);
  }
  if (isValue(option, value)) return;
  throw new UsageError(`Cluster ${name}: ${key} must be ${kindOf(option)}.`);
}

const isText = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';

function isValue({ flags, repeatable }: DeclaredOption, value: unknown): boolean {
  if (!flags.includes('<')) return typeof value === 'boolean';
  return isText(value) || (repeatable && Array.isArray(value) && value.every(isText));
}

const kindOf = ({ flags, repeatable }: DeclaredOption): string =>
  !flags.includes('<') ? 'true or false' : repeatable ? 'a text or a list of texts' : 'a text';
