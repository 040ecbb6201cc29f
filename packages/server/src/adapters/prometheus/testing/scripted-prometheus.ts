import { type ScriptedServer, scriptedServer } from '@trimtab/testing/prometheus';
import { afterEach } from 'vitest';
import { SourceError } from '../../../ports/index.ts';
import type { ConnectionOptions } from '../client/connection.ts';
import { createPrometheus } from '../index.ts';

export const now = 1_700_000_000_000;
export const day = { start: now - 86_400_000, end: now };
export const owner = { namespace: 'shop', pod: 'db-0', owner_kind: 'StatefulSet', owner_name: 'db' };

const servers: ScriptedServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

/** The ports on a scripted Prometheus, which stops after the test. `lines` is the log. */
export async function withServer(
  script: Parameters<typeof scriptedServer>[0],
  options: Partial<ConnectionOptions> & { credentials?: string } = {},
) {
  const server = await scriptedServer(script);
  servers.push(server);
  const lines: { level: string; event: string; fields: unknown }[] = [];
  const { credentials = '', ...rest } = options;
  const sources = createPrometheus({
    url: server.url.replace('//', `//${credentials}`),
    clock: { now: () => now },
    logger: (level, event, fields) => lines.push({ level, event, fields }),
    ...rest,
  });
  return { ...sources, server, lines };
}

/** The error of a call that must fail. */
export async function failureOf(call: Promise<unknown>): Promise<SourceError> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof SourceError) return error;
  throw new Error(`The call should have failed with a SourceError, not ${String(error)}.`);
}
