import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { parseAllDocuments } from 'yaml';
import { inCheckout } from '../checkout.ts';
import { findHelm } from '../provision/helm.ts';
import { findKubectl } from '../provision/kubectl.ts';

type Labels = Readonly<Record<string, string>>;

/** An object as it would be sent to Kubernetes. */
export type ClusterObject = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: Readonly<Record<string, unknown>> & {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Labels;
    readonly annotations?: Labels;
  };
  readonly [field: string]: unknown;
};

export const chart = inCheckout('deploy/helm/trimtab');
const run = promisify(execFile);

/** Runs helm. Rejects with its message if it fails. */
export async function helm(...words: string[]): Promise<string> {
  const { stdout } = await run(findHelm() ?? 'helm', words, { cwd: inCheckout('.'), maxBuffer: 2 ** 24 });
  return stdout;
}

/** What the chart renders with these arguments of helm. */
export const helmTemplate = (...words: string[]): Promise<string> =>
  helm('template', 'trimtab', chart, '--namespace', 'trimtab', ...words);

/** What kubectl renders from a folder with a kustomization. */
export async function kustomize(folder: string): Promise<string> {
  const { stdout } = await run(findKubectl() ?? 'kubectl', ['kustomize', folder], { cwd: inCheckout('.') });
  return stdout;
}

export const objectsIn = (text: string): readonly ClusterObject[] =>
  parseAllDocuments(text)
    .map((document): ClusterObject | null => document.toJS())
    .filter((object) => object !== null);

export const kindsOf = (objects: readonly ClusterObject[]): readonly string[] =>
  objects.map(({ kind }) => kind).toSorted();

type Pod = { spec: { containers: { env: { name: string; value: string }[] }[] } };

/** The environment of the server, by name. */
export function environmentOf(objects: readonly ClusterObject[]): Readonly<Record<string, string>> {
  const deployments: { spec: { template: Pod } }[] = JSON.parse(
    JSON.stringify(objects.filter(({ kind }) => kind === 'Deployment')),
  );
  const [{ spec } = { spec: { template: { spec: { containers: [] } } } }] = deployments;
  return Object.fromEntries((spec.template.spec.containers[0]?.env ?? []).map(({ name, value }) => [name, value]));
}
