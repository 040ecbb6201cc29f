import { exitCode } from '../../exit-code.ts';
import { UsageError } from '../../failure.ts';
import { defineCommand } from '../define.ts';
import { clusterOption, duration, namespacesOption, option, yesOption } from '../options.ts';
import { namespacesOf, requiredTargets, scopeOf, scopeOption } from '../scope.ts';

type EnrollOptions = {
  namespace?: string[];
  cluster?: string[];
  all?: boolean;
  yes?: boolean;
  dryRun?: boolean;
  wait?: boolean;
  timeout: number;
};

// Does not use core's hourMs, because --help must not load core.
const timeout = duration('Use a time such as 90s, 5m or 1h.', { unit: 's' });

export const enrollCreate = defineCommand<EnrollOptions>({
  name: 'enroll',
  summary: 'enroll workloads as targets',
  description:
    'Enrolls workloads in recommendation mode, in which Trimtab only makes suggestions. Asks first. The command can be ' +
    'repeated safely.',
  arguments: [{ name: '[names...]', description: 'the workloads to enroll, or NAMESPACE/NAME without -n' }],
  options: [
    namespacesOption('the namespace of the workloads'),
    clusterOption(),
    option('--all', 'every candidate of the namespaces'),
    yesOption('enroll without a question'),
    option('--dry-run', 'only show what would be enrolled'),
    option('--wait', 'wait until the targets have data'),
    option('--timeout <time>', 'the longest time to wait: 90s, 5m').argParser(timeout).default(300_000, '5m'),
  ],
  examples: {
    'trimtab enroll -n storefront,checkout --all': 'shows every candidate of both, asks, then enrolls them',
    'trimtab enroll storefront/newsletter-signup checkout/gift-wrap --yes --wait':
      'enrolls two workloads and waits until they have data',
  },
  exitCodes: [exitCode.ok, exitCode.usage, exitCode.api, exitCode.denied, exitCode.partial, exitCode.interrupted],
  run: async (context, options, names, fromFlag) => {
    const isTyped = fromFlag('namespace');
    const needsNamespace = names.some((name) => isTyped || !name.includes('/'));
    if (needsNamespace && options.namespace !== undefined && options.namespace.length > 1) {
      throw new UsageError(
        'Names without a namespace need exactly one -n.',
        'Give one namespace, NAMESPACE/NAME, or --all.',
      );
    }
    const targets = requiredTargets(names, options.namespace?.[0], isTyped);
    const named = Map.groupBy(targets, ({ namespace }) => namespace);
    const scope = await scopeOf(context, options, fromFlag, names);
    const namespaces = named.size > 0 ? [...named.keys()] : await namespacesOf(context, scope);
    if (names.length > 0 && options.all === true && fromFlag('all')) {
      throw new UsageError('Names and --all cannot be combined.', 'Give the names of workloads, or --all.');
    }
    if (names.length === 0 && options.all !== true) {
      throw new UsageError(
        'No workloads were given.',
        `Give their names, or --all for every candidate. trimtab candidates ${scopeOption(namespaces, scope.clusters)} lists the candidates.`,
      );
    }
    if (options.dryRun !== true && options.yes !== true && context.ask === undefined) {
      throw new UsageError(
        'Nothing was enrolled. There is no terminal to ask on.',
        'Add --yes to enroll without a question, or --dry-run for a preview.',
      );
    }
    if (options.wait === true && options.dryRun === true && fromFlag('wait')) {
      throw new UsageError(
        '--wait and --dry-run cannot be combined.',
        'A dry run enrolls nothing, so there is nothing to wait for.',
      );
    }
    const { enrollWorkloads } = await import('./enroll-workloads.ts');
    const waitMs = options.wait === true ? options.timeout : null;
    const workloadsOf = (namespace: string) => named.get(namespace)?.map(({ name }) => name) ?? null;
    await enrollWorkloads(context, { ...options, namespaces, clusters: scope.clusters, workloadsOf, waitMs });
  },
});
