import type { Context } from '../../context.ts';
import { exitCode } from '../../exit-code.ts';
import { CliError, UsageError } from '../../failure.ts';
import { ignoreClosedPipe } from '../../output/write-error.ts';
import type { Proposal } from '../../services/changes-propose.ts';
import type { Checkout } from '../../services/git-checkout.ts';
import { defineCommand } from '../define.ts';
import { allNamespacesOption, namespaceOption, option, positiveInteger } from '../options.ts';
import { isEverywhere } from '../scope.ts';

type ProposeOptions = {
  namespace?: string;
  allNamespaces?: boolean;
  dryRun?: boolean;
  check?: boolean;
  maxChanges?: number;
  force?: boolean;
  commit?: boolean;
};

async function print(context: Context, proposal: Proposal): Promise<void> {
  const { pullRequestBody } = await import('./pull-request.ts');
  if (context.output === 'markdown') return context.stdout.text(pullRequestBody(proposal));
  const [{ present }, { proposalView }] = await Promise.all([
    import('../../output/present.ts'),
    import('./proposal-view.ts'),
  ]);
  await present(context, proposalView(proposal));
  if (context.stdout.isTerminal && context.output === 'table' && proposal.changes.length > 0)
    await context.stdout.text(`\n${pullRequestBody(proposal)}`);
}

/** Throws if a file has uncommitted changes of the user, because git could not separate them from the new ones later. */
async function refuseUncommitted(checkout: Checkout, { files }: Proposal): Promise<void> {
  const { uncommitted } = await import('../../services/git-checkout.ts');
  const [first, ...more] = await uncommitted(
    checkout,
    files.map(({ path }) => path),
  );
  if (first === undefined) return;
  const others = more.length === 0 ? '' : ` and ${more.length} more`;
  throw new UsageError(
    `${first}${others} would be changed, despite uncommitted changes.`,
    'Nothing was written. Commit or stash your changes, or add --force.',
  );
}

async function failIfOff(proposal: Proposal): Promise<void> {
  const { formatCounted } = await import('@trimtab/core');
  const { workloadsOff } = await import('./proposal-view.ts');
  const count = workloadsOff(proposal);
  if (count === 0) return;
  const next = 'trimtab propose without --check writes the suggested values.';
  const off = `${formatCounted(count, 'workload')} more than 10% off.`;
  const parts = [off, proposal.incomplete].filter((part) => part !== null);
  throw new CliError(parts.join(' '), exitCode.findings, next);
}

export const proposeRun = defineCommand<ProposeOptions>({
  name: 'propose',
  summary: 'write suggestions into the manifests of a Git checkout',
  description:
    'Sets the suggested requests, limits and replicas in the manifests of enrolled workloads. What is uncertain is ' +
    'listed and stays unchanged. -o markdown prints the text of a pull request.',
  arguments: [{ name: '[dir]', description: 'a folder of a checkout (default: this one)' }],
  options: [
    namespaceOption('only this namespace, also for manifests that name none'),
    allNamespacesOption('every namespace; the default without -n'),
    option('--dry-run', 'write nothing'),
    option('--check', 'write nothing; exit 1 if a value is more than 10% off'),
    option('--max-changes <count>', 'change only the most urgent workloads').argParser(positiveInteger),
    option('--commit', 'make one commit per owner; never pushes'),
    option('--force', 'also change files with uncommitted changes'),
  ],
  examples: {
    'trimtab propose': 'changes files; git diff shows how, git restore undoes it',
    'trimtab propose deploy -n storefront -o markdown > text': 'also the text for gh pr create',
  },
  exitCodes: [exitCode.ok, exitCode.findings, exitCode.usage, exitCode.api, exitCode.denied, exitCode.partial],
  run: async (context, options, [directory = '.'], fromFlag) => {
    const namespace = isEverywhere(options, fromFlag) ? undefined : options.namespace;
    if (context.output === 'junit' || context.output === 'sarif')
      throw new UsageError(`Only trimtab check supports -o ${context.output}.`, 'Use another format with -o.');
    const isWriting = options.dryRun !== true && options.check !== true;
    if (options.commit === true && (options.force === true || !isWriting))
      throw new UsageError('--commit cannot be combined with --force, --dry-run or --check.', 'Nothing was written.');
    const { openCheckout } = await import('../../services/git-checkout.ts');
    const { readRepository } = await import('../../services/repository-read.ts');
    const checkout = await openCheckout(directory, context.signal);
    const { files, unread } = await readRepository(checkout);
    const { proposeChanges } = await import('../../services/changes-propose.ts');
    const proposal = await proposeChanges(await context.client(), {
      files,
      unread,
      folder: checkout.prefix,
      namespace: namespace ?? null,
      maxChanges: options.maxChanges ?? null,
    });
    if (isWriting && options.force !== true) await refuseUncommitted(checkout, proposal);
    if (options.commit === true) {
      const { refuseCommit } = await import('../../services/commits-create.ts');
      await refuseCommit(checkout);
    }
    context.outlivePipe();
    await print(context, proposal).catch(ignoreClosedPipe);
    if (isWriting) {
      const { replaceFiles } = await import('../../services/files-replace.ts');
      await replaceFiles(checkout.root, { before: files, changed: proposal.files });
    }
    await writeSummary(context, proposal, isWriting);
    if (options.commit === true) {
      const { commitByOwner } = await import('./commit.ts');
      await commitByOwner(context, checkout, proposal);
    }
    if (options.check === true) await failIfOff(proposal);
    if (proposal.incomplete !== null)
      throw new CliError(proposal.incomplete, exitCode.partial, 'Run the command again.');
  },
});

async function writeSummary(context: Context, proposal: Proposal, isWriting: boolean): Promise<void> {
  const { writeNotes } = await import('../../output/present.ts');
  const { proposalSummary } = await import('./pull-request.ts');
  const { leftText } = await import('./pull-request.ts');
  await writeNotes(context, [
    ...proposal.left.map((one) => `Left alone: ${leftText(one)}`),
    ...proposal.lacks,
    proposalSummary(proposal, isWriting),
  ]);
}
