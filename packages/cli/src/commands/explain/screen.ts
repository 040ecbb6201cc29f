import {
  type Confidence,
  confidenceOf,
  distributionFor,
  type Explanation,
  formatPercent,
  formatResource,
  replicaMarks,
  requestMarks,
  resourceLabels,
  type UsageDistribution,
  type UsageMark,
  verdictText,
} from '@trimtab/core';
import { type Fact, fact, factsBlock, figure } from '../../output/facts.ts';
import type { Block } from '../../output/table.ts';
import type { TargetDetail } from '../../services/target-get.ts';
import { whyLines } from '../target/screen.ts';
import { targetVerdict, verdictFacts } from '../target/verdict.ts';
import { axisEnd, histogramLine, markLetters, markLine } from './histogram.ts';

type Pictured = { readonly usage: UsageDistribution; readonly marks: readonly UsageMark[] };

/** The distributions with their marks: of each request, and of all pods. */
function pictured(explanation: Explanation | null): Pictured[] {
  if (explanation === null) return [];
  const { requests, replicas } = explanation;
  const ofRequests = requests.flatMap((request) => {
    const usage = distributionFor(explanation, request);
    return usage === undefined ? [] : [{ usage, marks: requestMarks(request, usage) }];
  });
  const all = distributionFor(explanation, null);
  return replicas === null || all === undefined
    ? ofRequests
    : [...ofRequests, { usage: all, marks: replicaMarks(replicas, all) }];
}

const usageTitle = ({ container, resource }: UsageDistribution): string =>
  `${container ?? 'All pods'} · ${resourceLabels[resource]} · usage of 14 days`;

/** A wider histogram would not show more details. */
const maxWidth = 60;

function pictureFacts({ usage, marks }: Pictured): Fact[] {
  const end = axisEnd(usage, marks);
  const scale = (width: number) => {
    const right = formatResource(usage.resource, end);
    return `0${right.padStart(width - 1)}`;
  };
  return [
    line('usage', 'Usage', (width) => histogramLine(usage, end, width)),
    line('marks', '', (width) => markLine(marks, end, width)),
    { ...line('axis', '', scale), style: 'dim' },
    ...marks.map((mark) => fact(mark.id, `${markLetters[mark.id]} ${mark.label}`, markText(mark, usage))),
  ];
}

function line(id: string, label: string, draw: (width: number) => string): Fact {
  const shorten = (width: number) => draw(Math.min(width, maxWidth));
  return fact(id, label, shorten(maxWidth), { shorten });
}

function markText({ value, above }: UsageMark, { resource }: UsageDistribution): string {
  const share =
    above === null ? '' : above === 0 ? ', never above it' : `, ${formatPercent(above)} of the time above it`;
  return `${formatResource(resource, value)}${share}`;
}

const confidence = ({ explanation }: TargetDetail): Confidence | null =>
  explanation === null ? null : confidenceOf(explanation);

/** The verdict, the confidence, the usage as histograms, and the reasons. */
export function explainBlocks(detail: TargetDetail, now: number): Block[] {
  const sure = confidence(detail);
  const why = detail.suggestion?.why ?? '';
  return [
    {
      kind: 'paragraph',
      title: `${detail.spec.namespace}/${detail.spec.name} · What to do`,
      text: verdictText(targetVerdict(detail, now)),
    },
    ...(sure === null
      ? []
      : [
          {
            kind: 'paragraph',
            title: `Can I trust it? Confidence ${sure.level}`,
            text: sure.reasons.join(' '),
          } as const,
        ]),
    ...pictured(detail.explanation).map((one) => factsBlock(usageTitle(one.usage), pictureFacts(one))),
    ...(why === '' ? [] : [{ kind: 'paragraph', title: 'Why', text: why } as const]),
  ];
}

/** The same for a pipe, one fact per line, without histograms. */
export function explainLines(detail: TargetDetail, now: number): Fact[] {
  const sure = confidence(detail);
  return [
    ...verdictFacts(targetVerdict(detail, now)),
    ...(sure === null ? [] : [fact('confidence', 'Confidence', `${sure.level}: ${sure.text}`, { value: sure.level })]),
    ...(sure?.reasons ?? []).map((reason) => fact('confidence_reason', 'Confidence', reason)),
    ...pictured(detail.explanation).flatMap(({ usage, marks }) =>
      marks.map(({ id, value }) =>
        figure(
          `${usage.container ?? 'all_pods'}.${usage.resource}.${id}`,
          formatResource(usage.resource, value),
          value,
        ),
      ),
    ),
    ...whyLines(detail),
  ];
}

/** The data of `-o json`. */
export const explainData = (detail: TargetDetail, now: number) => ({
  verdict: verdictText(targetVerdict(detail, now)),
  confidence: confidence(detail),
  explanation: detail.explanation,
});
