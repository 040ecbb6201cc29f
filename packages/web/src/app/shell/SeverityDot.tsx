import type { Severity } from '@trimtab/core';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/Icon.tsx';
import type { IconName } from '../../ui/icons.ts';

// A ring, a small disk and a large disk. The shapes differ, so that color is not the only sign of a severity.
const looks: Record<Severity, { icon: IconName; color: string; label: string }> = {
  low: { icon: 'ring', color: 'text-savings-fill', label: 'Low severity' },
  medium: { icon: 'disk', color: 'text-waste-fill', label: 'Medium severity' },
  high: { icon: 'largeDisk', color: 'text-danger', label: 'High severity' },
};

type SeverityDotProps = { severity: Severity; status: string; className?: string };

export function SeverityDot({ severity, status, className }: SeverityDotProps) {
  const { icon, color, label } = looks[severity];
  return <Icon name={icon} size={12} label={`${label}: ${status}`} className={classNames(color, className)} />;
}
