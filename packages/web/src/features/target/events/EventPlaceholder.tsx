import { minuteMs } from '@trimtab/core';
import { useViewParams } from '../../../browser/search-params.ts';
import { useNow } from '../../../browser/use-now.ts';
import { Card } from '../../../ui/Card.tsx';
import { CardHeader } from '../cards/CardHeader.tsx';
import { ViewToggle } from '../usage/ViewToggle.tsx';
import { EventFormCard } from './EventFormCard.tsx';
import { EventPrediction } from './EventPrediction.tsx';

/** A form and a prediction with placeholder data, for a server that cannot compute one. */
export function EventPlaceholder() {
  const now = useNow(minuteMs);
  const [params] = useViewParams();
  const asTable = params.get('view') === 'table';
  return (
    <>
      <p className="max-w-prose text-ink-2">
        Describe an upcoming event, such as a sale, to see what this target would need for it. This is a preview: the
        figures are placeholders and do not come from your cluster.
      </p>
      <div className="grid items-start gap-4 xl:grid-cols-[22rem_minmax(0,1fr)]">
        <Card aria-label="Event" className="overflow-hidden">
          <CardHeader title="Event" />
          <EventFormCard now={now} />
        </Card>
        <Card aria-label="Prediction" className="overflow-hidden">
          <CardHeader title="Prediction">
            <ViewToggle />
          </CardHeader>
          <EventPrediction now={now} asTable={asTable} />
        </Card>
      </div>
    </>
  );
}
