import { InvalidArgumentError } from 'commander';
import { exitCode } from '../../exit-code.ts';
import { UsageError } from '../../failure.ts';
import { defineCommand } from '../define.ts';
import { namespaceOption, option } from '../options.ts';

export type EnrollOptions = Record<string, unknown> & {
  namespace?: string;
  all?: boolean;
  yes?: boolean;
  dryRun?: boolean;
  wait?: boolean;
  timeout: number;
};

const units = new Map([
  ['s', 1_000],
  ['m', 60_000],
  ['h', 3_600_000],
]);

function timeout(text: string): number {
  const [, amount, unit = 's'] = /^(\d{1,5})([smh])?$/.exec(text) ?? [];
  const milliseconds = Number(amount) * (units.get(unit) ?? Number.NaN);
  if (!(milliseconds > 0)) throw new InvalidArgumentError('Give a time such as 90s, 5m or 1h.');
  return milliseconds;
}

export const enrollCreate = defineCommand<EnrollOptions>({
  name: 'enroll',
  summary: 'enroll workloads of a namespace as targets',
  description:
    'Enrolls workloads in recommendation mode: Trimtab suggests, and changes nothing in the cluster. On a terminal it ' +
    'shows what, then asks. Repeating is safe.',
  arguments: [{ name: '[names...]', description: 'the workloads to enroll' }],
  options: [
    namespaceOption('the namespace of the workloads'),
    option('--all', 'every candidate of the namespace', 'TRIMTAB_ALL'),
    option('-y, --yes', 'enroll without asking', 'TRIMTAB_YES'),
    option('--dry-run', 'only show what would be enrolled', 'TRIMTAB_DRY_RUN'),
    option('--wait', 'wait until the targets report', 'TRIMTAB_WAIT'),
    option('--timeout <time>', 'wait no longer than this: 90s, 5m', 'TRIMTAB_TIMEOUT')
      .argParser(timeout)
      .default(300_000, '5m'),
  ],
  examples: [
    {
      line: 'trimtab enroll -n storefront --all',
      does: 'shows every candidate of storefront, asks, then enrolls them',
    },
    { line: 'trimtab enroll -n storefront web cart --yes --wait', does: 'enrolls two, and waits until they report' },
  ],
  exitCodes: [exitCode.ok, exitCode.usage, exitCode.api, exitCode.denied, exitCode.partial, exitCode.interrupted],
  run: async (context, options, names, fromFlag) => {
    const { namespace } = options;
    if (namespace === undefined) throw new UsageError('Which namespace?', 'Give -n NAMESPACE.');
    if (names.length > 0 && options.all === true && fromFlag('all')) {
      throw new UsageError('Names and --all exclude each other.', 'Name the workloads, or enroll all.');
    }
    if (names.length === 0 && options.all !== true) {
      const list = `trimtab candidates -n ${namespace} lists them.`;
      throw new UsageError('Which workloads?', `Name them, or give --all for every candidate. ${list}`);
    }
    if (options.dryRun !== true && options.yes !== true && context.ask === undefined) {
      throw new UsageError(
        'Nothing was enrolled: without a terminal nobody can be asked.',
        'Add --yes to enroll, or --dry-run to see what would be.',
      );
    }
    if (options.wait === true && options.dryRun === true && fromFlag('wait')) {
      throw new UsageError('--wait and --dry-run exclude each other.', 'A dry run enrolls nothing to wait for.');
    }
    const { carryOut } = await import('./enroll-workloads.ts');
    const waitMs = options.wait === true ? options.timeout : null;
    await carryOut(context, { ...options, namespace, workloads: names.length > 0 ? names : null, waitMs });
  },
});
