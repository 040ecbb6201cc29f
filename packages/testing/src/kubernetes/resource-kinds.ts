/** A resource that the server serves: one version of it. */
export type ResourceKind = {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly singular: string;
  readonly namespaced: boolean;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  /** Subresources whose kind differs from that of the resource. */
  readonly subresources: readonly string[];
  /** Set for custom resources: the name of the definition that declares them. */
  readonly definedBy?: string;
};

export const apiVersionOf = ({ group, version }: Pick<ResourceKind, 'group' | 'version'>): string =>
  group === '' ? version : `${group}/${version}`;

/** Objects are stored under their group and plural, for any version in which they are read. */
export const storageKey = ({ group, plural }: Pick<ResourceKind, 'group' | 'plural'>): string => `${group}/${plural}`;

type Traits = { plural?: string; scope?: 'Cluster'; short?: string; categories?: string; sub?: string };

function resource(apiVersion: string, kind: string, traits: Traits = {}): ResourceKind {
  const [version = '', group = ''] = apiVersion.split('/').toReversed();
  const singular = kind.toLowerCase();
  return {
    group,
    version,
    kind,
    plural: traits.plural ?? `${singular}s`,
    singular,
    namespaced: traits.scope !== 'Cluster',
    shortNames: traits.short?.split(' ') ?? [],
    categories: traits.categories?.split(' ') ?? [],
    subresources: traits.sub?.split(' ') ?? [],
  };
}

/** The built-in resources that the stand-in serves. */
export const builtInKinds: readonly ResourceKind[] = [
  resource('v1', 'ConfigMap', { short: 'cm' }),
  resource('v1', 'Event', { short: 'ev' }),
  resource('v1', 'LimitRange', { short: 'limits' }),
  resource('v1', 'Namespace', { short: 'ns', scope: 'Cluster', sub: 'status' }),
  resource('v1', 'Node', { short: 'no', scope: 'Cluster', sub: 'status' }),
  resource('v1', 'PersistentVolumeClaim', { short: 'pvc', sub: 'status' }),
  resource('v1', 'Pod', { short: 'po', categories: 'all', sub: 'resize status' }),
  resource('v1', 'ReplicationController', { short: 'rc', categories: 'all', sub: 'status' }),
  resource('v1', 'ResourceQuota', { short: 'quota', sub: 'status' }),
  resource('v1', 'Secret'),
  resource('v1', 'Service', { short: 'svc', categories: 'all', sub: 'status' }),
  resource('v1', 'ServiceAccount', { short: 'sa', sub: 'token' }),
  resource('apps/v1', 'ControllerRevision'),
  resource('apps/v1', 'DaemonSet', { short: 'ds', categories: 'all', sub: 'status' }),
  resource('apps/v1', 'Deployment', { short: 'deploy', categories: 'all', sub: 'scale status' }),
  resource('apps/v1', 'ReplicaSet', { short: 'rs', categories: 'all', sub: 'scale status' }),
  resource('apps/v1', 'StatefulSet', { short: 'sts', categories: 'all', sub: 'scale status' }),
  resource('autoscaling/v2', 'HorizontalPodAutoscaler', { short: 'hpa', categories: 'all', sub: 'status' }),
  resource('batch/v1', 'CronJob', { short: 'cj', categories: 'all', sub: 'status' }),
  resource('batch/v1', 'Job', { categories: 'all', sub: 'status' }),
  resource('networking.k8s.io/v1', 'Ingress', { plural: 'ingresses', short: 'ing', sub: 'status' }),
  resource('networking.k8s.io/v1', 'NetworkPolicy', { plural: 'networkpolicies', short: 'netpol' }),
  resource('policy/v1', 'PodDisruptionBudget', { short: 'pdb', sub: 'status' }),
  resource('events.k8s.io/v1', 'Event', { short: 'ev' }),
  resource('coordination.k8s.io/v1', 'Lease'),
  resource('rbac.authorization.k8s.io/v1', 'ClusterRole', { scope: 'Cluster' }),
  resource('rbac.authorization.k8s.io/v1', 'ClusterRoleBinding', { scope: 'Cluster' }),
  resource('rbac.authorization.k8s.io/v1', 'Role'),
  resource('rbac.authorization.k8s.io/v1', 'RoleBinding'),
  resource('flowcontrol.apiserver.k8s.io/v1', 'FlowSchema', { scope: 'Cluster', sub: 'status' }),
  resource('flowcontrol.apiserver.k8s.io/v1', 'PriorityLevelConfiguration', { scope: 'Cluster', sub: 'status' }),
  resource('apiextensions.k8s.io/v1', 'CustomResourceDefinition', {
    short: 'crd crds',
    scope: 'Cluster',
    categories: 'api-extensions',
    sub: 'status',
  }),
  resource('authorization.k8s.io/v1', 'SelfSubjectAccessReview', { scope: 'Cluster' }),
  resource('authorization.k8s.io/v1', 'SelfSubjectRulesReview', { scope: 'Cluster' }),
  resource('authorization.k8s.io/v1', 'SubjectAccessReview', { scope: 'Cluster' }),
  resource('authentication.k8s.io/v1', 'SelfSubjectReview', { scope: 'Cluster' }),
  resource('authentication.k8s.io/v1', 'TokenReview', { scope: 'Cluster' }),
];

/** Resources that can only be created: the answer is computed, and nothing is stored. */
export const isReview = ({ kind }: Pick<ResourceKind, 'kind'>): boolean => kind.endsWith('Review');

/** What the subresource `scale` of workloads shows. */
export const scaleKind: ResourceKind = resource('autoscaling/v1', 'Scale');
