import { dirname, resolve } from 'node:path';
import * as z from 'zod/mini';
import { fileReader, readOptionFile } from '../file-reader.ts';
import { StartError } from '../start-errors.ts';
import type { ApiServer, Credentials } from './api-server.ts';
import { type ExecPlugin, execCredentials, execSchema } from './exec-credentials.ts';

const text = z.optional(z.string());
const clusterSchema = z.object({
  server: z.string(),
  'certificate-authority': text,
  'certificate-authority-data': text,
  'insecure-skip-tls-verify': z.optional(z.boolean()),
  'tls-server-name': text,
  'proxy-url': text,
});
const userSchema = z.nullish(
  z.object({
    token: text,
    tokenFile: text,
    'client-certificate': text,
    'client-certificate-data': text,
    'client-key': text,
    'client-key-data': text,
    username: text,
    password: text,
    exec: z.optional(execSchema),
    'auth-provider': z.optional(z.unknown()),
  }),
);
const contextSchema = z.object({ cluster: z.string(), user: text, namespace: text });
const configSchema = z.object({
  'current-context': text,
  clusters: z.nullish(z.array(z.object({ name: z.string(), cluster: clusterSchema }))),
  contexts: z.nullish(z.array(z.object({ name: z.string(), context: contextSchema }))),
  users: z.nullish(z.array(z.object({ name: z.string(), user: userSchema }))),
});

const refuse = (problem: string) => new StartError(`The file of --kubeconfig ${problem}.`);

/** @throws StartError if the file cannot be used */
export async function readKubeconfig(path: string, wanted: string | null): Promise<ApiServer> {
  const config = await parseConfig(path);
  const name = wanted ?? config['current-context'] ?? '';
  const context = config.contexts?.find((each) => each.name === name)?.context;
  if (context === undefined) {
    throw refuse(
      name === '' ? 'has no current context; choose one with --context' : `has no context ${JSON.stringify(name)}`,
    );
  }
  const cluster = config.clusters?.find((each) => each.name === context.cluster)?.cluster;
  if (cluster === undefined) throw refuse(`has no cluster ${JSON.stringify(context.cluster)}`);
  if (!/^https?:$/.test(URL.parse(cluster.server)?.protocol ?? '')) {
    throw refuse(`has ${JSON.stringify(cluster.server)} as the address of its API server; it begins with https://`);
  }
  if (cluster['proxy-url'] !== undefined) throw refuse('names a proxy, which is not supported');
  const user = config.users?.find((each) => each.name === context.user)?.user ?? {};
  if (user['auth-provider'] !== undefined) {
    throw refuse('uses an auth-provider, which Kubernetes no longer supports; use an exec plugin');
  }
  const folder = dirname(path);
  const server = {
    url: cluster.server.replace(/\/+$/, ''),
    ca: dataOf(cluster, 'certificate-authority', folder),
  };
  return {
    ...server,
    namespace: context.namespace ?? null,
    serverName: cluster['tls-server-name'] ?? null,
    acceptsAnyCertificate: cluster['insecure-skip-tls-verify'] === true,
    ...(await credentialsOf(user, folder)),
  };
}

async function parseConfig(path: string): Promise<z.infer<typeof configSchema>> {
  const content = await readOptionFile('--kubeconfig', path);
  // Imported only when needed, because loading it takes time.
  const { parse } = await import('./yaml.ts');
  try {
    return configSchema.parse(parse(content));
  } catch (error) {
    throw new StartError('The file of --kubeconfig is not a kubeconfig.', { cause: error });
  }
}

/** Reads a field that is given as a file, or as data in base64. A file is read again when it changes. */
function dataOf(fields: object, name: string, folder: string): () => Promise<string | null> {
  const values = new Map<string, unknown>(Object.entries(fields));
  const [data, file] = [values.get(`${name}-data`), values.get(name)];
  if (typeof data === 'string') return async () => Buffer.from(data, 'base64').toString();
  return typeof file === 'string' ? fileReader(`${name} in the kubeconfig`, resolve(folder, file)) : async () => null;
}

type User = NonNullable<z.infer<typeof userSchema>>;

async function credentialsOf(user: User, folder: string): Promise<Pick<ApiServer, 'credentials' | 'renew'>> {
  if (user.exec !== undefined) return execCredentials(pluginOf(user.exec, folder));
  const [readCert, readKey] = [dataOf(user, 'client-certificate', folder), dataOf(user, 'client-key', folder)];
  const readToken =
    user.tokenFile === undefined ? null : fileReader('tokenFile in the kubeconfig', resolve(folder, user.tokenFile));
  const credentials = async (): Promise<Credentials> => {
    const [cert, key] = [await readCert(), await readKey()];
    const certificate = cert === null || key === null ? null : { cert, key };
    const token = readToken === null ? user.token : (await readToken()).trim();
    if (token !== undefined) return { authorization: `Bearer ${token}`, certificate };
    if (user.username === undefined) return { authorization: null, certificate };
    const basic = Buffer.from(`${user.username}:${user.password ?? ''}`).toString('base64');
    return { authorization: `Basic ${basic}`, certificate };
  };
  await credentials();
  return { credentials, renew: () => undefined };
}

/** A command with a slash is relative to the kubeconfig file. Other commands are searched on PATH. */
const pluginOf = (plugin: ExecPlugin, folder: string): ExecPlugin => ({
  ...plugin,
  command: plugin.command.includes('/') ? resolve(folder, plugin.command) : plugin.command,
});
