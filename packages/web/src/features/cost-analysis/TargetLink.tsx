import { Link } from 'react-router-dom';
import { paths } from '../../browser/paths.ts';
import { classNames } from '../../ui/class-names.ts';
import { Tooltip } from '../../ui/Tooltip.tsx';

export type TargetLinkProps = {
  namespace: string;
  name: string;
  /** There is room for two lines of the name, where one is too short for it. */
  mayWrap?: boolean;
};

/** A target's name over its namespace, linked to its page; what is cut is in the tooltip. */
export function TargetLink({ namespace, name, mayWrap = false }: TargetLinkProps) {
  return (
    <span className="flex min-w-0 flex-col leading-4">
      <Tooltip text={`${namespace} / ${name}`}>
        <Link
          to={paths.target(namespace, name)}
          className={classNames('text-accent hover:underline', mayWrap ? 'line-clamp-2 wrap-anywhere' : 'truncate')}
        >
          <bdi>{name}</bdi>
        </Link>
      </Tooltip>
      <span className="truncate text-micro font-normal text-ink-3">
        <bdi>{namespace}</bdi>
      </span>
    </span>
  );
}
