import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { outcomesOf, summaryOf } from './enrollment-outcome.ts';
import { ReloadCountdown } from './ReloadCountdown.tsx';
import type { Enrollment } from './use-enrollment.ts';

/** `action` is null while the enrollment runs. */
type Line = { namespace: string; text: string; action: string | null };

type EnrollmentNewsProps = {
  enrollment: Enrollment;
  /** The namespace that the page shows. Its own enrollment is shown in its panel. */
  shown: string;
  onShow: (namespace: string) => void;
};

/**
 * What became of enrollments in other namespaces than the one that is shown. The line of a running one stays for its result,
 * so that on a wide screen the list below does not move when it ends.
 */
export function EnrollmentNews({ enrollment, shown, onShow }: EnrollmentNewsProps) {
  const { running, failed, results, reloadAt, reloadNow } = enrollment;
  const lines: Line[] = [
    ...(running === null ? [] : [{ namespace: running.namespace, text: 'Enrolling the workloads of', action: null }]),
    ...(failed === null
      ? []
      : [{ namespace: failed, text: 'The enrollment failed in', action: 'Show its candidates' }]),
    ...results.map(({ namespace, answer, asked }) => ({
      namespace,
      text: `${summaryOf(outcomesOf(answer, asked))} in`,
      action: 'Show the result',
    })),
  ];
  return lines.map(({ namespace, text, action }) =>
    namespace === shown ? null : (
      <Card key={namespace} className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-1.5">
        <output aria-label={`Enrollment in ${namespace}`} className="flex min-w-0 flex-1 items-center gap-2">
          {action === null ? (
            <span aria-hidden="true">
              <Spinner size={14} />
            </span>
          ) : null}
          <span className="min-w-0 break-words">
            {text} <bdi className="font-medium">{namespace}</bdi>
          </span>
        </output>
        {action === null ? null : <Button onClick={() => onShow(namespace)}>{action}</Button>}
        {reloadAt !== null && namespace === results[0]?.namespace ? (
          <ReloadCountdown at={reloadAt} onReload={reloadNow} />
        ) : null}
      </Card>
    ),
  );
}
