import { useQuery } from '@tanstack/react-query';
import { containerResources } from '@trimtab/core';
import { useClient } from '../../lib/client.tsx';
import { readingsQuery, type TargetId, targetQuery } from './queries.ts';
import { UtilizationList } from './UtilizationList.tsx';

/** Every container of the target. It reads what the page asks for, and asks nothing itself. */
export function UtilizationDrawer({ id }: { id: TargetId }) {
  const client = useClient();
  const target = useQuery({ ...targetQuery(client, id), enabled: false }).data;
  const readings = useQuery({ ...readingsQuery(client, id), enabled: false }).data;
  if (target?.outcome !== 'found') return <p className="text-ink-2">Nothing runs for this target now.</p>;
  return (
    <div className="-mx-4 -my-3">
      <UtilizationList
        resources={containerResources(target.target, target.aiscaletarget.spec, readings?.current)}
        histories={readings?.histories ?? new Map()}
      />
    </div>
  );
}
