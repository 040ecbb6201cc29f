import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { inCheckout } from '../checkout.ts';
import { run } from '../processes.ts';
import { isDebian, unpackPackage } from './debian.ts';
import { isExecutable, onPath } from './executable.ts';
import { missing, type Provision } from './provision.ts';

const folder = inCheckout('.cache/pgbouncer');
const script = join(folder, 'pgbouncer');

/** The path in `PGBOUNCER_BIN`, else the first on PATH, else the unpacked one; null if there is none. */
export function findPgbouncer(): string | null {
  const named = process.env['PGBOUNCER_BIN'];
  if (named && isExecutable(named)) return named;
  return onPath('pgbouncer') ?? (isExecutable(script) ? script : null);
}

/** Finds PgBouncer, a pooler for PostgreSQL, or unpacks Debian's package into .cache. */
export async function provisionPgbouncer(say: (line: string) => void): Promise<Provision> {
  const found = findPgbouncer();
  if (found) return { path: found };
  const install = 'sudo apt-get install pgbouncer';
  if (!isDebian()) return missing('PgBouncer', 'it is not on PATH', 'install it, or set PGBOUNCER_BIN');
  say("PgBouncer is not on PATH. Unpacking Debian's package into .cache …");
  const output = [await unpackPackage('pgbouncer', folder), await unpackPackage('libc-ares2', folder)].join('\n');
  const program = join(folder, 'usr/sbin/pgbouncer');
  if (!isExecutable(program)) return missing('PgBouncer', "Debian's package could not be unpacked", install, output);
  // It needs a library that is unpacked beside it.
  const start = [
    '#!/bin/sh',
    'folder=$(dirname "$0")/usr',
    'LD_LIBRARY_PATH=$(echo "$folder"/lib/*-linux-gnu) exec "$folder/sbin/pgbouncer" "$@"',
    '',
  ];
  writeFileSync(script, start.join('\n'));
  chmodSync(script, 0o755);
  const version = await run(script, ['--version'], { output: 'capture' });
  if (version.code === 0) return { path: script };
  return missing('PgBouncer', 'it lacks libraries', install, version.output);
}
