import { Link } from 'react-router-dom';
import { Icon } from '../../ui/Icon.tsx';
import { Tooltip } from '../../ui/Tooltip.tsx';

// What fits the narrowest name column; a longer name may be cut, and then the whole of it is in the tooltip.
const fitting = 14;

export type NameCellProps = {
  name: string;
  isManaged: boolean;
  /** The target's page: a way for fingers and pointers. The keyboard has the row's own link. */
  to: string;
};

/** A target's name with the icon of who acts on it. Names come from outside: isolated in direction, cut when too long. */
export function NameCell({ name, isManaged, to }: NameCellProps) {
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <Icon
        name={isManaged ? 'autonomous' : 'recommendation'}
        label={isManaged ? 'Managed' : 'Not managed'}
        className={isManaged ? 'text-autonomous' : 'text-ink-3'}
      />
      <Tooltip text={name.length > fitting ? name : null}>
        <Link to={to} tabIndex={-1} className="truncate py-2 hover:text-accent hover:underline">
          <bdi>{name}</bdi>
        </Link>
      </Tooltip>
    </span>
  );
}
