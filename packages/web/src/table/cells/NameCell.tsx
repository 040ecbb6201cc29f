import { Link } from '../../browser/router.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Tooltip } from '../../ui/Tooltip.tsx';

// Longer names may be truncated in the narrowest column, so they get a tooltip with the full name.
const maxUntruncatedLength = 14;

export type NameCellProps = {
  name: string;
  isManaged: boolean;
  /** The address of the target's page. Only for pointers: keyboard users have the link at the end of the row. */
  to: string;
};

/** A target's name, with an icon that shows whether the target is managed. */
export function NameCell({ name, isManaged, to }: NameCellProps) {
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <Icon
        name={isManaged ? 'autonomous' : 'recommendation'}
        label={isManaged ? 'Managed' : 'Not managed'}
        className={isManaged ? 'text-autonomous' : 'text-ink-3'}
      />
      <Tooltip text={name.length > maxUntruncatedLength ? name : null}>
        <Link to={to} tabIndex={-1} className="truncate py-2 hover:text-accent hover:underline">
          <bdi>{name}</bdi>
        </Link>
      </Tooltip>
    </span>
  );
}
