import { quoteLabel } from '../queries/promql.ts';
import type { RangeSeries, Sample } from './response.ts';

/** Translates between the standard names, in which all queries are written, and the names that one Prometheus uses. */
export type Dialect = {
  readonly rewriteQuery: (query: string) => string;
  readonly restoreLabels: <T extends Sample | RangeSeries>(entries: T[]) => T[];
};

export const standardDialect: Dialect = { rewriteQuery: (query) => query, restoreLabels: (entries) => entries };

/** A metric or label that has another name: everywhere, or only in the metrics of one exporter. */
export type Rename = {
  readonly within: 'everywhere' | 'cadvisor' | 'kube-state-metrics';
  /** The name that cAdvisor or kube-state-metrics gives it. */
  readonly standard: string;
  /** Its name in this Prometheus. */
  readonly actual: string;
};

export type DialectOptions = {
  readonly renames: readonly Rename[];
  /** Added to every selector: selects one cluster where a Prometheus holds several. */
  readonly cluster: { readonly label: string; readonly value: string } | null;
};

/** Strings, words that are not the unit of a number, and the opening brace of a selector. */
const tokens = /"(?:[^"\\]|\\.)*"|(?<![\w.])[A-Za-z_:][\w:]*|\{/g;

/**
 * Rewrites queries word by word. This is safe because all queries come from this adapter: their words are metric names,
 * label names and PromQL keywords. Values are always quoted strings; only strings with metric names are rewritten.
 */
export function createDialect({ renames, cluster }: DialectOptions): Dialect {
  if (renames.length === 0 && cluster === null) return standardDialect;
  const kube = namesWithin(renames, 'kube-state-metrics');
  const cadvisor = namesWithin(renames, 'cadvisor');
  const standardNames = new Map(renames.map(({ standard, actual }) => [actual, standard]));
  const opening = cluster === null ? '{' : `{${cluster.label}=${quoteLabel(cluster.value)},`;

  return {
    rewriteQuery: (query) => {
      // No query reads metrics of both exporters, so one metric name shows which renames apply.
      const names = /\bkube_/.test(query) ? kube : cadvisor;
      let label = '';
      return query.replaceAll(tokens, (token) => {
        if (token === '{') return opening;
        if (token.startsWith('"'))
          return label === '__name__'
            ? renameMetrics(token, (name) => kube.get(name) ?? cadvisor.get(name) ?? name)
            : token;
        label = token;
        return names.get(token) ?? token;
      });
    },
    restoreLabels: (entries) =>
      entries.map((entry) => ({ ...entry, labels: standardLabels(entry.labels, standardNames) })),
  };
}

const namesWithin = (renames: readonly Rename[], exporter: Rename['within']): ReadonlyMap<string, string> =>
  new Map(
    renames
      .filter(({ within }) => within === 'everywhere' || within === exporter)
      // A rename for one exporter overrides a rename for both, because the last entry wins.
      .toSorted((a, b) => Number(b.within === 'everywhere') - Number(a.within === 'everywhere'))
      .map(({ standard, actual }) => [standard, actual]),
  );

/** Renames in a string that holds metric names, separated by bars. */
const renameMetrics = (text: string, rename: (name: string) => string): string =>
  `"${text.slice(1, -1).split('|').map(rename).join('|')}"`;

function standardLabels(labels: Sample['labels'], standardNames: ReadonlyMap<string, string>): Sample['labels'] {
  const unchanged = Object.entries(labels)
    .filter(([name]) => !standardNames.has(name) || name === '__name__')
    .map(([name, value]) => [name, name === '__name__' ? (standardNames.get(value) ?? value) : value] as const);
  const renamed = Object.entries(labels).flatMap(([name, value]) => {
    const standard = standardNames.get(name);
    return standard === undefined ? [] : [[standard, value] as const];
  });
  // Renamed labels come last: they win if a series also has a label with the standard name.
  return Object.fromEntries([...unchanged, ...renamed]);
}
