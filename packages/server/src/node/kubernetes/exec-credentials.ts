import { execFile } from 'node:child_process';
import process from 'node:process';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { StartError } from '../start-errors.ts';
import type { ApiServer, Credentials } from './api-server.ts';

export const execSchema = z.object({
  apiVersion: z.string(),
  command: z.string(),
  args: z.nullish(z.array(z.string())),
  env: z.nullish(z.array(z.object({ name: z.string(), value: z.string() }))),
});
export type ExecPlugin = z.infer<typeof execSchema>;

const text = z.optional(z.string());
const answerSchema = z.object({
  status: z.object({
    token: text,
    clientCertificateData: text,
    clientKeyData: text,
    expirationTimestamp: z.optional(z.nullable(z.string())),
  }),
});

const run = promisify(execFile);
const timeoutMs = 60_000;
/** Credentials are renewed before they expire. */
const marginMs = 30_000;

/** Credentials from a program, such as that of a cloud provider. They are kept until they expire or are refused. */
export function execCredentials(plugin: ExecPlugin): Pick<ApiServer, 'credentials' | 'renew'> {
  /** `authorization` is undefined while the program runs. */
  type Kept = { until: number; credentials: Promise<Credentials>; authorization?: Credentials['authorization'] };
  let kept: Kept | null = null;
  const read = async (): Promise<Credentials> => {
    const { status } = await runPlugin(plugin);
    const { token, clientCertificateData: cert, clientKeyData: key, expirationTimestamp } = status;
    const expires = Date.parse(expirationTimestamp ?? '');
    const authorization = token === undefined ? null : `Bearer ${token}`;
    if (kept !== null) kept.authorization = authorization;
    if (!Number.isNaN(expires) && kept !== null) kept.until = expires - marginMs;
    return {
      authorization,
      certificate: cert === undefined || key === undefined ? null : { cert, key },
    };
  };
  return {
    // Many requests may be refused with the same credentials. Only the first refusal runs the program again.
    renew(refused) {
      if (kept?.authorization === refused) kept = null;
    },
    credentials() {
      if (kept !== null && Date.now() < kept.until) return kept.credentials;
      const { promise, resolve, reject } = Promise.withResolvers<Credentials>();
      kept = { until: Number.POSITIVE_INFINITY, credentials: promise };
      read().then(resolve, (error: unknown) => {
        kept = null;
        reject(error instanceof Error ? error : new Error(String(error)));
      });
      return promise;
    },
  };
}

async function runPlugin({ apiVersion, command, args, env }: ExecPlugin): Promise<z.infer<typeof answerSchema>> {
  const info = { apiVersion, kind: 'ExecCredential', spec: { interactive: false } };
  const own = Object.fromEntries((env ?? []).map(({ name, value }) => [name, value]));
  try {
    const { stdout } = await run(command, args ?? [], {
      env: { ...process.env, ...own, KUBERNETES_EXEC_INFO: JSON.stringify(info) },
      timeout: timeoutMs,
    });
    return answerSchema.parse(JSON.parse(stdout));
  } catch (error) {
    throw new StartError(`The program ${JSON.stringify(command)} in the kubeconfig gave no credentials.`, {
      cause: error,
    });
  }
}
