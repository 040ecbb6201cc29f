import { useQuery } from '@tanstack/react-query';
import { formatCount, secondMs } from '@trimtab/core';
import { useClient } from '../../api/client.tsx';
import { enqueue } from '../../api/request-queue.ts';

const pollMs = 5 * secondMs;

/** The progress of a server that has just started in reading the past. Servers of other vendors do not report it. */
export function ReadingProgress() {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ['system.health'],
    queryFn: ({ signal }) => enqueue(signal, () => client.system.health({}, { signal }), 'background'),
    refetchInterval: pollMs,
    meta: { silent: true },
  });
  if (data?.reading === undefined) return null;
  const { targets, read, minutes_left } = data.reading;
  const left = minutes_left === null ? '' : `, about ${minutes_left} min left`;
  return (
    <p className="text-small text-ink-3">
      Reading past usage: {formatCount(read)} of {formatCount(targets)} targets{left}
    </p>
  );
}
