import { useQuery } from '@tanstack/react-query';
import { isInClusters, isSystemNamespace } from '@trimtab/core';
import { useClient } from '../../api/client.tsx';
import { PageTitle } from '../../browser/PageTitle.tsx';
import { useViewParams } from '../../browser/search-params.ts';
import { useFlags } from '../../context/configuration.tsx';
import { Breadcrumbs } from '../../table/Breadcrumbs.tsx';
import { CardBoundary } from '../../table/CardBoundary.tsx';
import { ClusterSelect, useCluster } from '../../table/ClusterSelect.tsx';
import { EmptyState, ErrorState } from '../../table/ListStates.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Select } from '../../ui/Select.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { CandidatePanel } from './candidates/CandidatePanel.tsx';
import { EnrollmentNews } from './enrollment/EnrollmentNews.tsx';
import { EnrollmentResults } from './enrollment/EnrollmentResults.tsx';
import { EnrollmentSteps } from './enrollment/EnrollmentSteps.tsx';
import { useEnrollment } from './enrollment/use-enrollment.ts';
import { namespacesQuery } from './queries.ts';

/** The onboarding page: choose a namespace, see which workloads can be enrolled, and enroll all or some of them. */
export function OnboardingPage() {
  const [params, setParams] = useViewParams();
  const flags = useFlags();
  const { clusters } = flags;
  const { data, error, isFetching, refetch } = useQuery(namespacesQuery(useClient(), flags));
  const cluster = useCluster();
  const names = (data?.items ?? [])
    .map(({ name }) => name)
    .filter((name) => isInClusters(name, cluster?.split(',')))
    .toSorted();
  const system = names.filter(isSystemNamespace);
  // If the URL names a namespace that does not exist, no namespace is selected.
  const namespace = names.find((name) => name === params.get('namespace')) ?? '';
  const enrollment = useEnrollment(namespace);
  const { results, reloadAt } = enrollment;
  const enrolled = results.find((one) => one.namespace === namespace);
  // While the namespaces load, a URL without a namespace is enough to know that none is selected.
  const isUnchosen =
    data === undefined ? error === null && params.get('namespace') === null : namespace === '' && names.length > 0;
  return (
    <article className="flex max-w-4xl flex-col gap-5">
      <PageTitle title="Onboarding" />
      <header className="flex flex-col gap-1">
        <Breadcrumbs />
        <h1 className="text-display font-semibold tracking-tight">Onboarding</h1>
        <p className="max-w-2xl text-ink-2">
          Choose a namespace to see which of its workloads can be enrolled. An enrolled workload becomes a target in
          recommendation mode: Trimtab observes it and makes suggestions, but does not change it.
        </p>
      </header>
      {clusters.length === 0 ? null : (
        <div className="flex w-full max-w-sm flex-col gap-1.5 font-medium">
          <span aria-hidden="true">Cluster</span>
          <ClusterSelect clears={['namespace']} className="" />
        </div>
      )}
      <label className="flex w-full max-w-sm flex-col gap-1.5 font-medium">
        <span className="flex items-center gap-2">
          Namespace{' '}
          {isFetching && data === undefined ? (
            <Spinner label="Loading namespaces" size={13} className="text-ink-3" />
          ) : null}
        </span>
        <Select
          value={namespace}
          disabled={data === undefined}
          onChange={(event) => setParams({ namespace: event.target.value })}
        >
          <option value="" disabled>
            Select a namespace...
          </option>
          {names.map((name) => (isSystemNamespace(name) ? null : <option key={name}>{name}</option>))}
          {system.length === 0 ? null : (
            <optgroup label="System namespaces">
              {system.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </optgroup>
          )}
        </Select>
      </label>
      {error && data === undefined ? (
        <Card>
          <ErrorState title="The namespaces could not be loaded." onRetry={() => void refetch()} />
        </Card>
      ) : null}
      {data !== undefined && names.length === 0 ? (
        <Card>
          <EmptyState title="No namespaces found">
            <p className="mb-3">The API returned no namespaces. Check that its data source can read the cluster.</p>
            <Button onClick={() => void refetch()}>Load again</Button>
          </EmptyState>
        </Card>
      ) : null}
      <EnrollmentNews enrollment={enrollment} shown={namespace} onShow={(other) => setParams({ namespace: other })} />
      {isUnchosen ? <EnrollmentSteps /> : null}
      {enrolled === undefined ? null : (
        <CardBoundary key={`result ${namespace}`} name={`The result of ${namespace}`}>
          <EnrollmentResults
            enrolled={enrolled}
            reloadAt={enrolled === results[0] ? reloadAt : null}
            onReload={enrollment.reloadNow}
          />
        </CardBoundary>
      )}
      {namespace === '' || enrolled !== undefined ? null : (
        <CardBoundary key={namespace} name={`The candidates of ${namespace}`}>
          <CandidatePanel namespace={namespace} enrollment={enrollment} />
        </CardBoundary>
      )}
    </article>
  );
}
