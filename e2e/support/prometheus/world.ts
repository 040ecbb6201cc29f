/** The workloads in Prometheus. CPU is in cores, memory in bytes, ages in seconds. */
export type SeededContainer = {
  readonly name: string;
  readonly cpuRequest: number | null;
  readonly memoryRequest: number | null;
  /** Mean of one pod over the last 24 hours. */
  readonly cpuMean: number;
  readonly memoryMean: number;
  /**
   * An init container, for which kube-state-metrics has separate metrics: one that ends before the pod starts, or a
   * native sidecar.
   */
  readonly init?: 'once' | 'sidecar';
};

type SeededHpa = {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  readonly metric: string;
  readonly type: 'utilization' | 'average' | 'value';
  readonly target: number;
};

export type SeededWorkload = {
  readonly namespace: string;
  readonly kind: 'Deployment' | 'StatefulSet' | 'DaemonSet' | 'Rollout' | 'Job';
  readonly name: string;
  readonly replicas: number;
  readonly containers: readonly SeededContainer[];
  readonly hpa?: SeededHpa;
  /** How long ago its first pods started. Absent means before the first sample. */
  readonly age?: number;
  /** How long ago a new version replaced the pods, one pod a minute. */
  readonly rolledOut?: number;
  /** How long ago its first pod was replaced by another of the same version. */
  readonly replaced?: number;
  /** How long ago the counters of its first pod were reset to 0 in the same series. */
  readonly counterReset?: number;
  /** How long ago the containers of its first pod restarted, each in a new series. */
  readonly restarted?: number;
  /** cAdvisor has one counter for each of two processors, as it does outside of a kubelet. */
  readonly byProcessor?: boolean;
  /** When its first pod was not ready: from and until how long ago. */
  readonly unready?: readonly [from: number, until: number];
  /**
   * How long ago the first container of its first pod was killed for lack of memory. The oldest kill comes first. Absent:
   * it has no restart counters.
   */
  readonly outOfMemory?: readonly number[];
  /** The share of CPU quota periods in which its containers were throttled. Absent: it has no quota. */
  readonly throttled?: number;
  /** Its pods are written twice: by a second kube-state-metrics, and by a job that scrapes the kubelet's metrics. */
  readonly duplicated?: boolean;
  /** Metrics of its namespace, such as those of a LimitRange. */
  readonly ofNamespace?: readonly (readonly [
    metric: string,
    labels: Readonly<Record<string, string>>,
    value: number,
  ])[];
};

const hour = 3600;
const mib = 2 ** 20;

/** The used shares of the requests. They lie below and above 50 % and 100 %, and at least 5 % away from both. */
const shares = [0.12, 0.34, 0.62, 0.78, 0.9, 0.27, 1.2, 0.44, 0.7, 0.18];
const sizes: readonly (readonly [number, number])[] = [
  [0.1, 128 * mib],
  [0.25, 256 * mib],
  [0.5, 512 * mib],
  [1, 1024 * mib],
  [2, 2048 * mib],
];

/** The container with this number. The numbers give different containers, the same ones in every run. */
function container(name: string, index: number): SeededContainer {
  const [cpu, memory] = sizes[index % sizes.length] ?? [0.1, 128 * mib];
  return {
    name,
    cpuRequest: cpu,
    memoryRequest: memory,
    cpuMean: cpu * (shares[index % shares.length] ?? 0.5),
    memoryMean: memory * (shares[(index * 7 + 3) % shares.length] ?? 0.5),
  };
}

const plan: readonly (readonly [namespace: string, workloads: readonly string[]])[] = [
  [
    'shop',
    ['web', 'cart', 'checkout', 'catalog', 'recommendations', 'pricing', 'stock', 'images', 'reviews', 'wishlist'],
  ],
  ['payments', ['gateway', 'ledger', 'fraud', 'refunds', 'invoices', 'payouts', 'webhooks', 'constructor']],
  ['search', ['query', 'indexer', 'suggest', 'rank', 'crawler', 'spell', 'facets', 'synonyms']],
  ['data', ['cache', 'broker', 'warehouse', 'ingest', 'stream', 'archive', 'metadata', 'features']],
  ['platform', ['edge', 'dns', 'auth', 'mail', 'config', 'audit', 'flags', 'ids', 'quota', 'relay']],
  ['media', ['transcode', 'thumbnails', 'upload', 'player', 'subtitles', 'live', 'drm', 'origin']],
];

const kinds = new Map<string, SeededWorkload['kind']>([
  ['data/cache', 'StatefulSet'],
  ['data/broker', 'StatefulSet'],
  ['data/warehouse', 'StatefulSet'],
  ['search/indexer', 'StatefulSet'],
  ['platform/edge', 'DaemonSet'],
  ['platform/dns', 'DaemonSet'],
  ['shop/checkout', 'Rollout'],
  ['media/player', 'Rollout'],
]);

/** The workloads with special conditions. */
const twists = new Map<string, Partial<SeededWorkload>>([
  ['shop/web', { replicas: 5, hpa: { name: 'web', min: 3, max: 12, metric: 'cpu', type: 'utilization', target: 70 } }],
  ['shop/cart', { hpa: { name: 'cart-scaler', min: 2, max: 6, metric: 'memory', type: 'average', target: 400 * mib } }],
  ['media/live', { hpa: { name: 'live', min: 2, max: 20, metric: 'viewers', type: 'value', target: 5000 } }],
  ['payments/gateway', { replicas: 3, rolledOut: 9 * hour }],
  ['payments/ledger', { age: 10 * hour }],
  ['search/query', { replicas: 4, replaced: 12 * hour }],
  ['search/rank', { duplicated: true }],
  ['data/cache', { replicas: 3, counterReset: 7 * hour }],
  ['data/broker', { replicas: 3, restarted: 5 * hour, duplicated: true }],
  ['platform/dns', { replicas: 3, unready: [15 * hour, 13 * hour] }],
  ['platform/edge', { replicas: 3 }],
]);

/** 52 workloads in six namespaces, and a job whose pods belong to no workload. */
export function standardWorld(): SeededWorkload[] {
  let index = 0;
  const workloads = plan.flatMap(([namespace, names]) =>
    names.map((name): SeededWorkload => {
      index += 1;
      const key = `${namespace}/${name}`;
      const containers = [container(name, index)];
      if (index % 4 === 1) containers.push(container('proxy', index + 3));
      if (key === 'platform/auth') {
        containers.push({ ...container('envoy', 6), init: 'sidecar' }, { ...container('migrate', 7), init: 'once' });
      }
      return {
        namespace,
        kind: kinds.get(key) ?? 'Deployment',
        name,
        replicas: 1 + (index % 3),
        containers:
          key === 'shop/recommendations'
            ? containers.map((entry) => ({ ...entry, cpuRequest: null, memoryRequest: null }))
            : containers,
        ...twists.get(key),
      };
    }),
  );
  return [
    ...workloads,
    { namespace: 'data', kind: 'Job', name: 'nightly-import', replicas: 1, containers: [container('import', 5)] },
  ];
}
