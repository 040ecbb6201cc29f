import { formatCounted } from '@trimtab/core';
import type { Context } from '../../context.ts';
import type { Proposal } from '../../services/changes-propose.ts';
import { byOwner, commitGroups, type OwnedFiles } from '../../services/commits-create.ts';
import type { Checkout } from '../../services/git-checkout.ts';
import { readOwners } from '../../services/owners-read.ts';
import { proposalTitle } from './columns.ts';

/** Commits the written files, one commit per owner, and names the commits. */
export async function commitByOwner(context: Context, checkout: Checkout, proposal: Proposal): Promise<void> {
  const groups = byOwner(proposal.changes, await readOwners(checkout.root));
  const hashes = await commitGroups(
    checkout,
    groups.map((group) => ({ ...group, subject: subjectOf(group), body: bodyOf(group) })),
  );
  const { writeNotes } = await import('../../output/present.ts');
  await writeNotes(
    context,
    groups.map(
      ({ owners, paths }, index) =>
        `Committed ${formatCounted(paths.length, 'file')} of ${owners.join(', ') || 'no owner'} as ${hashes[index] ?? ''}.`,
    ),
  );
}

function subjectOf({ changes }: OwnedFiles): string {
  const [first] = changes;
  const one = first === undefined ? '' : proposalTitle(first);
  const subject = `Set the suggested resources of ${changes.length === 1 ? one : formatCounted(changes.length, 'workload')}`;
  return subject.length > 72 ? `${subject.slice(0, 71)}…` : subject;
}

const bodyOf = ({ owners, changes }: OwnedFiles): string =>
  [
    ...changes.flatMap((change) =>
      change.written.map(({ container, field, before, after }) => {
        const what = [proposalTitle(change), container, field].filter((part) => part !== null).join(' ');
        return `${what}: ${before ?? 'none'} -> ${after}`;
      }),
    ),
    ...(owners.length === 0 ? [] : ['', `Owner: ${owners.join(', ')}`]),
  ].join('\n');
