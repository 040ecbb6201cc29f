import type { Writable } from 'node:stream';
import type { DialectOptions, Examination, PrometheusPorts } from '../../adapters/prometheus/index.ts';
import { SourceError } from '../../ports/index.ts';
import { StartError } from '../start-errors.ts';
import { doctorReport, isWell } from './report.ts';

export type DoctorOptions = {
  readonly prometheus: Pick<PrometheusPorts, 'examine' | 'metrics'> & { readonly shown: string };
  readonly dialect: DialectOptions;
  readonly stdout: Writable;
  readonly env: Readonly<Record<string, string | undefined>>;
};

/**
 * Says what a Prometheus lacks, and answers the exit code: 0 when all is there, 1 when something is missing.
 *
 * @throws StartError when it cannot be asked (3)
 */
export async function doctor({ prometheus, dialect, stdout, env }: DoctorOptions): Promise<number> {
  const examination = await examined(prometheus, dialect);
  const color = 'isTTY' in stdout && stdout.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
  stdout.write(doctorReport(examination, { shown: prometheus.shown, color }));
  return isWell(examination) ? 0 : 1;
}

async function examined(prometheus: DoctorOptions['prometheus'], dialect: DialectOptions): Promise<Examination> {
  try {
    return await prometheus.examine(dialect);
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    throw new StartError(`Nothing can be read from ${prometheus.shown}: ${error.message} Check --prometheus.`, {
      cause: error,
    });
  }
}
