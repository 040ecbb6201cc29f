import { missingMark } from '@trimtab/core';
import { useEffect, useMemo, useRef } from 'react';
import { paths } from '../../../browser/paths.ts';
import { Link } from '../../../browser/router.tsx';
import { useFlags } from '../../../context/configuration.tsx';
import type { Column } from '../../../table/columns.ts';
import { DownloadCsv } from '../../../table/DownloadCsv.tsx';
import { Table } from '../../../table/Table.tsx';
import { tableCsv } from '../../../table/table-csv.ts';
import { Badge, type BadgeTone } from '../../../ui/Badge.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { Tooltip } from '../../../ui/Tooltip.tsx';
import { countUnresolved, type EnrollmentOutcome, outcomesOf, summaryOf } from './enrollment-outcome.ts';
import type { Enrolled } from './enrollment-store.ts';
import { ReloadCountdown } from './ReloadCountdown.tsx';

const badges: Record<EnrollmentOutcome['result'], { tone: BadgeTone; text: string }> = {
  created: { tone: 'savings', text: 'Enrolled' },
  exists: { tone: 'neutral', text: 'Already enrolled' },
  failed: { tone: 'danger', text: 'Failed' },
  unknown: { tone: 'waste', text: 'Unknown' },
};

const nameColumn = (namespace: string): Column<EnrollmentOutcome> => ({
  id: 'name',
  header: 'Name',
  isRowHeader: true,
  width: '30%',
  cell: ({ name, result }) => {
    const text = (
      <bdi className="block truncate" title={name}>
        {name}
      </bdi>
    );
    if (result !== 'created' && result !== 'exists') return text;
    return (
      <Link to={paths.target(namespace, name)} className="font-medium text-accent hover:underline">
        {text}
      </Link>
    );
  },
  csv: { Name: ({ name }) => name },
});
const otherColumns: readonly Column<EnrollmentOutcome>[] = [
  {
    id: 'kind',
    header: 'Kind',
    width: '7rem',
    cell: ({ kind }) => kind || missingMark,
    csv: { Kind: ({ kind }) => kind },
  },
  {
    id: 'result',
    header: 'Result',
    width: '8.5rem',
    cell: ({ result }) => <Badge tone={badges[result].tone}>{badges[result].text}</Badge>,
    csv: { Result: ({ result }) => badges[result].text },
  },
  {
    id: 'reason',
    header: 'Reason',
    cell: ({ error }) =>
      error === null ? null : (
        <Tooltip text={error} side="left">
          <span
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- focus opens the tooltip for keyboard users
            tabIndex={0}
            className="line-clamp-2 text-small break-words text-ink-2"
          >
            {error}
          </span>
        </Tooltip>
      ),
    csv: { Reason: ({ error }) => error },
  },
];
const widthsWithoutReasons = new Map([
  ['name', '36.5%'],
  ['kind', '26%'],
  ['result', '37.5%'],
]);
const withoutReasons = (columns: readonly Column<EnrollmentOutcome>[]) =>
  columns.flatMap((column): Column<EnrollmentOutcome>[] => {
    const width = widthsWithoutReasons.get(column.id);
    return width === undefined ? [] : [{ ...column, width }];
  });
const keyOf = ({ kind, name }: EnrollmentOutcome) => `${kind}/${name}`;

type EnrollmentResultsProps = {
  enrolled: Enrolled;
  /** When the page reloads; null if another place says so, or if it does not reload. */
  reloadAt: number | null;
  onReload: () => void;
};

/** The result for each workload, shown until the page reloads. */
export function EnrollmentResults({ enrolled, reloadAt, onReload }: EnrollmentResultsProps) {
  const { namespace } = enrolled;
  const outcomes = useMemo(() => outcomesOf(enrolled.answer, enrolled.asked), [enrolled]);
  const heading = useRef<HTMLHeadingElement>(null);
  // The pressed button is gone. Focusing the heading makes a screen reader announce the result.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus();
  }, []);
  const columns = useMemo(() => [nameColumn(namespace), ...otherColumns], [namespace]);
  const { header, rowOf } = tableCsv(columns);
  const hasReasons = outcomes.some(({ error }) => error !== null);
  const shown = useMemo(() => (hasReasons ? columns : withoutReasons(columns)), [columns, hasReasons]);
  const hasList = useFlags().extensions.has('views.targets');
  const isEnrolled = outcomes.some(({ result }) => result === 'created' || result === 'exists');
  return (
    <Card aria-label="Result of the enrollment" className="overflow-hidden">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b px-4 py-3">
        <h2
          ref={heading}
          tabIndex={-1}
          className="flex w-full min-w-0 items-center gap-2 text-lead font-semibold focus:outline-none sm:w-auto sm:flex-1"
        >
          {countUnresolved(outcomes) > 0 ? (
            <Icon name="severityMedium" className="text-waste" />
          ) : (
            <Icon name="severityLow" className="text-savings" />
          )}
          {summaryOf(outcomes)}
        </h2>
        <div className="max-sm:order-last max-sm:ml-auto">
          <DownloadCsv name={`${namespace}-enrollment`} header={header} rows={() => outcomes.map(rowOf)} />
        </div>
        {isEnrolled ? (
          <Link
            to={hasList ? paths.targets({ view: 'all', namespaces: namespace }) : paths.home}
            className="font-medium text-accent underline"
          >
            Show the targets
          </Link>
        ) : null}
        {reloadAt === null ? null : <ReloadCountdown at={reloadAt} onReload={onReload} />}
      </header>
      <Table
        label="Workloads"
        columns={shown}
        rows={outcomes}
        rowKey={keyOf}
        minWidth={hasReasons ? '30rem' : '20rem'}
      />
    </Card>
  );
}
