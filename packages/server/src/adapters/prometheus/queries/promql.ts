/** A condition on a label: equal, not equal, or equal to one value of a list. */
export type Matcher =
  | readonly [label: string, operator: '=' | '!=', value: string]
  | readonly [label: string, operator: 'any', values: readonly string[]];

const loneSurrogate = /\p{Surrogate}/gu;
const re2Special = /[\\.+*?()|[\]{}^$]/g;

/**
 * Quotes a value for PromQL; every value in a query passes through here. A JSON string is also a valid Go string, except
 * for lone surrogates, which Prometheus rejects. No label value can contain one, so replacing it still matches nothing.
 */
export function quoteLabel(value: string): string {
  return JSON.stringify(value.replace(loneSurrogate, '\ufffd'));
}

/** A regular expression in RE2 syntax that matches any of the values; PromQL anchors it at both ends. */
function quoteAny(values: readonly string[]): string {
  return quoteLabel(values.map((value) => value.replace(re2Special, '\\$&')).join('|'));
}

/** A series selector. Metric and label names are constants of this adapter, never input; values are quoted. */
export function selector(metric: string, matchers: readonly Matcher[]): string {
  const parts = matchers.map((matcher) => {
    if (matcher[1] !== 'any') return `${matcher[0]}${matcher[1]}${quoteLabel(matcher[2])}`;
    const [only, ...others] = matcher[2];
    return only !== undefined && others.length === 0
      ? `${matcher[0]}=${quoteLabel(only)}`
      : `${matcher[0]}=~${quoteAny(matcher[2])}`;
  });
  return `${metric}{${parts.join(',')}}`;
}

/** Restricts a query to the given namespaces. Without a list, it selects all series that have a namespace. */
export function inNamespaces(namespaces: readonly string[] | undefined): Matcher {
  return namespaces === undefined ? ['namespace', '!=', ''] : ['namespace', 'any', namespaces];
}

/** The label in which `valuesBy` returns a value. */
export const valueLabel = 'trimtab_value';

/** Every distinct value of each group as a label of the number of series with it. Costs as much as `max by`. */
export const valuesBy = (labels: readonly string[], expression: string): string =>
  `count_values by (${labels.join(',')}) ("${valueLabel}", ${expression})`;

export const cpuAndMemory: Matcher = ['resource', 'any', ['cpu', 'memory']];

/** Excludes the cgroup of the pod itself (no container name) and the pause container that holds its network. */
export const realContainers: readonly Matcher[] = [
  ['container', '!=', ''],
  ['container', '!=', 'POD'],
];

/** Keeps one series per label set, because two scrape jobs or two exporters may report the same series. */
export function deduplicated(labels: readonly string[], expression: string): string {
  return `max by (${labels.join(',')}) (${expression})`;
}
