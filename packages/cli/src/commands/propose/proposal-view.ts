import type { Written } from '../../manifests/placement.ts';
import type { View } from '../../output/view.ts';
import type { Proposal, ProposedChange } from '../../services/changes-propose.ts';
import { type ProposalRow, proposalColumns, proposalTitle, relativeDifference, rowsOf } from './columns.ts';
import { pullRequestBody, pullRequestTitle } from './pull-request.ts';

/** A value must be changed if it differs from the suggestion by more than this fraction. */
const tolerated = 0.1;

const isOff = (written: Written): boolean => Math.abs(relativeDifference(written) ?? 1) > tolerated;

/** The workloads with a value that is missing or differs from the suggestion by more than a tenth. */
export const workloadsOff = ({ changes }: Proposal): number =>
  changes.filter(({ written }) => written.some(isOff)).length;

export function proposalView(proposal: Proposal): View<ProposalRow> {
  const { changes, left } = proposal;
  return {
    data: {
      changes: changes.map(changeData),
      left,
      pullRequest: { title: pullRequestTitle(proposal), body: pullRequestBody(proposal) },
    },
    rows: rowsOf(changes),
    columns: proposalColumns,
    nameOf: ({ change }) => proposalTitle(change),
    empty: 'Nothing to change.',
  };
}

const changeData = ({ plan: { namespace, name, kind }, written, why, notes, yearly, owner }: ProposedChange) => ({
  namespace,
  name,
  kind,
  owner,
  yearlySavings: yearly,
  why,
  values: written,
  notes,
});
