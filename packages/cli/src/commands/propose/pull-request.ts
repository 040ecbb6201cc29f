import {
  formatBytes,
  formatCount,
  formatCounted,
  formatCpu,
  formatMoneyShort,
  missingMark,
  parseQuantity,
} from '@trimtab/core';
import type { Written } from '../../manifests/placement.ts';
import type { Left } from '../../manifests/repository.ts';
import { escapeMarkdown as escaped } from '../../output/escape-markdown.ts';
import type { Proposal, ProposedChange } from '../../services/changes-propose.ts';
import { proposalTitle } from './columns.ts';

export const pullRequestTitle = ({ changes }: Proposal): string =>
  `Set the suggested resources of ${formatCounted(changes.length, 'workload')}`;

export function proposalSummary({ changes, files, enrolled, found }: Proposal, isWritten: boolean): string {
  const places = `${formatCount(found)} of ${formatCounted(enrolled, 'enrolled workload')} ${found === 1 ? 'has' : 'have'} a manifest here.`;
  if (changes.length === 0) return `No file needs a change. ${places}`;
  const values = changes.reduce((sum, { written }) => sum + written.length, 0);
  const what = `${formatCounted(values, 'value')} of ${formatCounted(changes.length, 'workload')} in ${formatCounted(files.length, 'file')}`;
  return `${isWritten ? 'Changed' : 'Would change'} ${what}. ${places}`;
}

/** The text of a pull request: the changes, why, cost, risk and how to undo them. */
export function pullRequestBody(proposal: Proposal): string {
  const { changes, left, incomplete } = proposal;
  const unread = incomplete === null ? [] : [escaped(incomplete), ''];
  if (changes.length === 0) return [proposalSummary(proposal, false), '', ...unread, ...leftAlone(left)].join('\n');
  return [
    `## ${pullRequestTitle(proposal)}`,
    '',
    ...unread,
    ...fitting(table(changes), longest.table),
    '',
    '### Why',
    ...fitting(changes.map(reason), longest.reasons),
    '',
    '### Cost',
    ...cost(changes),
    '',
    '### Risk',
    ...risks(changes),
    '',
    '### How to undo',
    '- Revert the commit with `git revert`, and apply the manifests as usual. The table has the previous values.',
    '- `trimtab target NAMESPACE/NAME` shows the usage after the change.',
    '',
    ...leftAlone(left),
  ].join('\n');
}

/** GitHub accepts 65,536 characters. */
const longest = { table: 30_000, reasons: 22_000, left: 8_000 };

/** As many lines as fit into `most` characters, followed by the number of the omitted ones. */
function fitting(lines: readonly string[], most: number): readonly string[] {
  let length = 0;
  const end = lines.findIndex((line) => (length += line.length + 1) > most);
  return end === -1 ? lines : [...lines.slice(0, end), '', `… and ${formatCount(lines.length - end)} more.`];
}

function table(changes: readonly ProposedChange[]): string[] {
  const rows = changes.flatMap((change) =>
    change.written.map(({ container, field, before, after }) =>
      [proposalTitle(change), container ?? missingMark, field, before ?? missingMark, after].map(escaped),
    ),
  );
  return [
    '| Workload | Container | Field | Before | After |',
    '| --- | --- | --- | ---: | ---: |',
    ...rows.map((cells) => `| ${cells.join(' | ')} |`),
  ];
}

function reason(change: ProposedChange): string {
  const notes = [change.why, ...change.notes, ...change.plan.notes].filter((text) => text !== '');
  return `- **${escaped(proposalTitle(change))}**: ${escaped(notes.join(' ') || 'The server gives no reason.')}`;
}

function cost(changes: readonly ProposedChange[]): string[] {
  const known = changes.flatMap(({ yearly }) => (yearly === null ? [] : [yearly]));
  const sum = known.reduce((total, one) => total + one, 0);
  const dollars = sum < 0 ? `costs ${formatMoneyShort(-sum)} more` : `saves ${formatMoneyShort(sum)}`;
  const unknown = changes.length - known.length;
  return [
    ...(known.length === 0 ? [] : [`- Together this ${dollars} a year.`]),
    ...(unknown === 0 ? [] : [`- The cost of ${formatCounted(unknown, 'workload')} is unknown.`]),
    ...(['cpu', 'memory'] as const).flatMap((resource) => requested(changes, resource)),
  ];
}

/** The sum of the changed requests of all replicas. */
function requested(changes: readonly ProposedChange[], resource: 'cpu' | 'memory'): string[] {
  const sum = changes.reduce(
    (total, { written, replicas }) =>
      total +
      (replicas ?? 0) *
        written.filter(({ field }) => field === `requests.${resource}`).reduce((all, one) => all + addedBy(one), 0),
    0,
  );
  if (sum === 0) return [];
  const [label, amount] =
    resource === 'cpu' ? ['CPU', formatCpu(Math.abs(sum))] : ['Memory', formatBytes(Math.abs(sum))];
  return [`- ${label} requests ${sum > 0 ? 'rise' : 'fall'} by ${amount} with the present replicas.`];
}

const addedBy = ({ before, after }: Written): number => (parseQuantity(after) ?? 0) - (parseQuantity(before) ?? 0);

function risks(changes: readonly ProposedChange[]): string[] {
  const written = changes.flatMap((change) => change.written);
  const some = (part: string, isMore: boolean) =>
    written.filter((one) => one.field.startsWith(part) && (isMore ? addedBy(one) > 0 : addedBy(one) < 0)).length;
  const isPodChanged = written.some(({ container }) => container !== null);
  const [lower, higher, lowerLimits] = [some('requests.', false), some('requests.', true), some('limits.', false)];
  return [
    ...(isPodChanged ? ['- Pods restart: Kubernetes replaces them by the update strategy of each workload.'] : []),
    ...(lower === 0
      ? []
      : [
          `- ${formatCounted(lower, 'request')} lower: if usage grows beyond what was observed, pods compete for resources on their node.`,
        ]),
    ...(higher === 0 ? [] : [`- ${formatCounted(higher, 'request')} higher: pods wait if no node has room for them.`]),
    ...(lowerLimits === 0
      ? []
      : [
          `- ${formatCounted(lowerLimits, 'limit')} lower: above it CPU is throttled, and memory leads to an OOM kill.`,
        ]),
    ...(written.some(({ container }) => container === null)
      ? ['- Replicas or the bounds of an autoscaler change: the capacity for peaks changes with them.']
      : []),
  ];
}

export function leftText({ target, file, reason: why }: Left): string {
  const place = [target, file].filter((part) => part !== null).join(', ');
  return `${place}: ${why}${/[.?!]$/.test(why) ? '' : '.'}`;
}

function leftAlone(left: readonly Left[]): string[] {
  if (left.length === 0) return [];
  return [
    '### Left alone',
    ...fitting(
      left.map((one) => `- ${escaped(leftText(one))}`),
      longest.left,
    ),
    '',
  ];
}
