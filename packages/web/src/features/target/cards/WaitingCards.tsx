import { Card } from '../../../ui/Card.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';

/** Placeholders until it is known which cards the page shows. */
export function WaitingCards() {
  return (
    <div aria-busy="true" className="grid items-start gap-4 xl:grid-cols-[22rem_minmax(0,1fr)]">
      <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-1">
        <WaitingCard height="h-40" />
        <WaitingCard height="h-40" />
      </div>
      <div className="flex flex-col gap-4">
        <WaitingCard height="h-40" />
        <WaitingCard height="h-[40rem]" />
      </div>
    </div>
  );
}

function WaitingCard({ height }: { height: string }) {
  return (
    <Card className={`flex flex-col gap-3 p-4 ${height}`}>
      <Skeleton className="h-4 w-2/5" />
      <Skeleton className="h-4 w-4/5" />
      <Skeleton className="h-4 w-3/5" />
    </Card>
  );
}
