/** A target of a server of another vendor. */
export type ForeignTarget = {
  readonly namespace: string;
  readonly name: string;
  readonly mode: 'Autonomous' | 'Recommendation';
  /** Dollars an hour; null if unknown. */
  readonly hourly: number | null;
  /** The workload that it scales. */
  readonly workload: { readonly kind: string; readonly name: string; readonly api_version: string };
  /** The workload does not exist any more. */
  readonly isGone?: true;
};

export const foreignTarget = (
  namespace: string,
  name: string,
  mode: ForeignTarget['mode'] = 'Recommendation',
  hourly: number | null = 0.5,
): ForeignTarget => ({
  namespace,
  name,
  mode,
  hourly,
  workload: { kind: 'StatefulSet', name: `${name}-workload`, api_version: 'apps/v1' },
});

const isAutonomous = ({ mode }: ForeignTarget): boolean => mode === 'Autonomous';

export const specOf = ({ namespace, name, mode, workload }: ForeignTarget) => ({
  namespace,
  name,
  spec: {
    horizontal: { mode: mode === 'Autonomous' ? 'auto' : 'rec', ...workload },
    vertical: { mode: mode === 'Autonomous' ? 'auto' : 'rec', containers: { app: { cpu: {}, memory: {} } } },
  },
});

export const rowOf = (target: ForeignTarget) => ({
  name: target.name,
  namespace: target.namespace,
  mode: target.mode,
  status: { severity: 'medium', label: 'Overprovisioned' },
  cpu_utilization: 0.128,
  memory_utilization: 0.4,
  scaling: 'multi dimensional',
  recommendation: { type: 'downDelta', label: '-40%' },
  hourly_waste_savings: target.hourly,
});

export const enhancedOf = (target: ForeignTarget) => ({
  target: { current_replicas: 3, containers: [{ name: 'app', average_requests: { cpu: 0.5, memory: 1e9 } }] },
  aiscaletarget: specOf(target),
  horizontalpodautoscaler: { min_replicas: 2, max_replicas: 6, metrics: [] },
});

const usage = (total_usage: number, total_request: number) => ({ total_usage, total_request });
export const comparisonOf = ({ namespace, name }: ForeignTarget) => ({
  namespace,
  name,
  resources: {
    cpu: { optimized: usage(0.5, 0.75), unoptimized: usage(0.5, 1.5) },
    memory: { optimized: usage(1e9, 2e9), unoptimized: usage(1e9, 3e9) },
  },
  hourly_cost: { optimized: { cpu: 0.05, memory: 0.04 }, unoptimized: { cost: 0.1 } },
});

export const savingsOf = ({ namespace, name, hourly }: ForeignTarget) => ({
  namespace,
  name,
  horizontalCost: { raw: hourly, withSuggestions: 0 },
  verticalCost: { raw: hourly, withSuggestions: 0 },
});

const created = '2026-11-18T09:25:00.000Z';
export const suggestion = {
  created,
  why: 'Half of it is never used.',
  metric: 'cpu',
  currentReplicas: 3,
  suggestedReplicas: 2,
  minReplicas: 2,
  maxReplicas: 6,
  forecasts: [],
  resourceRecommendations: [{ container: 'app', recommendations: [{ resource: 'cpu', value: '300m' }] }],
};

export const pods = [
  {
    name: 'app-1',
    status: 'Running',
    created,
    labels: [{ key: 'app', value: 'web' }],
    containers: [{ name: 'app', image: 'registry.example/app:1', cpu_request: '500m', cpu_limit: '1' }],
  },
];

const values = [0.2, 0.3];
/** All series of a target. The client selects those that it needs. */
export const series = {
  periods: ['2026-11-18T09:20:00.000Z', created],
  metrics: [
    { metricName: 'cpu', metricType: 'average', targetType: 'container', targetName: 'app', values: [0.1, 0.1] },
    { metricName: 'cpu', metricType: 'total', targetType: 'deployment', values },
    { metricName: 'memory', metricType: 'total', targetType: 'deployment', values: [2e9, null] },
  ],
};

const resource = (name: string, averageValue: number, averageRequest: number) => ({
  name,
  averageValue,
  averageRequest,
});
export const current = {
  containers: [{ name: 'app', metrics: [resource('cpu', 0.1, 0.5), resource('memory', 4e8, 1e9)] }],
  cpu: { averageValue: 0.1 },
  memory: { averageValue: 4e8 },
};

/** A year of 8,760 hours. */
const yearly = (targets: readonly ForeignTarget[]) =>
  targets.reduce((sum, { hourly }) => sum + (hourly ?? 0), 0) * 24 * 365;

export function kpisOf(targets: readonly ForeignTarget[]) {
  const autonomous = targets.filter(isAutonomous);
  const recommended = targets.filter((target) => !isAutonomous(target));
  return [
    { id: 'targets', label: 'Targets', value: targets.length },
    { id: 'overprovisioned', label: 'Overprovisioned', value: targets.length },
    { id: 'underprovisioned', label: 'Underprovisioned', value: 0 },
    { id: 'warnings', label: 'Warnings', value: 0 },
    { id: 'recommendation', label: 'Recommendation', value: recommended.length },
    { id: 'yearly_waste', label: 'Yearly Waste', value: yearly(recommended), unit: 'currency' },
    { id: 'autonomous', label: 'Autonomous', value: autonomous.length },
    { id: 'yearly_savings', label: 'Yearly Savings', value: yearly(autonomous), unit: 'currency' },
  ];
}
