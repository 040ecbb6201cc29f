import process from 'node:process';
import { type RunningPrometheus, startPrometheus } from '../../e2e/support/prometheus/start.ts';
import { provisionPrometheus } from '../../scripts/provision/prometheus.ts';

/** Starts an empty Prometheus. If this machine has none, it is unpacked first, as for the tests. */
export async function startProvisionedPrometheus(): Promise<RunningPrometheus> {
  const provision = await provisionPrometheus((line) => process.stderr.write(`${line}\n`));
  if (provision.path === null) throw new Error(provision.problem);
  process.env['PROMETHEUS_BIN'] = provision.path;
  return startPrometheus();
}
