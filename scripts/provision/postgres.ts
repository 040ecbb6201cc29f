import { findPostgres, unpackedPostgres } from '../../e2e/support/postgres/find.ts';
import { inCheckout } from '../checkout.ts';
import { run } from '../processes.ts';
import { isDebian, unpackPackages } from './debian.ts';
import { missing, type Provision } from './provision.ts';

const folder = inCheckout('.cache/postgres');

/** The folder with the programs of PostgreSQL; null if there is none. */
export const findPostgresPrograms = (): string | null => findPostgres(folder);

/**
 * Finds PostgreSQL, or unpacks Debian's package into .cache. It is not installed, because the installed package would
 * start a service on port 5432.
 */
export async function provisionPostgres(say: (line: string) => void): Promise<Provision> {
  const found = findPostgresPrograms();
  if (found) return { path: found };
  const install = 'sudo apt-get install postgresql';
  if (!isDebian())
    return missing('PostgreSQL', 'it is not installed', 'install PostgreSQL 15 or newer, and set POSTGRES_BIN');
  say("PostgreSQL is not installed. Unpacking Debian's package into .cache …");
  // The package `postgresql` only depends on the one of the current version.
  const depends = await run('apt-cache', ['depends', 'postgresql'], { output: 'capture' });
  const name = /Depends: (postgresql-\d+)/.exec(depends.output)?.[1] ?? 'postgresql-15';
  const failure = await unpackPackages([name], {
    folder,
    program: (root) => {
      const programs = unpackedPostgres(root);
      return programs === null ? null : `${programs}/postgres`;
    },
  });
  const unpacked = failure === null ? findPostgresPrograms() : null;
  if (unpacked !== null) return { path: unpacked };
  return missing('PostgreSQL', failure?.why ?? 'it could not be found', install, failure?.output);
}
