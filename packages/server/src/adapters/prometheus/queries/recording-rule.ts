export type RecordingRule = { readonly record: string; readonly expr: string };

/** A query of this adapter for several clusters at once, because one ruler may evaluate the rules for all of them. */
export const perCluster = (query: string): string =>
  query.replaceAll(/\b(by|on) \(namespace\b/g, '$1 (cluster,namespace');
