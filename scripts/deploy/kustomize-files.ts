import { stringify } from 'yaml';
import { type ClusterObject, environmentOf, helmTemplate, objectsIn } from './render.ts';

const withoutHelmIn = (all: Readonly<Record<string, string>> = {}) =>
  Object.entries(all).filter(([name, value]) => !name.startsWith('helm.sh/') && value !== 'Helm');

/** Without the labels and annotations that only make sense for objects that helm manages. */
function withoutHelm({ apiVersion, kind, metadata, ...object }: ClusterObject) {
  const { labels, annotations, ...others } = metadata;
  const lists = Object.entries({ labels: withoutHelmIn(labels), annotations: withoutHelmIn(annotations) });
  const kept = lists.flatMap(([name, all]) => (all.length === 0 ? [] : [[name, Object.fromEntries(all)] as const]));
  return { apiVersion, kind, metadata: { ...others, ...Object.fromEntries(kept) }, ...object };
}

/** The objects of the chart. Their options come from a ConfigMap that the base generates. */
async function render(role: string): Promise<readonly ClusterObject[]> {
  const options = '[{"configMapRef":{"name":"trimtab-options"}}]';
  const words = ['--set', `rbac.role=${role}`, '--set', 'crds.install=false', '--set-json', `extraEnvFrom=${options}`];
  return objectsIn(await helmTemplate(...words));
}

const fileOf = (objects: readonly ClusterObject[]): string =>
  objects.map((object) => stringify(withoutHelm(object), { lineWidth: 0 })).join('---\n');

/** The container has this option itself, because its volume is mounted there. */
const ofContainer = 'TRIMTAB_DATA';

/** Without the options that are in the ConfigMap. The container would have precedence over what an overlay sets there. */
const withoutOptions = (object: ClusterObject): ClusterObject =>
  JSON.parse(JSON.stringify(object), (key, value) =>
    key === 'env' ? value.filter(({ name }: { name: string }) => name === ofContainer) : value,
  );

function optionsIn(objects: readonly ClusterObject[]): string {
  const options = Object.entries(environmentOf(objects)).filter(([name]) => name !== ofContainer);
  const lines = options.map(([name, value]) => `${name}=${value}`);
  return ['# Rendered from the chart by `pnpm reference`.', ...lines, ''].join('\n');
}

/** The roles of the chart, whose names contain its namespace. An overlay may replace the namespace. */
async function rolesOf(role: string): Promise<string> {
  const objects = await render(role);
  const text = fileOf(objects.filter(({ apiVersion }) => apiVersion.startsWith('rbac.')));
  return text.replaceAll('name: trimtab-trimtab-', 'name: trimtab-');
}

/** The files for kustomize that are rendered from the chart, by path. */
export async function kustomizeFiles(): Promise<Readonly<Record<string, string>>> {
  const base = await render('none');
  return {
    'deploy/kustomize/base/server.yaml': fileOf(base.map(withoutOptions)),
    'deploy/kustomize/base/options.env': optionsIn(base),
    'deploy/kustomize/overlays/view-only/rbac.yaml': await rolesOf('view'),
    'deploy/kustomize/overlays/enroll/rbac.yaml': await rolesOf('enroll'),
  };
}
