import { exitCode } from '../../exit-code.ts';
import { UsageError } from '../../failure.ts';
import { defineCommand } from '../define.ts';
import { namespaceOption, option } from '../options.ts';

export interface EnrollOptions extends Record<string, unknown> {
  namespace?: string;
  all?: boolean;
  yes?: boolean;
  dryRun?: boolean;
}

export const enrollCreate = defineCommand<EnrollOptions>({
  name: 'enroll',
  summary: 'enrol workloads of a namespace as targets',
  description:
    'Enrols workloads as targets in recommendation mode: Trimtab suggests, and changes nothing in the cluster. On a ' +
    'terminal it first shows what would be enrolled, then asks. Repeating an enrolment is safe.',
  arguments: [{ name: '[names...]', description: 'the workloads to enrol' }],
  options: [
    namespaceOption('the namespace of the workloads'),
    option('--all', 'every candidate of the namespace', 'TRIMTAB_ALL'),
    option('-y, --yes', 'enrol without asking', 'TRIMTAB_YES'),
    option('--dry-run', 'only show what would be enrolled', 'TRIMTAB_DRY_RUN'),
  ],
  examples: [
    { line: 'trimtab enroll -n storefront --all', does: 'shows every candidate of storefront, asks, then enrols them' },
    { line: 'trimtab enroll -n storefront web cart --yes', does: 'enrols two workloads from a script' },
  ],
  exitCodes: [exitCode.ok, exitCode.usage, exitCode.api, exitCode.denied, exitCode.partial, exitCode.interrupted],
  run: async (context, options, names, fromFlag) => {
    const { namespace } = options;
    if (namespace === undefined) throw new UsageError('Which namespace?', 'Give -n NAMESPACE.');
    if (names.length > 0 && options.all === true && fromFlag('all')) {
      throw new UsageError('Names and --all exclude each other.', 'Name the workloads, or enrol all.');
    }
    if (names.length === 0 && options.all !== true) {
      const list = `trimtab candidates -n ${namespace} lists them.`;
      throw new UsageError('Which workloads?', `Name them, or give --all for every candidate. ${list}`);
    }
    if (options.dryRun !== true && options.yes !== true && context.ask === undefined) {
      throw new UsageError(
        'Nothing was enrolled: without a terminal nobody can be asked.',
        'Add --yes to enrol, or --dry-run to see what would be.',
      );
    }
    const { carryOut } = await import('./carry-out.ts');
    await carryOut(context, { namespace, workloads: names.length > 0 ? names : null, ...options });
  },
});
