import { formatCount } from '@trimtab/core';
import { paths } from '../../../browser/paths.ts';
import { Link, NavLink } from '../../../browser/router.tsx';
import { useFlags } from '../../../context/configuration.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { Logo } from '../../../ui/Logo.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { type ShellPage, usePages } from '../pages.ts';
import { useListedTargets } from '../use-listed-targets.ts';
import { NamespaceList } from './NamespaceList.tsx';

/** Logo, pages and namespaces. Shown beside the page, or as a menu on a narrow screen. */
export function Sidebar({ onNavigate }: { onNavigate?: () => void }) {
  const { demoMode } = useFlags();
  const pages = usePages();
  const { groups, isLoading, hasFailed, isComplete, isTruncated, retry } = useListedTargets();
  return (
    <div className="flex h-full min-h-0 flex-col bg-surface">
      <Link
        to={paths.home}
        {...(onNavigate && { onClick: onNavigate })}
        className="flex h-13 shrink-0 items-center gap-2 px-4 -outline-offset-2"
        aria-label="Trimtab, home"
      >
        <Logo />
        <span className="text-lead font-semibold tracking-tight">Trimtab</span>
        {/* On a narrow screen the top bar has no room for this badge. */}
        {demoMode ? (
          <Badge tone="waste" className="ml-auto sm:hidden">
            Demo data
          </Badge>
        ) : null}
      </Link>
      <nav aria-label="Pages" className="flex flex-col gap-0.5 px-2 pt-1 pb-4">
        {pages.map((page) => (
          <PageLink key={page.to} {...page} onNavigate={onNavigate} />
        ))}
      </nav>
      <nav aria-label="Targets" className="flex min-h-0 flex-1 flex-col border-t pt-3">
        <h2 className="flex h-6 items-center justify-between px-4 pb-1 text-micro font-semibold tracking-wider text-ink-3 uppercase">
          <span>
            Namespaces{' '}
            {groups.length > 0 ? (
              <span className="ml-1.5 font-normal tracking-normal tabular-nums">{formatCount(groups.length)}</span>
            ) : null}
          </span>
          {isLoading ? <Spinner label="Loading targets" size={13} /> : null}
        </h2>
        {hasFailed && !isLoading ? (
          <Note onRetry={retry}>
            {isComplete
              ? 'The list may be out of date.'
              : groups.length > 0
                ? 'Not all targets could be loaded.'
                : 'The targets could not be loaded.'}
          </Note>
        ) : null}
        {isTruncated && !isLoading ? (
          <Note onRetry={retry}>The API ended the list early: some targets are missing here.</Note>
        ) : null}
        {isComplete && groups.length === 0 && !isLoading ? <Note>No targets yet.</Note> : null}
        <NamespaceList groups={groups} onNavigate={onNavigate} />
      </nav>
    </div>
  );
}

function Note({ children, onRetry }: { children: string; onRetry?: () => void }) {
  return (
    <p className="px-4 pb-2 text-small text-ink-3">
      {children}{' '}
      {onRetry === undefined ? null : (
        <button type="button" onClick={onRetry} className="font-medium text-accent hover:underline">
          Retry
        </button>
      )}
    </p>
  );
}

type PageLinkProps = ShellPage & { onNavigate?: (() => void) | undefined };

function PageLink({ to, icon, text, onNavigate }: PageLinkProps) {
  return (
    <NavLink
      to={to}
      end={to === paths.home}
      {...(onNavigate && { onClick: onNavigate })}
      className={(isCurrent) =>
        classNames(
          'flex h-8 items-center gap-2.5 rounded-md px-2 font-medium',
          isCurrent ? 'bg-accent-soft text-accent-strong' : 'text-ink-2 hover:bg-sunken hover:text-ink',
        )
      }
    >
      <Icon name={icon} />
      {text}
    </NavLink>
  );
}
