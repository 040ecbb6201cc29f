/** How a label is compared: equal, unequal, or equal to any of a list. */
export type Matcher =
  | readonly [label: string, operator: '=' | '!=', value: string]
  | readonly [label: string, operator: 'any', values: readonly string[]];

const loneSurrogate = /\p{Surrogate}/gu;
const re2Special = /[\\.+*?()|[\]{}^$]/g;

/**
 * The only way a value enters a query. A JSON string is a Go string too, but for halves of surrogate pairs, which
 * Prometheus refuses; no label can hold one, so a replacement character asks the same question: nothing matches.
 */
export function quoteLabel(value: string): string {
  return JSON.stringify(value.replace(loneSurrogate, '\ufffd'));
}

/** One regular expression for "any of these", as RE2 reads it; PromQL anchors it at both ends. */
function quoteAny(values: readonly string[]): string {
  return quoteLabel(values.map((value) => value.replace(re2Special, '\\$&')).join('|'));
}

/** A series selector. Metric and label names are ours, never input; values go through `quoteLabel`. */
export function select(metric: string, matchers: readonly Matcher[]): string {
  const parts = matchers.map((matcher) => {
    if (matcher[1] !== 'any') return `${matcher[0]}${matcher[1]}${quoteLabel(matcher[2])}`;
    const [only, ...others] = matcher[2];
    return only !== undefined && others.length === 0
      ? `${matcher[0]}=${quoteLabel(only)}`
      : `${matcher[0]}=~${quoteAny(matcher[2])}`;
  });
  return `${metric}{${parts.join(',')}}`;
}

/** Matchers that keep a query to namespaces; without a list, to everything that has a namespace. */
export function inNamespaces(namespaces: readonly string[] | undefined): Matcher {
  return namespaces === undefined ? ['namespace', '!=', ''] : ['namespace', 'any', namespaces];
}

/** Leaves out the pod's own cgroup (no container name) and the pause container that holds its network. */
export const realContainers: readonly Matcher[] = [
  ['container', '!=', ''],
  ['container', '!=', 'POD'],
];

/** One series per label set: the same thing scraped twice, or by two exporters, must count once. */
export function once(labels: readonly string[], expression: string): string {
  return `max by (${labels.join(',')}) (${expression})`;
}
