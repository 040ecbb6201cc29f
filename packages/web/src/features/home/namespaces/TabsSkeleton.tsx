import { Skeleton } from '../../../ui/Skeleton.tsx';

/** A placeholder for a section's tabs until it is known which tabs exist. */
export function TabsSkeleton() {
  return (
    <div className="flex h-9.25 items-center gap-5 border-b px-4">
      <Skeleton className="h-3 w-20" />
      <Skeleton className="h-3 w-25" />
    </div>
  );
}
