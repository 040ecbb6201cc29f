import { classNames } from '../../../ui/class-names.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';

const heights = [
  'h-3/5',
  'h-2/3',
  'h-1/2',
  'h-3/4',
  'h-2/3',
  'h-4/5',
  'h-3/5',
  'h-3/4',
  'h-1/2',
  'h-2/3',
  'h-3/5',
  'h-2/5',
];
const lengths = ['w-full', 'w-11/12', 'w-4/5', 'w-2/3', 'w-1/2', 'w-2/5', 'w-1/3', 'w-1/3', 'w-1/4', 'w-1/5'];

/** Shown while stacked bars are loading. */
export function StackedBarsSkeleton({ className }: { className: string }) {
  return (
    <div className={classNames('relative', className)}>
      <div className="absolute inset-x-0 top-0 bottom-6 flex items-end justify-around gap-[1.5%] border-b pl-14">
        {heights.map((height, index) => (
          <Skeleton key={index} className={classNames('max-w-18 min-w-0 flex-1 rounded-b-none', height)} />
        ))}
      </div>
    </div>
  );
}

/** Shown while horizontal bars are loading. */
export function HorizontalBarsSkeleton({ count }: { count: number }) {
  return (
    <div className="flex flex-col gap-3">
      {lengths.slice(0, count).map((length, index) => (
        <div key={index} className="flex h-8.5 flex-col justify-between">
          <div className="flex items-center justify-between py-1">
            <Skeleton className="h-3 w-28" />
            <Skeleton className="h-3 w-14" />
          </div>
          <Skeleton className={classNames('h-2.5', length)} />
        </div>
      ))}
    </div>
  );
}
