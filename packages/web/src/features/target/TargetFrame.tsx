import type { ReactNode } from 'react';
import { PageTitle } from '../../browser/PageTitle.tsx';
import { paths } from '../../browser/paths.ts';
import { useNavigate } from '../../browser/router.tsx';
import { chosenByTab, useTabFocus } from '../../browser/use-tab-focus.ts';
import { useFlags } from '../../context/configuration.tsx';
import { Breadcrumbs } from '../../table/Breadcrumbs.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import type { TargetId } from './queries.ts';

export type TargetTab = 'details' | 'event-simulator';

/** The name of a target and, if there is more than one, its tabs. */
export function TargetFrame({
  id: { namespace, name },
  tab,
  aside,
  children,
}: {
  id: TargetId;
  tab: TargetTab;
  /** Shown beside the name. */
  aside?: ReactNode;
  children: ReactNode;
}) {
  const navigate = useNavigate();
  const { eventSimulator, extensions } = useFlags();
  const frame = useTabFocus();
  return (
    <article ref={frame} className="flex flex-col gap-4">
      <PageTitle title={tab === 'details' ? name : `Event Simulator · ${name}`} />
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-1">
        <div className="min-w-0">
          <Breadcrumbs
            namespace={{
              name: namespace,
              to: extensions.has('views.targets') ? paths.targets({ view: 'all', namespaces: namespace }) : null,
            }}
          />
          <h1 className="line-clamp-3 text-display font-semibold tracking-tight break-all" title={name}>
            <bdi>{name}</bdi>
          </h1>
        </div>
        {aside}
      </header>
      {eventSimulator ? (
        <Tabs
          flush
          label={`Views of ${name}`}
          value={tab}
          onChange={(next) =>
            navigate(next === 'details' ? paths.target(namespace, name) : paths.eventSimulator(namespace, name), {
              state: chosenByTab,
            })
          }
          tabs={[
            { value: 'details', label: 'AST Details' },
            {
              value: 'event-simulator',
              label: (
                <>
                  Event Simulator <Badge tone="accent">BETA</Badge>
                </>
              ),
            },
          ]}
        >
          <div className="flex flex-col gap-4">{children}</div>
        </Tabs>
      ) : (
        children
      )}
    </article>
  );
}
