import type { ScaleTarget } from '../api/schemas/targets.ts';
import type { ResourceName } from './resource.ts';

type Injector = {
  /** The annotations of the pod template that set the requests. */
  readonly annotations: Readonly<Record<ResourceName, string>>;
  /** Whether workloads hardly ever have a container of this name in their template. */
  readonly isReserved: boolean;
};

/** The containers that common webhooks add to pods. */
export const injectors: ReadonlyMap<string, Injector> = new Map([
  [
    'istio-proxy',
    {
      annotations: { cpu: 'sidecar.istio.io/proxyCPU', memory: 'sidecar.istio.io/proxyMemory' },
      isReserved: true,
    },
  ],
  [
    'linkerd-proxy',
    {
      annotations: { cpu: 'config.linkerd.io/proxy-cpu-request', memory: 'config.linkerd.io/proxy-memory-request' },
      isReserved: true,
    },
  ],
  [
    'daprd',
    {
      annotations: { cpu: 'dapr.io/sidecar-cpu-request', memory: 'dapr.io/sidecar-memory-request' },
      isReserved: true,
    },
  ],
  [
    'consul-dataplane',
    {
      annotations: {
        cpu: 'consul.hashicorp.com/sidecar-proxy-cpu-request',
        memory: 'consul.hashicorp.com/sidecar-proxy-memory-request',
      },
      isReserved: true,
    },
  ],
  [
    'vault-agent',
    {
      annotations: { cpu: 'vault.hashicorp.com/agent-requests-cpu', memory: 'vault.hashicorp.com/agent-requests-mem' },
      isReserved: false,
    },
  ],
]);

/**
 * Whether only the pods of a workload have a container, because a webhook adds it. A file must leave it out: Kubernetes
 * would add it to the template without an image, and reject the file. If the template is unknown, the name decides.
 */
export function isInjected(
  name: string,
  { containers, injected_containers }: Pick<ScaleTarget, 'containers' | 'injected_containers'>,
): boolean {
  if (injected_containers !== undefined) return injected_containers.includes(name);
  // A template has at least one container.
  return containers.length !== 1 && injectors.get(name)?.isReserved === true;
}
