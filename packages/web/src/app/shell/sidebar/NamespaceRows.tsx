import { formatCounted, type Severity } from '@trimtab/core';
import { memo } from 'react';
import type { ListedTarget } from '../../../api/listed-targets.ts';
import { paths } from '../../../browser/paths.ts';
import { NavLink } from '../../../browser/router.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { SeverityDot } from '../SeverityDot.tsx';

type NamespaceRowProps = {
  namespace: string;
  count: number;
  isOpen: boolean;
  onToggle: (namespace: string, isOpen: boolean) => void;
};

// Memoized so that rows re-render only if they changed while more pages of targets load.
export const NamespaceRow = memo(function NamespaceRow({ namespace, count, isOpen, onToggle }: NamespaceRowProps) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={() => onToggle(namespace, isOpen)}
      title={namespace}
      className="flex h-7 w-full items-center gap-1.5 rounded-sm px-1.5 text-left font-medium text-ink-2 -outline-offset-2 hover:bg-sunken hover:text-ink"
    >
      <Icon
        name="chevronRight"
        size={14}
        className={classNames('text-ink-3 transition-transform duration-100', isOpen && 'rotate-90')}
      />
      <bdi className="min-w-0 flex-1 truncate">{namespace}</bdi>
      <span aria-label={formatCounted(count, 'target')} className="text-small font-normal text-ink-3">
        {count}
      </span>
    </button>
  );
});

type TargetRowProps = {
  target: ListedTarget;
  /** Undefined if no loaded list contains the target's status. */
  severity: Severity | undefined;
  status: string | undefined;
  onNavigate?: (() => void) | undefined;
};

export const TargetRow = memo(function TargetRow({ target, severity, status, onNavigate }: TargetRowProps) {
  return (
    <NavLink
      to={paths.target(target.namespace, target.name)}
      {...(onNavigate && { onClick: onNavigate })}
      title={target.name}
      className={(isCurrent) =>
        classNames(
          'relative ml-3 flex h-7 items-center gap-2 border-l pr-1.5 pl-5 -outline-offset-2',
          isCurrent
            ? 'border-accent bg-accent-soft font-medium text-accent-strong'
            : 'text-ink-2 hover:bg-sunken hover:text-ink',
        )
      }
    >
      <bdi className="min-w-0 flex-1 truncate">{target.name}</bdi>
      {target.autonomous ? <Icon name="autonomous" size={13} label="Autonomous" className="text-autonomous" /> : null}
      {severity === undefined || !status ? null : (
        <SeverityDot severity={severity} status={status} className="absolute top-1/2 left-2.5 -translate-1/2" />
      )}
    </NavLink>
  );
});
