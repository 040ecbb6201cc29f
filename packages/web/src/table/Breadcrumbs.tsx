import { paths } from '../browser/paths.ts';
import { Link } from '../browser/router.tsx';
import { Icon } from '../ui/Icon.tsx';

/** Links to the pages above the current one: the home page and, for the page of a target, its namespace. */
export function Breadcrumbs({ namespace }: { namespace?: { name: string; to: string | null } }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="flex h-6 min-w-0 items-center text-ink-3">
        <li>
          <Link
            to={paths.home}
            aria-label="Up to the home page"
            className="flex size-6 items-center justify-center rounded-sm hover:text-accent -ml-1"
          >
            <Icon name="home" size={14} />
          </Link>
        </li>
        {namespace === undefined ? null : (
          <li className="flex min-w-0">
            <span aria-hidden="true" className="pr-1.5 pl-0.5">
              /
            </span>
            {namespace.to === null ? (
              <bdi className="truncate">{namespace.name}</bdi>
            ) : (
              <Link
                to={namespace.to}
                title={namespace.name}
                className="truncate rounded-sm hover:text-accent hover:underline"
              >
                <bdi>{namespace.name}</bdi>
              </Link>
            )}
          </li>
        )}
      </ol>
    </nav>
  );
}
