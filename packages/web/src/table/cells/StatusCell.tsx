import { missingMark, type Severity } from '@trimtab/core';
import { focusable } from '../../ui/focusable.ts';
import { Icon } from '../../ui/Icon.tsx';
import type { IconName } from '../../ui/icons.ts';
import { Tooltip } from '../../ui/Tooltip.tsx';

const looks: Record<Severity, { icon: IconName; color: string; label: string }> = {
  low: { icon: 'severityLow', color: 'text-savings', label: 'Low severity' },
  medium: { icon: 'severityMedium', color: 'text-waste', label: 'Medium severity' },
  high: { icon: 'severityHigh', color: 'text-danger', label: 'High severity' },
};

// Longer labels may be truncated in the narrowest column, so they get a tooltip with the full text.
const maxUntruncatedLength = 12;

export type StatusCellProps = { status: { severity: Severity; label: string; tooltip?: string | undefined } };

export function StatusCell({ status: { severity, label, tooltip } }: StatusCellProps) {
  // Without a label there is no status to show.
  if (label === '') return <span className="text-ink-3">{missingMark}</span>;
  const { icon, color, label: severityLabel } = looks[severity];
  return (
    <Tooltip text={tooltip ?? (label.length > maxUntruncatedLength ? label : null)}>
      <span className="flex w-fit max-w-full items-center gap-1.5" {...(tooltip ? focusable : {})}>
        <Icon name={icon} label={severityLabel} className={color} />
        <bdi className="truncate">{label}</bdi>
      </span>
    </Tooltip>
  );
}
