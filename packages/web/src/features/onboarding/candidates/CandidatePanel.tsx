import { useQuery } from '@tanstack/react-query';
import { isSystemNamespace } from '@trimtab/core';
import { useClient } from '../../../api/client.tsx';
import { paths } from '../../../browser/paths.ts';
import { Link } from '../../../browser/router.tsx';
import { EmptyState, ErrorState, OfflineState } from '../../../table/ListStates.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { Tooltip } from '../../../ui/Tooltip.tsx';
import { EnrollmentResults } from '../enrollment/EnrollmentResults.tsx';
import { useEnrollment } from '../enrollment/use-enrollment.ts';
import { PreflightCard } from '../preflight/PreflightCard.tsx';
import { usePreflight } from '../preflight/use-preflight.ts';
import { candidatesQuery } from '../queries.ts';
import { CandidateTable } from './CandidateTable.tsx';
import { candidateKey } from './candidate-key.ts';
import { useStoredSelection } from './use-stored-selection.ts';

/** The candidates of one namespace, with buttons to enroll all or the selected ones. */
export function CandidatePanel({ namespace }: { namespace: string }) {
  const { data, error, isFetching, fetchStatus, refetch } = useQuery(candidatesQuery(useClient(), namespace));
  const { isEnrolling, enrolled, reloadNow, enroll } = useEnrollment();
  const [selected, setSelected] = useStoredSelection(namespace, enrolled === null);
  const preflight = usePreflight(namespace, enrolled === null && (data?.items.length ?? 0) > 0);

  if (enrolled !== null) return <EnrollmentResults namespace={namespace} enrolled={enrolled} onReload={reloadNow} />;
  if (data === undefined || (isFetching && !isEnrolling && data.items.length === 0)) {
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
  if (data.items.length === 0)
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
  const chosen = data.items.filter((candidate) => selected.has(candidateKey(candidate)));
  return (
    <section aria-label={`Workloads of ${namespace}`} className="flex flex-col gap-3">
      {isSystemNamespace(namespace) ? <SystemNotice namespace={namespace} /> : null}
      <EnrollButtons
        isEnrolling={isEnrolling}
        hasSelection={chosen.length > 0}
        onEnrollNamespace={() => enroll(namespace)}
        onEnrollSelected={() =>
          enroll(
            namespace,
            chosen.map((candidate) => candidate.target_ref.name),
          )
        }
      />
      {preflight === null ? null : <PreflightCard state={preflight} selected={selected} />}
      <CandidateTable
        namespace={namespace}
        candidates={data.items}
        preflight={preflight?.preflight}
        selected={selected}
        onSelect={setSelected}
        disabled={isEnrolling}
      />
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

type EnrollButtonsProps = {
  isEnrolling: boolean;
  hasSelection: boolean;
  onEnrollNamespace: () => void;
  onEnrollSelected: () => void;
};

function EnrollButtons({ isEnrolling, hasSelection, onEnrollNamespace, onEnrollSelected }: EnrollButtonsProps) {
  if (isEnrolling)
    return (
      <div className="flex flex-wrap gap-2">
        <Button look="primary" disabled>
          <Spinner label="Enrolling" /> Enrolling...
        </Button>
      </div>
    );
  return (
    <div className="flex flex-wrap gap-2">
      <Tooltip text="Enroll all eligible workloads in this namespace.">
        <Button look="primary" onClick={onEnrollNamespace}>
          Enroll Namespace
        </Button>
      </Tooltip>
      <Tooltip text="Enroll only the workloads you have selected in the table below.">
        <Button
          aria-disabled={!hasSelection}
          tabIndex={hasSelection ? undefined : -1}
          className={classNames(!hasSelection && 'pointer-events-none opacity-50')}
          onClick={hasSelection ? onEnrollSelected : undefined}
        >
          Enroll Selected
        </Button>
      </Tooltip>
    </div>
  );
}
