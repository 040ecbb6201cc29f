import { quoteLabel } from '../queries/promql.ts';
import type { RangeSeries, Sample } from './response.ts';

/** Translates between the standard names, in which all queries are written, and the names that one Prometheus uses. */
export type Dialect = {
  readonly rewriteQuery: (query: string) => string;
  readonly restoreLabels: <T extends Sample | RangeSeries>(entries: T[]) => T[];
  /** Whether the metrics of cAdvisor have other names. The recording rules read the standard names. */
  readonly renamesUsage: boolean;
  /** Whether any metric or label has another name. */
  readonly renames: boolean;
};

export const standardDialect: Dialect = {
  rewriteQuery: (query) => query,
  restoreLabels: (entries) => entries,
  renamesUsage: false,
  renames: false,
};

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

/** Matches strings, words that are not the unit of a number, and the opening brace of a selector. */
const tokens = /"(?:[^"\\]|\\.)*"|(?<![\w.])[A-Za-z_:][\w:]*|\{/g;

const quoted = /"(?:[^"\\]|\\.)*"/.source;
const kubeSeries = String.raw`\bkube_\w+\{(?:${quoted}|[^"}])*\}`;
const offset = String.raw`(?: offset \w+)?`;

/**
 * Matches strings outside of these series, and series of kube-state-metrics with their offset. If a series has a range,
 * the function around it is part of the match, because only a selector may have a range.
 */
const stringsAndKubeSeries = new RegExp(
  [
    quoted,
    String.raw`\b\w+\((?:[^(){}"]*,\s*)?${kubeSeries}\[[^\]]*\]${offset}(?:,[^(){}"]*)?\)`,
    `${kubeSeries}${offset}`,
  ].join('|'),
  'g',
);

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

  const rewritten = (part: string, names: ReadonlyMap<string, string>) => {
    let label = '';
    return part.replaceAll(tokens, (token) => {
      if (token === '{') return opening;
      if (token.startsWith('"'))
        return label === '__name__'
          ? renameMetrics(token, (name) => kube.get(name) ?? cadvisor.get(name) ?? name)
          : token;
      label = token;
      return names.get(token) ?? token;
    });
  };
  const joined = labelsThatDiffer(kube, cadvisor).map(
    ({ ofKube, ofCadvisor }) =>
      (series: string) =>
        `label_replace(${series},"${ofCadvisor}","$1","${ofKube}","(.+)")`,
  );
  const joinable = (series: string) => joined.reduce((inner, replace) => replace(inner), series);
  return {
    renamesUsage: renamesUsage(renames),
    renames: renames.length > 0,
    rewriteQuery(query) {
      if (!/\bkube_/.test(query)) return rewritten(query, cadvisor);
      if (!/\bcontainer_(?:cpu|memory)_/.test(query)) return rewritten(query, kube);
      // Queries join the series of both exporters. Series of kube-state-metrics get the label names of cAdvisor.
      let text = '';
      let at = 0;
      for (const { 0: found, index } of query.matchAll(stringsAndKubeSeries)) {
        if (found.startsWith('"')) continue;
        text += rewritten(query.slice(at, index), cadvisor) + joinable(rewritten(found, kube));
        at = index + found.length;
      }
      return text + rewritten(query.slice(at), cadvisor);
    },
    restoreLabels: (entries) =>
      entries.map((entry) => ({ ...entry, labels: standardLabels(entry.labels, standardNames) })),
  };
}

export const renamesUsage = (renames: readonly Rename[]): boolean => namesWithin(renames, 'cadvisor').size > 0;

/** The labels whose names differ between the exporters. */
function labelsThatDiffer(kube: ReadonlyMap<string, string>, cadvisor: ReadonlyMap<string, string>) {
  return [...new Set([...kube.keys(), ...cadvisor.keys()])]
    .filter((name) => !/^(?:kube|container)_/.test(name))
    .map((name) => ({ ofKube: kube.get(name) ?? name, ofCadvisor: cadvisor.get(name) ?? name }))
    .filter(({ ofKube, ofCadvisor }) => ofKube !== ofCadvisor);
}

const namesWithin = (renames: readonly Rename[], exporter: Rename['within']): ReadonlyMap<string, string> =>
  new Map(
    renames
      .filter(({ within }) => within === 'everywhere' || within === exporter)
      // A rename for one exporter overrides a rename for both, because the last entry wins.
      .toSorted((a, b) => Number(b.within === 'everywhere') - Number(a.within === 'everywhere'))
      .map(({ standard, actual }) => [standard, actual]),
  );

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
  // Renamed labels come last, so they override a label that already has the standard name.
  return Object.fromEntries([...unchanged, ...renamed]);
}
