import type { Candidates } from '@trimtab/core';
import { Badge } from '../../ui/Badge.tsx';
import { Card } from '../../ui/Card.tsx';
import { candidateKey } from './candidate-key.ts';

/** What became of each workload; it stays until the page is loaded again. A server that does not say has enrolled it. */
export function EnrolmentResults({ result }: { result: Candidates }) {
  const failed = result.items.filter((item) => item.result === 'failed').length;
  return (
    <Card aria-label="Result of the enrolment" className="overflow-hidden">
      <output className="block px-4 py-3 text-lead font-medium">
        {failed === 0
          ? 'Enrolled. The console loads itself again in a few seconds.'
          : `${failed} of ${result.items.length} could not be enrolled. The console loads itself again in a few seconds.`}
      </output>
      <ul>
        {result.items.map((item) => (
          <li key={candidateKey(item)} className="flex min-h-9 flex-wrap items-center gap-3 border-t px-4 py-1.5">
            <bdi className="min-w-0 truncate font-medium">{item.target_ref.name}</bdi>
            <span className="text-ink-3">{item.target_ref.kind}</span>
            <span className="ml-auto flex items-center gap-3">
              {item.error === undefined ? null : <span className="text-danger">{item.error}</span>}
              <ResultBadge result={item.result} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function ResultBadge({ result }: { result: Candidates['items'][number]['result'] }) {
  if (result === 'failed') return <Badge tone="danger">Failed</Badge>;
  if (result === 'exists') return <Badge>Already enrolled</Badge>;
  return <Badge tone="savings">Enrolled</Badge>;
}
