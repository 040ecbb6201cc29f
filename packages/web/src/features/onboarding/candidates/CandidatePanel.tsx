import { useQuery } from '@tanstack/react-query';
import { type Candidate, formatCount, isSystemNamespace } from '@trimtab/core';
import { useMemo } from 'react';
import { useClient } from '../../../api/client.tsx';
import { paths } from '../../../browser/paths.ts';
import { Link } from '../../../browser/router.tsx';
import { EmptyState, ErrorState, OfflineState } from '../../../table/ListStates.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import type { Enrollment } from '../enrollment/use-enrollment.ts';
import { PreflightCard } from '../preflight/PreflightCard.tsx';
import { usePreflight } from '../preflight/use-preflight.ts';
import { candidatesQuery } from '../queries.ts';
import { CandidateTable } from './CandidateTable.tsx';
import { EnrollButtons } from './EnrollButtons.tsx';
import { sameNames } from './same-names.ts';
import { useStoredSelection } from './use-stored-selection.ts';

const none: readonly Candidate[] = [];

type CandidatePanelProps = { namespace: string; enrollment: Enrollment };

/** The candidates of one namespace, with buttons to enroll all or the selected ones. */
export function CandidatePanel({ namespace, enrollment: { running, enroll } }: CandidatePanelProps) {
  const isEnrolling = running?.namespace === namespace;
  const { data, error, isFetching, fetchStatus, refetch } = useQuery({
    ...candidatesQuery(useClient(), namespace),
    // The list stays as it was when the button was pressed. It is fetched afterwards, if the enrollment fails.
    enabled: !isEnrolling,
  });
  const candidates = data?.items ?? none;
  const [selected, setSelected] = useStoredSelection(namespace);
  const preflight = usePreflight(namespace, !isEnrolling && candidates.length > 0);
  const twice = useMemo(() => sameNames(candidates), [candidates]);

  if (!isEnrolling && (data === undefined || (isFetching && candidates.length === 0))) {
    if (error && !isFetching) {
      return (
        <Card>
          <ErrorState title="The candidates could not be loaded." onRetry={() => void refetch()} />
        </Card>
      );
    }
    if (fetchStatus === 'paused')
      return (
        <Card>
          <OfflineState />
        </Card>
      );
    return (
      <p className="flex h-8 items-center gap-2 text-ink-3">
        <Spinner label="Loading candidates" /> Looking for workloads that can be enrolled
      </p>
    );
  }
  if (!isEnrolling && candidates.length === 0)
    return (
      <Card>
        <EmptyState title="No potential candidates found for this namespace">
          Its workloads may be enrolled already, or none of them can be scaled. Choose another namespace, or look at
          what is enrolled on{' '}
          <Link to={paths.home} className="font-medium text-accent underline">
            Home
          </Link>
          .
        </EmptyState>
      </Card>
    );

  // The candidates may have changed since they were selected. Only those still in the list are sent.
  const chosen = candidates.filter(({ target_ref: { name } }) => selected.has(name));
  return (
    <section aria-label={`Workloads of ${namespace}`} className="flex flex-col gap-3">
      {isSystemNamespace(namespace) ? <SystemNotice namespace={namespace} /> : null}
      {twice.length === 0 ? null : <SameNameNotice names={twice} />}
      <EnrollButtons
        running={running}
        hasSelection={chosen.length > 0}
        onEnrollNamespace={() => enroll({ namespace })}
        onEnrollSelected={() =>
          enroll({ namespace, workloads: [...new Set(chosen.map(({ target_ref: { name } }) => name))] })
        }
      />
      {preflight === null ? null : <PreflightCard state={preflight} selected={selected} />}
      {candidates.length === 0 ? null : (
        <CandidateTable
          namespace={namespace}
          candidates={candidates}
          preflight={preflight?.preflight}
          selected={selected}
          onSelect={setSelected}
          disabled={isEnrolling}
          isRefetching={isFetching}
        />
      )}
    </section>
  );
}

function SystemNotice({ namespace }: { namespace: string }) {
  return (
    <p className="flex gap-2 rounded-md bg-waste-soft px-4 py-2 text-waste">
      <Icon name="severityMedium" className="mt-0.5 shrink-0" />
      <span className="min-w-0 break-words">
        <bdi>{namespace}</bdi> is a system namespace: its workloads run the cluster or one of its add-ons. Select only
        those whose requests you set yourself.
      </span>
    </p>
  );
}

/** How many of the names the note lists. */
const namesShown = 4;

/** Explains why workloads of the same name are selected together: the API enrolls by name. */
function SameNameNotice({ names }: { names: readonly string[] }) {
  const more = names.length - namesShown;
  return (
    <p className="flex gap-2 rounded-md bg-waste-soft px-4 py-2 text-waste">
      <Icon name="severityMedium" className="mt-0.5 shrink-0" />
      <span className="min-w-0 break-words">
        Several workloads have the same name:{' '}
        {names.slice(0, namesShown).map((name, index) => (
          <span key={name}>
            {index === 0 ? '' : ', '}
            <bdi className="font-medium">{name}</bdi>
          </span>
        ))}
        {more > 0 ? ` and ${formatCount(more)} more` : ''}. Workloads are enrolled by name, so they are selected
        together. Only one of them can become a target. The result says which.
      </span>
    </p>
  );
}
