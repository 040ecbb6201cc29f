import type { Context } from '../../context.ts';
import { exitCode } from '../../exit-code.ts';
import { UsageError } from '../../failure.ts';
import { defineCommand } from '../define.ts';
import { completed, option } from '../options.ts';
import { parseTarget } from '../scope.ts';

type DiagnosticsOptions = {
  target?: string;
  podLogs?: boolean;
  metrics: boolean;
  force?: boolean;
};

/** A file name from the server is ignored, because it could point anywhere. */
function defaultName(now: number): string {
  return `diagnostics-${new Date(now).toISOString().replace(/[-:]|\.\d+/g, '')}.tar.gz`;
}

async function openSource(context: Context, { target, podLogs = false, metrics }: DiagnosticsOptions) {
  const { exportSource } = await import('../../services/diagnostics-export.ts');
  return exportSource(context, { target: target === undefined ? null : parseTarget(target), podLogs, metrics });
}

async function toStdout(context: Context, options: DiagnosticsOptions): Promise<void> {
  if (context.stdout.isTerminal) {
    throw new UsageError('The archive is binary and cannot be printed on a terminal.', 'Use a pipe, or -o FILE.');
  }
  const { receive } = await import('../../services/download-receive.ts');
  const source = await openSource(context, options);
  await receive(source, { write: (chunk) => context.stdout.bytes(chunk), received: async () => undefined });
}

async function toFile(context: Context, options: DiagnosticsOptions, path: string): Promise<void> {
  const { openAtomic } = await import('../../output/atomic-file.ts');
  const { receive } = await import('../../services/download-receive.ts');
  const { showProgress } = await import('./progress.ts');
  // Open the file first, so that the command fails before the server starts an export if the file cannot be written.
  const file = await openAtomic(path, options.force === true);
  try {
    const source = await openSource(context, options);
    const bytes = await receive(source, {
      write: (chunk) => file.write(chunk),
      restart: () => file.restart(),
      received: showProgress(context),
    });
    await file.commit();
    const { formatBytes } = await import('@trimtab/core');
    await context.stderr.progress(null);
    await context.stderr.text(`Wrote ${path} (${formatBytes(bytes)}).\n`);
  } catch (error) {
    await file.discard();
    await context.stderr.progress(null);
    throw error;
  }
}

export const diagnosticsExport = defineCommand<DiagnosticsOptions>({
  name: 'diagnostics',
  summary: 'export an archive for support',
  description:
    'Exports the last seven days as an archive: targets, suggestions, metrics, and pod logs with --pod-logs. Here -o ' +
    'names the file. It appears when it is complete and replaces another file only with --force. -o - writes to stdout.',
  options: [
    completed(option('--target <namespace/name>', 'only this target'), 'targets'),
    option('--pod-logs', 'include the logs of pods'),
    option('--no-metrics', 'exclude metrics'),
    option('--force', 'replace the file if it exists'),
  ],
  examples: {
    'trimtab diagnostics --target storefront/cart --pod-logs':
      'exports everything about cart into a file with the current time',
    'trimtab diagnostics --no-metrics -o - | tar tz': 'lists the files of an export',
  },
  exitCodes: [exitCode.ok, exitCode.usage, exitCode.api, exitCode.denied, exitCode.interrupted],
  writesFile: true,
  run: async (context, options) => {
    if (context.outputFile === '-') return toStdout(context, options);
    const { refuseFormatName } = await import('../../output/typed-format.ts');
    if (context.outputFile !== null) refuseFormatName(context.outputFile, 'file');
    return toFile(context, options, context.outputFile ?? defaultName(context.now()));
  },
});
