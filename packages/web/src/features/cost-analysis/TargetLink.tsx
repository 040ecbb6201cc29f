import { paths } from '../../browser/paths.ts';
import { Link } from '../../browser/router.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Tooltip } from '../../ui/Tooltip.tsx';

export type TargetLinkProps = {
  namespace: string;
  name: string;
  /** Lets a long name wrap onto a second line. */
  mayWrap?: boolean;
};

/** A link to a target, with its namespace in a second line. The tooltip has the full names. */
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
