import { Link } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { Tooltip } from '../../ui/Tooltip.tsx';

export type TargetLinkProps = { namespace: string; name: string };

/** A target's name over its namespace, linked to its page; what is cut is in the tooltip. */
export function TargetLink({ namespace, name }: TargetLinkProps) {
  return (
    <span className="flex min-w-0 flex-col leading-4">
      <Tooltip text={`${namespace} / ${name}`}>
        <Link to={paths.target(namespace, name)} className="truncate text-accent hover:underline">
          <bdi>{name}</bdi>
        </Link>
      </Tooltip>
      <span className="truncate text-micro font-normal text-ink-3">
        <bdi>{namespace}</bdi>
      </span>
    </span>
  );
}
