import { verdictText } from '@trimtab/core';
import { type Fact, fact, factsBlock } from '../../output/facts.ts';
import { type Block, table } from '../../output/table.ts';
import type { TargetDetail } from '../../services/target-get.ts';
import { withYearly } from '../targets/columns.ts';
import { targetFacts } from './facts.ts';
import { historyFacts } from './history.ts';
import { outlookFacts } from './outlook.ts';
import { podColumns, podFacts } from './pods.ts';
import { reliabilityBlocks, reliabilityFacts } from './reliability.ts';
import { reportCardBlocks, reportCardFacts } from './report-card.ts';
import { resourceFacts, resourceRows, visibleResourceColumns } from './resources.ts';
import { tradeOffColumns, tradeOffFacts, tradeOffNotes, tradeOffRows } from './trade-off.ts';
import { targetVerdict, verdictFacts } from './verdict.ts';

/** The console's detail page as a screen: facts, containers, history, trade-off, reasons, pods. */
export function targetBlocks(detail: TargetDetail, now: number): Block[] {
  const resources = resourceRows(detail);
  const history = historyFacts(detail);
  const why = detail.suggestion?.why ?? '';
  const blocks: Block[] = [
    { kind: 'paragraph', title: 'What to do', text: verdictText(targetVerdict(detail, now)) },
    factsBlock(`${detail.spec.namespace}/${detail.spec.name}`, targetFacts(detail, now)),
  ];
  if (resources.length > 0) blocks.push(table(resources, visibleResourceColumns(resources), 'Per pod'));
  if (history.length > 0) blocks.push(factsBlock('Total usage · last 3 hours and forecast', history));
  const peaks = outlookFacts(detail);
  if (peaks.length > 0) blocks.push(factsBlock('Expected peaks', peaks));
  blocks.push(...reliabilityBlocks(detail));
  const tradeOff = tradeOffRows(detail);
  if (tradeOff.length > 0) blocks.push(table(tradeOff, tradeOffColumns, 'Reliability and cost · last 14 days'));
  const notes = tradeOffNotes(detail).map(({ label, text }) => `${label}: ${text}`);
  if (notes.length > 0) blocks.push({ kind: 'paragraph', title: 'About these requests', text: notes.join(' ') });
  blocks.push(...reportCardBlocks(detail));
  if (why !== '') blocks.push({ kind: 'paragraph', title: 'Why', text: why });
  if (detail.pods !== null && detail.pods.length > 0) {
    blocks.push(table(detail.pods, podColumns(now, detail.pods), `Pods · ${detail.pods.length}`));
  }
  return blocks;
}

/** One fact per sentence, because a cell is cut after 253 characters. */
export const whyLines = ({ suggestion }: TargetDetail): Fact[] =>
  (suggestion?.why ?? '')
    .split(/(?<=\.) /)
    .filter((sentence) => sentence !== '')
    .map((text) => fact('why', 'Why', text));

/** The same for a pipe: one fact per line, without sparklines. */
export const targetLines = (detail: TargetDetail, now: number): Fact[] => [
  ...verdictFacts(targetVerdict(detail, now)),
  ...targetFacts(detail, now),
  ...resourceFacts(resourceRows(detail)),
  ...outlookFacts(detail),
  ...reliabilityFacts(detail),
  ...tradeOffFacts(tradeOffRows(detail)),
  ...tradeOffNotes(detail),
  ...reportCardFacts(detail),
  ...podFacts(detail.pods ?? []),
  ...whyLines(detail),
];

/** The data of `-o json`: the target as the API sends it, and the other answers about it. */
export function targetData(detail: TargetDetail, now: number) {
  const { found, spec, row, current, suggestion, pods, series, outlook, tradeOff, reliability, reportCard } = detail;
  return {
    ...(found ?? { target: null, aiscaletarget: spec }),
    verdict: verdictText(targetVerdict(detail, now)),
    row: row && withYearly(row),
    current,
    suggestion,
    pods,
    series,
    outlook,
    tradeOff,
    reliability,
    ...(reportCard === undefined ? {} : { reportCard }),
  };
}
