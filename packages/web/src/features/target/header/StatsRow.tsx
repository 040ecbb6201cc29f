import { capitalize, finiteOrNull, formatCount, formatReplicaRange, missingMark } from '@trimtab/core';
import { Card } from '../../../ui/Card.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import type { TargetPageState } from '../use-target.ts';
import { Stat } from './Stat.tsx';
import { YearlyStat } from './YearlyStat.tsx';

/** Mode, scaling, replicas and the yearly figure of a target. */
export function StatsRow({ state }: { state: TargetPageState }) {
  const { mode, direction, hpa, workload, isLoading } = state;
  const isWaiting = isLoading && mode === null;
  return (
    <Card className="overflow-hidden">
      <dl className="grid grid-cols-2 gap-px bg-line md:grid-cols-4">
        <Stat term="Mode">{isWaiting ? <Pending /> : (mode ?? missingMark)}</Stat>
        <Stat term="Scaling">{isWaiting ? <Pending /> : direction === null ? missingMark : capitalize(direction)}</Stat>
        <Stat term="Replicas (Min – Max)">
          {isLoading ? (
            <Pending />
          ) : (
            <>
              {hpa === null ? missingMark : formatReplicaRange(hpa.min_replicas, hpa.max_replicas)}
              {finiteOrNull(workload?.current_replicas) === null ? null : (
                <span className="ml-2 text-base font-normal text-ink-3">
                  {formatCount(workload?.current_replicas)} running
                </span>
              )}
            </>
          )}
        </Stat>
        <YearlyStat state={state} />
      </dl>
    </Card>
  );
}

function Pending() {
  return <Skeleton className="my-1 h-4 w-24" />;
}
