import { join } from 'node:path';
import { fileReader } from '../file-reader.ts';
import type { Environment } from '../options/parse.ts';
import { StartError } from '../start-errors.ts';
import type { ApiServer } from './api-server.ts';

/** The folder where Kubernetes mounts the service account of a pod. */
const accountFolder = '/var/run/secrets/kubernetes.io/serviceaccount';

/**
 * The API server of the cluster in which this process runs.
 *
 * @throws StartError if it does not run in a cluster
 */
export async function inCluster(env: Environment, folder: string = accountFolder): Promise<ApiServer> {
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port = '443' } = env;
  if (host === undefined || host === '') {
    throw new StartError('--kubernetes works only inside a cluster. Outside, give a file with --kubeconfig.');
  }
  const read = (name: string) => fileReader(`the service account (${name})`, join(folder, name));
  const token = read('token');
  await token();
  return {
    url: `https://${host.includes(':') ? `[${host}]` : host}:${port}`,
    namespace: (await read('namespace')()).trim(),
    ca: read('ca.crt'),
    serverName: null,
    acceptsAnyCertificate: false,
    credentials: async () => ({ authorization: `Bearer ${(await token()).trim()}`, certificate: null }),
    renew: () => undefined,
  };
}
