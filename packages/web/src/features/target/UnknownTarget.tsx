import { paths } from '../../browser/paths.ts';
import { Link } from '../../browser/router.tsx';
import { EmptyState } from '../../table/ListStates.tsx';
import { Card } from '../../ui/Card.tsx';

/** Shown on the pages of a target that is not enrolled. */
export function UnknownTarget() {
  return (
    <Card>
      <EmptyState title="No target of this name is enrolled">
        It may have been removed or renamed. Search for it by name above, or enroll a workload on the{' '}
        <Link to={paths.onboarding} className="text-accent underline">
          Onboarding
        </Link>{' '}
        page.
      </EmptyState>
    </Card>
  );
}
