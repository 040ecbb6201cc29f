import {
  type Change,
  changedBy,
  changeText,
  changeTitle,
  currentCheck,
  formatDateSuggestion,
  formatDateTime,
  isUndoable,
  missingMark,
  verificationText,
} from '@trimtab/core';
import { paths } from '../../browser/paths.ts';
import { Link } from '../../browser/router.tsx';
import { itemCell } from '../../table/cells/item-cell.tsx';
import { VerdictBadge } from '../../table/cells/VerdictBadge.tsx';
import type { Column } from '../../table/columns.ts';
import { focusable } from '../../ui/focusable.ts';
import { Tooltip } from '../../ui/Tooltip.tsx';
import type { ActivityRow } from './use-activity.ts';

type ActivityColumn = Column<ActivityRow>;

const csvOf =
  (value: (change: Change) => string | null) =>
  ({ item }: ActivityRow) =>
    item === null ? null : value(item);

const targetColumn: ActivityColumn = {
  id: 'target',
  header: 'Target',
  width: '20%',
  isRowHeader: true,
  cell: itemCell<Change>(({ namespace, name }) => (
    <span className="flex min-w-0 flex-col leading-5" title={`${namespace}/${name}`}>
      <Link to={paths.target(namespace, name)} className="truncate hover:text-accent hover:underline">
        <bdi>{name}</bdi>
      </Link>
      <span className="truncate text-small font-normal text-ink-3">
        <bdi>{namespace}</bdi>
      </span>
    </span>
  )),
  csv: {
    Namespace: csvOf(({ namespace }) => namespace),
    Name: csvOf(({ name }) => name),
    Kind: csvOf(({ kind }) => kind),
  },
};

const whatColumn = (now: number): ActivityColumn => ({
  id: 'what',
  header: 'What happened',
  width: '10rem',
  cell: itemCell<Change>((change) => {
    const by = changedBy(change);
    const time = formatDateSuggestion(change.at, now);
    return (
      <span className="flex min-w-0 flex-col leading-5">
        <span className="truncate">{changeTitle(change)}</span>
        <span
          className="truncate text-small text-ink-3 tabular-nums"
          title={`${formatDateTime(change.at)}${by === null ? '' : ` by ${by}`}`}
        >
          <time dateTime={change.at}>{time}</time>
          {by === null ? null : (
            <>
              {' '}
              by <bdi>{by}</bdi>
            </>
          )}
        </span>
      </span>
    );
  }),
  csv: {
    Time: csvOf(({ at }) => at),
    'What happened': csvOf(changeTitle),
    By: csvOf((change) => changedBy(change)),
  },
});

const changeColumn: ActivityColumn = {
  id: 'change',
  header: 'Before → after',
  card: 'wide',
  cell: itemCell<Change>((change) => {
    const text = changeText(change);
    return (
      <Tooltip text={text}>
        <span
          {...(text === '' ? {} : focusable)}
          className="line-clamp-3 text-small leading-4 break-words tabular-nums"
        >
          {text}
        </span>
      </Tooltip>
    );
  }),
  csv: { 'Before and after': csvOf(changeText) },
};

const verdictColumn = (now: number): ActivityColumn => ({
  id: 'verdict',
  header: 'Did it help?',
  width: '7rem',
  cell: itemCell<Change>(({ verification }) => {
    if (verification === null) return <span className="text-ink-3">{missingMark}</span>;
    return (
      <Tooltip text={verificationText(currentCheck(verification).check, now)} side="left">
        <span {...focusable} className="inline-flex max-w-full">
          <VerdictBadge check={currentCheck(verification).check} now={now} />
        </span>
      </Tooltip>
    );
  }),
  csv: {
    Verdict: csvOf(({ verification }) => (verification === null ? null : currentCheck(verification).check.verdict)),
    Verification: csvOf(({ verification }) =>
      verification === null ? null : verificationText(currentCheck(verification).check, now),
    ),
  },
});

const undoColumn = (isListed: (change: Change) => boolean): ActivityColumn => ({
  id: 'undo',
  header: 'Undo',
  headerCell: <span className="sr-only">Undo</span>,
  width: '5.75rem',
  align: 'end',
  card: 'corner',
  cell: ({ item }) => {
    if (item === null || !isListed(item)) return null;
    const { namespace, name, id, event } = item;
    const link = (search: Record<string, string>, text: string) => (
      <Link
        to={`${paths.target(namespace, name)}?${new URLSearchParams(search)}`}
        aria-label={`${text}: ${name}, ${changeTitle(item).toLowerCase()}`}
        className="font-medium whitespace-nowrap text-accent hover:underline"
      >
        {text}
      </Link>
    );
    if (isUndoable(item)) return link({ drawer: 'undo', change: id }, 'Undo');
    return event === 'enrolled' ? link({ modal: 'un-enroll' }, 'Un-enroll') : null;
  },
});

/** The table scrolls sideways if it is narrower than this. */
export const activityMinWidth = '44rem';

/** @param isListed whether the target of a change is still enrolled and so has a page */
export const activityColumns = (now: number, isListed: (change: Change) => boolean): readonly ActivityColumn[] => [
  whatColumn(now),
  targetColumn,
  changeColumn,
  verdictColumn(now),
  undoColumn(isListed),
];
