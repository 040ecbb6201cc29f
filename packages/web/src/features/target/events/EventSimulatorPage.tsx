import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../../api/client.tsx';
import { Card } from '../../../ui/Card.tsx';
import { type TargetId, targetQuery } from '../queries.ts';
import { TargetFrame } from '../TargetFrame.tsx';
import { UnknownTarget } from '../UnknownTarget.tsx';
import { useTargetId } from '../use-target-id.ts';
import { WhatIf } from '../what-if/WhatIf.tsx';
import { EventPlaceholder } from './EventPlaceholder.tsx';

/** The event simulator of a target: what it needs under a scaled load. On a server without that call, placeholder data. */
export function EventSimulatorPage() {
  const id = useTargetId();
  return (
    <TargetFrame id={id} tab="event-simulator">
      <WhatIf key={`${id.namespace}/${id.name}`} id={id} otherwise={<WithoutAnswer id={id} />} />
    </TargetFrame>
  );
}

/** A 404 has two meanings: the server does not have the call, or the target is not enrolled. */
function WithoutAnswer({ id }: { id: TargetId }) {
  const { data, isPending } = useQuery({ ...targetQuery(useClient(), id), meta: { silent: true } });
  if (data?.outcome === 'unknown') return <UnknownTarget />;
  return isPending ? <Card aria-busy="true" className="h-80" /> : <EventPlaceholder />;
}
