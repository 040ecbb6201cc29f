import { TargetFrame } from '../TargetFrame.tsx';
import { useTargetId } from '../use-target-id.ts';
import { WhatIf } from '../what-if/WhatIf.tsx';
import { EventPlaceholder } from './EventPlaceholder.tsx';

/** The event simulator of a target: what it needs under a scaled load. On a server without that call, placeholder data. */
export function EventSimulatorPage() {
  const id = useTargetId();
  return (
    <TargetFrame id={id} tab="event-simulator">
      <WhatIf key={`${id.namespace}/${id.name}`} id={id} otherwise={<EventPlaceholder />} />
    </TargetFrame>
  );
}
