import { quoteLabel } from '../queries/promql.ts';
import type { Line, Sample } from './response.ts';

/** Between the names of cAdvisor and kube-state-metrics, in which all queries are written, and those of one Prometheus. */
export type Dialect = {
  readonly toTheirs: (query: string) => string;
  readonly fromTheirs: <T extends Sample | Line>(entries: T[]) => T[];
};

export const standardDialect: Dialect = { toTheirs: (query) => query, fromTheirs: (entries) => entries };

/** Where a name is another: everywhere, or only in what one of the two exporters writes. */
export type Rename = {
  readonly within: 'everywhere' | 'cadvisor' | 'kube-state-metrics';
  readonly ours: string;
  readonly theirs: string;
};

export type DialectOptions = {
  readonly renames: readonly Rename[];
  /** Added to every selector: the one cluster that is looked at, of several in one Prometheus. */
  readonly cluster: { readonly label: string; readonly value: string } | null;
};

/** Strings, words that are not the unit of a number, and the opening of a selector. */
const parts = /"(?:[^"\\]|\\.)*"|(?<![\w.])[A-Za-z_:][\w:]*|\{/g;

/**
 * Rewrites queries word by word. That is safe because every query is ours: its words are the names below and PromQL's own,
 * and values stand in strings, which are left alone but for lists of metric names.
 */
export function createDialect({ renames, cluster }: DialectOptions): Dialect {
  if (renames.length === 0 && cluster === null) return standardDialect;
  // Metric names tell which exporter a query is about; no query is about both.
  const kube = namesWithin(renames, 'kube-state-metrics');
  const cadvisor = namesWithin(renames, 'cadvisor');
  const back = new Map(renames.map(({ ours, theirs }) => [theirs, ours]));
  const opening = cluster === null ? '{' : `{${cluster.label}=${quoteLabel(cluster.value)},`;

  return {
    toTheirs: (query) => {
      const names = /\bkube_/.test(query) ? kube : cadvisor;
      let label = '';
      return query.replaceAll(parts, (part) => {
        if (part === '{') return opening;
        if (part.startsWith('"'))
          return label === '__name__' ? listOf(part, (name) => kube.get(name) ?? cadvisor.get(name) ?? name) : part;
        label = part;
        return names.get(part) ?? part;
      });
    },
    fromTheirs: (entries) => entries.map((entry) => ({ ...entry, labels: renamed(entry.labels, back) })),
  };
}

const namesWithin = (renames: readonly Rename[], exporter: Rename['within']): ReadonlyMap<string, string> =>
  new Map(
    renames
      .filter(({ within }) => within === 'everywhere' || within === exporter)
      // What holds for one exporter goes before what holds for both.
      .toSorted((a, b) => Number(b.within === 'everywhere') - Number(a.within === 'everywhere'))
      .map(({ ours, theirs }) => [ours, theirs]),
  );

/** A string that holds metric names, one or several with bars between. */
const listOf = (text: string, rename: (name: string) => string): string =>
  `"${text.slice(1, -1).split('|').map(rename).join('|')}"`;

function renamed(labels: Sample['labels'], back: ReadonlyMap<string, string>): Sample['labels'] {
  const own = Object.entries(labels).filter(([name]) => !back.has(name) || name === '__name__');
  const translated = Object.entries(labels).flatMap(([name, value]) => {
    const ours = back.get(name);
    return ours === undefined ? [] : [[ours, value] as const];
  });
  const entries = own.map(([name, value]) => [name, name === '__name__' ? (back.get(value) ?? value) : value] as const);
  // Theirs last: it is the one that was named, where a series also has a label of our name.
  return Object.fromEntries([...entries, ...translated]);
}
