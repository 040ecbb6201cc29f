import { stringify } from 'yaml';
import { type ClusterObject, helmTemplate, objectsIn } from './render.ts';

const withoutHelmIn = (all: Readonly<Record<string, string>> = {}) =>
  Object.entries(all).filter(([name, value]) => !name.startsWith('helm.sh/') && value !== 'Helm');

/** Without the labels and annotations that only make sense for objects that helm manages. */
function withoutHelm({ apiVersion, kind, metadata, ...object }: ClusterObject) {
  const { labels, annotations, ...others } = metadata;
  const lists = Object.entries({ labels: withoutHelmIn(labels), annotations: withoutHelmIn(annotations) });
  const kept = lists.flatMap(([name, all]) => (all.length === 0 ? [] : [[name, Object.fromEntries(all)] as const]));
  return { apiVersion, kind, metadata: { ...others, ...Object.fromEntries(kept) }, ...object };
}

/** The objects of the chart as a file. The options come from a ConfigMap that the base generates. */
async function rendered(role: string, isWanted: (object: ClusterObject) => boolean): Promise<string> {
  const options = '[{"configMapRef":{"name":"trimtab-options"}}]';
  const words = ['--set', `rbac.role=${role}`, '--set', 'crds.install=false', '--set-json', `extraEnvFrom=${options}`];
  const objects = objectsIn(await helmTemplate(...words)).filter(isWanted);
  return objects.map((object) => stringify(withoutHelm(object), { lineWidth: 0 })).join('---\n');
}

/** The names of the roles of the chart contain its namespace, which an overlay may replace. */
const withoutNamespace = (text: string): string => text.replaceAll('name: trimtab-trimtab-', 'name: trimtab-');

const isRbac = ({ apiVersion }: ClusterObject): boolean => apiVersion.startsWith('rbac.');

/** The files for kustomize that are rendered from the chart, by path. */
export const kustomizeFiles = async (): Promise<Readonly<Record<string, string>>> => ({
  'deploy/kustomize/base/server.yaml': await rendered('none', () => true),
  'deploy/kustomize/overlays/view-only/rbac.yaml': withoutNamespace(await rendered('view', isRbac)),
  'deploy/kustomize/overlays/enroll/rbac.yaml': withoutNamespace(await rendered('enroll', isRbac)),
});
