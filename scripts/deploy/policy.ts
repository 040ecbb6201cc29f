import type { ClusterObject } from './render.ts';

type Probe = object | undefined;
type Container = {
  readonly name: string;
  readonly image: string;
  readonly resources?: {
    readonly requests?: { readonly cpu?: string; readonly memory?: string };
    readonly limits?: object;
  };
  readonly securityContext?: Readonly<Record<string, unknown>>;
  readonly [probe: `${string}Probe`]: Probe;
};
type PodSpec = {
  readonly containers: readonly Container[];
  readonly hostNetwork?: boolean;
  readonly hostPID?: boolean;
  readonly securityContext?: Readonly<Record<string, unknown>>;
  readonly volumes?: readonly Readonly<Record<string, unknown>>[];
};
type Rule = {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
};

const reading = new Set(['get', 'list', 'watch']);

/** What a rule of a role allows although Trimtab must not have it. Trimtab writes only its own resources. */
function ruleProblems({ apiGroups, resources, verbs }: Rule): readonly string[] {
  const writes = verbs.filter((verb) => !reading.has(verb));
  return [
    ...(resources.some((each) => each === 'secrets' || each === 'configmaps') ? ['reads Secrets or ConfigMaps'] : []),
    ...([...apiGroups, ...resources, ...verbs].includes('*') ? ['uses a wildcard'] : []),
    ...(writes.length > 0 && apiGroups.some((group) => group !== 'trimtab.dev')
      ? [`may ${writes.join(', ')} ${resources.join(', ')}`]
      : []),
  ];
}

function containerProblems({ name, image, resources = {}, securityContext = {}, ...probes }: Container) {
  const wanted = { allowPrivilegeEscalation: false, privileged: false, readOnlyRootFilesystem: true };
  return [
    ...Object.entries(wanted).flatMap(([key, value]) =>
      securityContext[key] === value ? [] : [`${key} is not ${value}`],
    ),
    ...(JSON.stringify(securityContext['capabilities']) === '{"drop":["ALL"]}' ? [] : ['capabilities are not dropped']),
    ...(resources.requests?.cpu && resources.requests.memory ? [] : ['has no requests']),
    ...(resources.limits && 'memory' in resources.limits ? [] : ['has no memory limit']),
    ...['startupProbe', 'livenessProbe', 'readinessProbe']
      .filter((probe) => !(probe in probes))
      .map((probe) => `has no ${probe}`),
    ...(/(:[^/]+|@sha256:.+)$/.test(image) && !image.endsWith(':latest') ? [] : ['has an image without a version']),
  ].map((problem) => `container ${name} ${problem}`);
}

function podProblems({ containers, hostNetwork, hostPID, securityContext = {}, volumes = [] }: PodSpec) {
  return [
    ...(hostNetwork || hostPID || volumes.some((volume) => 'hostPath' in volume) ? ['uses the host'] : []),
    ...(securityContext['runAsNonRoot'] === true ? [] : ['may run as root']),
    ...(JSON.stringify(securityContext['seccompProfile']) === '{"type":"RuntimeDefault"}'
      ? []
      : ['has no seccomp profile']),
    ...containers.flatMap(containerProblems),
  ];
}

type DeploymentSpec = {
  readonly replicas: number;
  readonly strategy?: { readonly type: string; readonly rollingUpdate?: { readonly maxUnavailable: number } };
  readonly template: { readonly spec: PodSpec };
};

/** Several servers have a database, and one of them always answers. */
function replicaProblems(
  { replicas, strategy, template }: DeploymentSpec,
  budgets: readonly ClusterObject[],
): readonly string[] {
  const text = JSON.stringify(template.spec);
  // For one server, a budget would only prevent draining its node.
  if (replicas <= 1) return budgets.length === 0 ? [] : ['there is a PodDisruptionBudget'];
  return [
    ...(text.includes('"TRIMTAB_DATABASE"') ? [] : ['several servers have no database']),
    ...(text.includes('persistentVolumeClaim') ? ['several servers share a volume'] : []),
    ...(budgets.length === 1 ? [] : ['several servers have no PodDisruptionBudget']),
    // Without this, no node can be drained while the database does not answer, because no server is ready then.
    ...(budgets.every((budget) => JSON.stringify(budget).includes('"unhealthyPodEvictionPolicy":"AlwaysAllow"'))
      ? []
      : ['servers that are not ready cannot be evicted']),
    ...(strategy?.rollingUpdate?.maxUnavailable === 0 ? [] : ['an upgrade ends servers before others are ready']),
    ...('topologySpreadConstraints' in template.spec ? [] : ['several servers are not spread']),
    ...(text.includes('"TRIMTAB_SHUTDOWN_DELAY"') ? [] : ['a server ends before the load balancer has moved on']),
  ];
}

/** Where the objects of an installation break our rules for what may run in a cluster. */
export function policyProblems(objects: readonly ClusterObject[]): readonly string[] {
  const ofKind = (kind: string) => objects.filter((object) => object.kind === kind);
  const deployments: readonly (ClusterObject & { spec: DeploymentSpec })[] = JSON.parse(
    JSON.stringify(ofKind('Deployment')),
  );
  const roles: readonly { rules: readonly Rule[] }[] = JSON.parse(
    JSON.stringify(objects.filter(({ kind }) => kind.endsWith('Role'))),
  );
  return [
    ...deployments.flatMap(({ spec }) => podProblems(spec.template.spec)),
    ...roles.flatMap(({ rules }) => rules.flatMap(ruleProblems)).map((problem) => `a role ${problem}`),
    ...(ofKind('NetworkPolicy').length === 1 ? [] : ['there is no NetworkPolicy']),
    ...deployments.flatMap(({ spec }) => replicaProblems(spec, ofKind('PodDisruptionBudget'))),
    ...(ofKind('Secret').length === 0 ? [] : ['there is a Secret']),
  ];
}
