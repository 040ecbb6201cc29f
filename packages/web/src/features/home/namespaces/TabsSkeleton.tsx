import { Skeleton } from '../../../ui/Skeleton.tsx';

/** The place of a section's tabs, while it is not settled which there are. */
export function TabsSkeleton() {
  return (
    <div className="flex h-9.25 items-center gap-5 border-b px-4">
      <Skeleton className="h-3 w-20" />
      <Skeleton className="h-3 w-25" />
    </div>
  );
}
