import { Icon } from '../../ui/Icon.tsx';
import { Tooltip } from '../../ui/Tooltip.tsx';

// What fits the narrowest name column; a longer name may be cut, and then the whole of it is in the tooltip.
const fitting = 14;

/** A target's name with the icon of who acts on it. Names come from outside: isolated in direction, cut when too long. */
export function NameCell({ name, isManaged }: { name: string; isManaged: boolean }) {
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <Icon
        name={isManaged ? 'autonomous' : 'recommendation'}
        label={isManaged ? 'Managed' : 'Not managed'}
        className={isManaged ? 'text-autonomous' : 'text-ink-3'}
      />
      <Tooltip text={name.length > fitting ? name : null}>
        <bdi className="truncate">{name}</bdi>
      </Tooltip>
    </span>
  );
}
