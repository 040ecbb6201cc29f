import { useParams } from 'react-router-dom';
import { Badge } from '../../ui/Badge.tsx';
import { TargetFrame } from './TargetFrame.tsx';

/** The event simulator of a target; its form and chart come with the console's next step. */
export function EventSimulatorPage() {
  const { namespace = '', name = '' } = useParams();
  return (
    <TargetFrame id={{ namespace, name }} tab="event-simulator">
      <h2 className="flex items-center gap-2 text-title font-semibold">
        Event Simulator <Badge tone="accent">BETA</Badge>
      </h2>
      <p className="text-lead text-ink-2">
        Here you will describe a coming event, such as a sale, and see the pods and requests this target would need for
        it.
      </p>
    </TargetFrame>
  );
}
