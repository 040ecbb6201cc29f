import { type CheckedCandidate, formatCount } from '@trimtab/core';
import { useMemo } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/Icon.tsx';
import type { IconName } from '../../../ui/icons.ts';
import { Spinner } from '../../../ui/Spinner.tsx';
import { countWorkloads } from '../candidates/count-workloads.ts';
import { checkedKey, type Finding, groupFindings, type Preflight, type Severity, verdictOf } from './group-findings.ts';
import type { PreflightState } from './use-preflight.ts';

const looks: Readonly<Record<Severity, { icon: IconName; tone: string }>> = {
  problem: { icon: 'severityHigh', tone: 'text-danger' },
  warning: { icon: 'severityMedium', tone: 'text-waste' },
  note: { icon: 'info', tone: 'text-ink-3' },
};

/** Above this number, findings are folded, and names of workloads are only counted. */
const openFindings = 5;
const namesShown = 4;

type PreflightCardProps = { state: PreflightState; selected: ReadonlySet<string> };

/**
 * The findings of the preflight, for all candidates and for the selected ones. The findings keep their positions when
 * the selection changes, so that the checkboxes below do not move.
 */
export function PreflightCard({ state, selected }: PreflightCardProps) {
  const { preflight, hasFailed, retry } = state;
  const findings = useMemo(() => (preflight === null ? [] : groupFindings(preflight)), [preflight]);
  if (preflight === null) {
    return (
      <Card aria-label="Preflight" className="flex min-h-10 items-center gap-2 px-4 py-1.5 text-ink-2">
        {hasFailed ? (
          <>
            <Icon name="severityMedium" className="shrink-0 text-waste" />
            <p className="min-w-0 flex-1">The preflight failed. Workloads can be enrolled without it.</p>
            <Button onClick={retry}>Retry</Button>
          </>
        ) : (
          <>
            <Spinner label="Checking" size={14} /> Checking requests and samples of the workloads
          </>
        )}
      </Card>
    );
  }
  const [shown, folded] = [findings.slice(0, openFindings), findings.slice(openFindings)];
  return (
    <Card aria-label="Preflight">
      <header
        className={classNames(
          'flex min-h-10 flex-wrap items-baseline gap-x-2 px-4 py-2',
          findings.length > 0 && 'border-b',
        )}
      >
        <h2 className="font-semibold">Preflight</h2>
        <p aria-live="polite" className="text-ink-2">
          {summary(preflight, selected)}
        </p>
      </header>
      <Findings findings={shown} selected={selected} />
      {folded.length === 0 ? null : (
        <details className="border-t">
          <summary className="cursor-pointer px-4 py-2 font-medium text-accent">
            {folded.length === 1 ? '1 more finding' : `${formatCount(folded.length)} more findings`}
          </summary>
          <Findings findings={folded} selected={selected} />
        </details>
      )}
    </Card>
  );
}

/** Counts the selected candidates by verdict, or all of them while none is selected. */
function summary(preflight: Preflight, selected: ReadonlySet<string>): string {
  const all = [...preflight.values()];
  const chosen = all.filter((candidate) => selected.has(candidate.name));
  const counted = chosen.length === 0 ? all : chosen;
  const numberOf = (verdict: string) => counted.filter((candidate) => verdictOf(candidate) === verdict).length;
  const [ready, warned, blocked] = [numberOf('ready'), numberOf('warning'), numberOf('problem')];
  const whole = chosen.length === 0 ? countWorkloads(all.length) : `${formatCount(chosen.length)} selected`;
  if (ready === counted.length) return counted.length === 1 ? `${whole}: ready.` : `${whole}: all are ready.`;
  const parts = [
    [ready, 'ready'],
    [
      warned,
      'with warnings: they can be enrolled, but suggestions come later, figures are missing or another tool sets the requests',
    ],
    [blocked, 'with problems'],
  ] as const;
  return `${whole}: ${parts.flatMap(([count, text]) => (count === 0 ? [] : [`${formatCount(count)} ${text}`])).join(', ')}.`;
}

function Findings({ findings, selected }: { findings: readonly Finding[]; selected: ReadonlySet<string> }) {
  return (
    <ul>
      {findings.map((finding) => (
        <li
          key={finding.text}
          className={classNames(
            'flex gap-2 px-4 py-2 not-last:border-b',
            selected.size > 0 && !finding.candidates.some((one) => selected.has(one.name)) && 'text-ink-3',
          )}
        >
          <Icon
            name={looks[finding.severity].icon}
            className={classNames('mt-0.5 shrink-0', looks[finding.severity].tone)}
          />
          <p className="min-w-0 break-words">
            {finding.text} <Names candidates={finding.candidates} />
          </p>
        </li>
      ))}
    </ul>
  );
}

function Names({ candidates }: { candidates: readonly CheckedCandidate[] }) {
  const more = candidates.length - namesShown;
  return (
    <span className="text-ink-3">
      {candidates.slice(0, namesShown).map((candidate, index) => (
        <span key={checkedKey(candidate)}>
          {index === 0 ? '' : ', '}
          <bdi className="break-all">{candidate.name}</bdi>
        </span>
      ))}
      {more > 0 ? ` and ${formatCount(more)} more` : null}
    </span>
  );
}
