import { flushCompileCache } from 'node:module';
import process from 'node:process';
import { main } from '@trimtab/server/node';
import { openSqliteStore } from '../../../server/src/adapters/sql/index.ts';
import { aWorkload, aWorld } from '../ports.ts';

// A test may kill this process, which would then not store the code that it compiled (scripts/processes.ts).
flushCompileCache();

/** Runs the server on eight workloads with its store on disk, until the test ends the process. */
const [folder = '', ...argv] = process.argv.slice(2);

process.exitCode = await main({
  argv: ['--port', '0', ...argv],
  env: { HOME: folder },
  stdout: process.stdout,
  stderr: process.stderr,
  webRoot: folder,
  version: '1.2.3',
  simulated: async ({ clock }) => {
    const world = aWorld();
    for (let index = 1; index <= 8; index += 1) world.workloads.push(aWorkload({ name: `workload-${index}` }));
    const { cluster, metrics } = world.deps;
    const namespaces: typeof cluster.namespaces = async (ask) => {
      if (process.env['TRIMTAB_TEST_REJECTS'] === 'true') void Promise.reject(new Error('an unhandled rejection'));
      return cluster.namespaces(ask);
    };
    return { cluster: { ...cluster, namespaces }, metrics, store: await openSqliteStore(folder), clock };
  },
});
