import {
  type KubernetesConnection,
  type KubernetesInventory,
  type OpenedRegistry,
  openKubernetes,
  openTargetRegistry,
  type TargetMemory,
} from '../../adapters/kubernetes/index.ts';
import { type Clock, type Logger, SourceError } from '../../ports/index.ts';
import type { KubernetesAccess } from '../options/kubernetes-options.ts';
import type { Environment } from '../options/parse.ts';
import type { ApiServer } from './api-server.ts';
import { inCluster } from './in-cluster.ts';
import { readKubeconfig } from './kubeconfig.ts';

export type ConnectedKubernetes = KubernetesInventory & {
  /** The address of the API server. */
  readonly address: string;
  /** The targets in AIScaleTarget resources; null if they are kept in the database of the server. */
  readonly targets: OpenedRegistry | null;
  /** Stops the background work. */
  readonly stop: () => Promise<void>;
};

type ConnectOptions = {
  readonly env: Environment;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly memory?: TargetMemory;
};

/** Starts reading the cluster. Throws `StartError` for unusable options, not for a server that does not answer. */
export async function connectKubernetes(
  access: KubernetesAccess,
  connect: ConnectOptions,
): Promise<ConnectedKubernetes> {
  const options = await optionsFor(access, connect);
  const inventory = openKubernetes(options);
  const { memory } = connect;
  const targets =
    access.registry === 'kubernetes' ? openTargetRegistry({ ...options, ...(memory && { memory }) }) : null;
  const stop = async () => void (await Promise.all([inventory.reader.stop(), targets?.stop()]));
  return { ...inventory, targets, stop, address: new URL(options.connection.url).origin };
}

/** Opens only the registry of the cluster. Throws `StartError` if the options cannot be used. */
export const connectRegistry = async (access: KubernetesAccess, connect: ConnectOptions): Promise<OpenedRegistry> =>
  openTargetRegistry(await optionsFor(access, connect));

async function optionsFor(
  { kubeconfig, context, namespaces }: KubernetesAccess,
  { env, clock, logger }: ConnectOptions,
) {
  const server = await (kubeconfig === null ? inCluster(env) : readKubeconfig(kubeconfig, context));
  const own = server.namespace === null ? [] : [server.namespace];
  const connection = await connectionTo(server);
  return { connection, namespaces: namespaces.length > 0 ? namespaces : own, clock, logger };
}

async function connectionTo({ url, credentials, renew, ...tls }: ApiServer): Promise<KubernetesConnection> {
  // Imported only when needed, because loading it takes time.
  const { Agent, fetch } = await import('../undici.ts');
  let agent: { readonly dispatcher: InstanceType<typeof Agent>; readonly of: string } | null = null;
  await tls.ca();
  const read = () =>
    Promise.all([credentials(), tls.ca()]).catch((error: unknown) => {
      throw new SourceError('The credentials for Kubernetes cannot be read.', { cause: error });
    });
  const dispatcherOf = async () => {
    const [{ certificate }, ca] = await read();
    const of = JSON.stringify([certificate, ca]);
    if (agent?.of !== of) {
      // Its connections end after their requests.
      void agent?.dispatcher.close();
      const connect = {
        ...(ca === null ? {} : { ca }),
        ...(tls.serverName === null ? {} : { servername: tls.serverName }),
        // Always set, so that NODE_TLS_REJECT_UNAUTHORIZED cannot disable the check of the server that gets the
        // credentials.
        rejectUnauthorized: !tls.acceptsAnyCertificate,
        ...certificate,
      };
      // A log may send nothing for a long time. Every other request has its own limit.
      const timeouts = { headersTimeout: 0, bodyTimeout: 0 };
      agent = { dispatcher: new Agent({ connect, allowH2: false, ...timeouts }), of };
    }
    return agent.dispatcher;
  };
  return {
    url,
    renew,
    async headers() {
      const [{ authorization }] = await read();
      return authorization === null ? {} : { authorization };
    },
    fetch: async (address, init) => fetch(address, { ...init, dispatcher: await dispatcherOf() }),
  };
}
