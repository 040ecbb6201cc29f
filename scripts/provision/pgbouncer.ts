import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inCheckout } from '../checkout.ts';
import { isDebian, unpackPackages } from './debian.ts';
import { findProgram, isExecutable } from './executable.ts';
import { missing, type Provision } from './provision.ts';

const folder = inCheckout('.cache/pgbouncer');
const script = join(folder, 'pgbouncer');

/** The path in `PGBOUNCER_BIN`, else the first on PATH, else the unpacked one; null if there is none. */
export const findPgbouncer = (): string | null => findProgram('PGBOUNCER_BIN', 'pgbouncer', script);

/** Finds PgBouncer, a pooler for PostgreSQL, or unpacks Debian's package into .cache. */
export async function provisionPgbouncer(say: (line: string) => void): Promise<Provision> {
  const found = findPgbouncer();
  if (found) return { path: found };
  const install = 'sudo apt-get install pgbouncer';
  if (!isDebian()) return missing('PgBouncer', 'it is not on PATH', 'install it, or set PGBOUNCER_BIN');
  say("PgBouncer is not on PATH. Unpacking Debian's package into .cache …");
  const failure = await unpackPackages(['pgbouncer', 'libc-ares2'], {
    folder,
    program: (root) => {
      if (!isExecutable(join(root, 'usr/sbin/pgbouncer'))) return null;
      writeStartScript(join(root, 'pgbouncer'));
      return join(root, 'pgbouncer');
    },
  });
  return failure === null ? { path: script } : missing('PgBouncer', failure.why, install, failure.output);
}

/** PgBouncer needs a library that is unpacked beside it. */
function writeStartScript(path: string): void {
  const lines = [
    '#!/bin/sh',
    'folder=$(dirname "$0")/usr',
    'LD_LIBRARY_PATH=$(echo "$folder"/lib/*-linux-gnu) exec "$folder/sbin/pgbouncer" "$@"',
    '',
  ];
  writeFileSync(path, lines.join('\n'));
  chmodSync(path, 0o755);
}
