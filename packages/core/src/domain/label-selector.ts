/** One condition of a label selector. Without `values`, the label only has to exist (or to be absent). */
type Requirement = { readonly key: string; readonly values: ReadonlySet<string> | null; readonly isNegated: boolean };
export type LabelSelector = readonly Requirement[];

const name = /^[A-Za-z0-9](?:[A-Za-z0-9_./-]*[A-Za-z0-9])?$/;
const setBased = /^(\S+)\s+(in|notin)\s*\(([^()]*)\)$/;
const equality = /^([^\s=!]+)\s*(==|=|!=)\s*(\S*)$/;

/**
 * Parses a label selector in the syntax of Kubernetes: `team=payments`, `team!=payments`, `tier in (web, api)`,
 * `tier notin (web)`, `team` and `!team`, separated by commas. Null for any other text.
 */
export function parseLabelSelector(text: string): LabelSelector | null {
  const parts = text.split(/,(?![^(]*\))/).map((part) => part.trim());
  const selector = parts.map(requirement);
  return selector.every((part) => part !== null) ? selector : null;
}

function requirement(text: string): Requirement | null {
  const [, setKey = '', operator, list = ''] = setBased.exec(text) ?? [];
  if (operator !== undefined)
    return checked(
      setKey,
      list.split(',').map((value) => value.trim()),
      operator === 'notin',
    );
  const [, key = '', sign, value = ''] = equality.exec(text) ?? [];
  if (sign !== undefined) return checked(key, [value], sign === '!=');
  return text.startsWith('!') ? checked(text.slice(1).trim(), null, true) : checked(text, null, false);
}

const checked = (key: string, values: readonly string[] | null, isNegated: boolean): Requirement | null =>
  name.test(key) && (values ?? []).every((value) => value === '' || name.test(value))
    ? { key: comparable(key), values: values && new Set(values), isNegated }
    : null;

/** kube-state-metrics replaces characters that Prometheus does not allow in names, so keys are compared without them. */
const comparable = (key: string): string => key.replaceAll(/[^A-Za-z0-9_]/g, '_');

/** As in Kubernetes, a negated condition also selects targets without the label. */
export function matchesLabels(selector: LabelSelector, labels: Readonly<Record<string, string>>): boolean {
  const known = new Map(Object.entries(labels).map(([key, value]) => [comparable(key), value]));
  return selector.every(({ key, values, isNegated }) => {
    const value = known.get(key);
    return (value !== undefined && (values === null || values.has(value))) !== isNegated;
  });
}
