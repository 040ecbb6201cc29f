import { posix } from 'node:path';
import { isRecord } from '@trimtab/core';
import type { ManifestFile } from './manifest-file.ts';
import { readValuePath } from './value-path.ts';
import { dataOf, syntaxError } from './yaml-source.ts';

/** The paths of a workload's resources in the values of a chart. `readValuePath` defines their syntax. */
export type ChartValues = {
  readonly namespace: string;
  readonly name: string;
  readonly kind: string | null;
  /** Relative to the root of the repository. */
  readonly file: string;
  readonly containers: Readonly<Record<string, string>>;
  readonly replicas: string | null;
  readonly autoscaling: string | null;
};

/** The content of a .trimtab.yaml. */
export type Mapping = {
  /** The namespace of manifests without a namespace, by folder. The deepest folder comes first. */
  readonly namespaces: readonly (readonly [folder: string, namespace: string])[];
  readonly charts: readonly ChartValues[];
  /** Files and folders that are not deployed. */
  readonly ignored: readonly string[];
};

export const emptyMapping: Mapping = { namespaces: [], charts: [], ignored: [] };

/** Why a mapping file cannot be used. */
export class InvalidMapping extends Error {
  override name = 'InvalidMapping';
}

const keys = new Set(['helm', 'namespaces', 'ignore']);
const fields = new Set(['workload', 'kind', 'values', 'containers', 'replicas', 'autoscaling']);

export function readMapping({ path, source }: ManifestFile): Mapping {
  const error = syntaxError(source);
  if (error !== null) throw new InvalidMapping(`it is not valid YAML (${error})`);
  const [document] = source.documents;
  const data = document === undefined ? {} : (dataOf(document) ?? {});
  if (!isRecord(data)) throw new InvalidMapping('it must be a map with helm, namespaces or ignore');
  const unknown = Object.keys(data).find((key) => !keys.has(key));
  if (unknown !== undefined)
    throw new InvalidMapping(`it has an unknown key ${unknown}; the keys are ${[...keys].join(', ')}`);
  const folder = posix.dirname(path);
  const { namespaces = {}, helm = [], ignore = [] } = data;
  if (!Array.isArray(ignore)) throw new InvalidMapping('ignore must be a list of folders and files');
  const pathOf = (entry: string) => posix.join(folder, entry).replace(/^\.\//, '');
  if (!Array.isArray(helm)) throw new InvalidMapping('helm must be a list');
  return {
    namespaces: Object.entries(textsOf(namespaces, 'namespaces'))
      .map(([key, value]) => [pathOf(`${key}/`), value] as const)
      .toSorted(([a], [b]) => b.length - a.length),
    ignored: ignore.map((entry, index) => pathOf(textOf(entry, `ignore[${index}]`)).replace(/\/$/, '')),
    charts: helm.map((entry, index) => chartValues(entry, { at: `helm[${index}]`, folder })),
  };
}

function textsOf(value: unknown, at: string): Record<string, string> {
  if (!isRecord(value)) throw new InvalidMapping(`${at} must be a map`);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, textOf(one, `${at}.${key}`)]));
}

function textOf(value: unknown, at: string): string {
  if (typeof value === 'string' && value !== '') return value;
  throw new InvalidMapping(`${at} must be text`);
}

function chartValues(entry: unknown, { at, folder }: { readonly at: string; readonly folder: string }): ChartValues {
  if (!isRecord(entry)) throw new InvalidMapping(`${at} must be a map with workload, values and containers`);
  const unknown = Object.keys(entry).find((key) => !fields.has(key));
  if (unknown !== undefined)
    throw new InvalidMapping(`${at} has an unknown key ${unknown}; the keys are ${[...fields].join(', ')}`);
  const [namespace = '', name = '', ...more] = textOf(entry['workload'], `${at}.workload`).split('/');
  if (namespace === '' || name === '' || more.length > 0)
    throw new InvalidMapping(`${at}.workload must be NAMESPACE/NAME`);
  const optional = (key: string) => (entry[key] === undefined ? null : textOf(entry[key], `${at}.${key}`));
  const pathAt = (text: string, where: string) => {
    if (readValuePath(text) === null)
      throw new InvalidMapping(`${where} is not a path such as web.resources or jobs[0].resources`);
    return text;
  };
  const optionalPath = (key: string) => {
    const text = optional(key);
    return text === null ? null : pathAt(text, `${at}.${key}`);
  };
  const containers = textsOf(entry['containers'] ?? {}, `${at}.containers`);
  for (const [container, text] of Object.entries(containers)) pathAt(text, `${at}.containers.${container}`);
  return {
    namespace,
    name,
    kind: optional('kind'),
    file: posix.join(folder, textOf(entry['values'], `${at}.values`)),
    containers,
    replicas: optionalPath('replicas'),
    autoscaling: optionalPath('autoscaling'),
  };
}
