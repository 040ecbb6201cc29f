import type { Severity } from '@trimtab/core';
import { Icon } from '../../../ui/Icon.tsx';
import { SeverityDot } from '../SeverityDot.tsx';
import { isCommand, type Result } from './result.ts';

type ResultRowProps = {
  result: Result;
  /** Undefined for commands, and if no loaded list contains the target's status. */
  status: { severity: Severity; label: string } | undefined;
};

/** The content of one result: a target with its mode and status, or a command with its kind. */
export function ResultRow({ result, status }: ResultRowProps) {
  if (isCommand(result))
    return (
      <>
        <Icon name={result.icon} className="text-ink-3" />
        <bdi className="min-w-0 truncate font-medium">{result.label}</bdi>
        <span className="ml-auto shrink-0 pl-2 text-small text-ink-3">{result.kind}</span>
      </>
    );
  const hasStatus = status !== undefined && status.label !== '';
  return (
    <>
      <span className="flex w-4 shrink-0 justify-center">
        {hasStatus ? <SeverityDot severity={status.severity} status={status.label} /> : null}
      </span>
      <bdi className="min-w-0 truncate font-medium">{result.name}</bdi>
      {result.autonomous ? <Icon name="autonomous" size={13} label="Autonomous" className="text-autonomous" /> : null}
      <span className="ml-auto flex max-w-3/5 shrink-0 items-center gap-2 text-small text-ink-3">
        <bdi className="truncate">{result.namespace}</bdi>
        {hasStatus ? (
          <bdi aria-hidden="true" className="hidden truncate sm:inline">
            {status.label}
          </bdi>
        ) : null}
        <span aria-hidden={result.autonomous} className="hidden sm:inline">
          {result.autonomous ? 'Autonomous' : 'Recommendation'}
        </span>
      </span>
    </>
  );
}
