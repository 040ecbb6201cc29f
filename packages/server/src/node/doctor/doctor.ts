import type { Writable } from 'node:stream';
import type { DialectOptions, MetricsReport, PrometheusPorts } from '../../adapters/prometheus/index.ts';
import { SourceError } from '../../ports/index.ts';
import type { ConnectedKubernetes } from '../kubernetes/connect-kubernetes.ts';
import { StartError } from '../start-errors.ts';
import { kubernetesReport } from './kubernetes-report.ts';
import { doctorReport, isComplete } from './report.ts';

export type DoctorOptions = {
  readonly prometheus: Pick<PrometheusPorts, 'checkMetrics' | 'metrics'> & { readonly address: string };
  /** Null: the server does not read the Kubernetes API server. */
  readonly kubernetes: ConnectedKubernetes | null;
  readonly dialect: DialectOptions;
  readonly stdout: Writable;
  readonly env: Readonly<Record<string, string | undefined>>;
};

/**
 * Prints which required metrics Prometheus lacks, and which rights the account in Kubernetes lacks. Returns the exit code: 0
 * if nothing is missing, otherwise 1.
 *
 * @throws StartError if Prometheus cannot be queried (exit code 3)
 */
export async function doctor(options: DoctorOptions): Promise<number> {
  try {
    return await examine(options);
  } finally {
    await options.kubernetes?.stop();
  }
}

async function examine({ prometheus, kubernetes, dialect, stdout, env }: DoctorOptions): Promise<number> {
  const checked = await checkMetrics(prometheus, dialect).catch((error: unknown) => {
    if (error instanceof StartError) return error;
    throw error;
  });
  const color = 'isTTY' in stdout && stdout.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
  const hasMetrics = !(checked instanceof StartError);
  if (hasMetrics) stdout.write(doctorReport(checked, { address: prometheus.address, color }));
  const cluster = kubernetes === null ? null : await kubernetesReport(kubernetes, color);
  if (cluster !== null) stdout.write([...(hasMetrics ? [''] : []), ...cluster.lines, ''].join('\n'));
  if (!hasMetrics) throw checked;
  return isComplete(checked) && cluster?.isComplete !== false ? 0 : 1;
}

async function checkMetrics(prometheus: DoctorOptions['prometheus'], dialect: DialectOptions): Promise<MetricsReport> {
  try {
    return await prometheus.checkMetrics(dialect);
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    throw new StartError(
      `Cannot read from ${prometheus.address}: ${error.message} Check the options that begin with --prometheus.`,
      {
        cause: error,
      },
    );
  }
}
