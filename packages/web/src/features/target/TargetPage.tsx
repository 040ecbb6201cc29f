import { useQuery } from '@tanstack/react-query';
import {
  capitalise,
  deriveDirection,
  deriveMode,
  formatCount,
  formatCpu,
  formatBytes,
  formatReplicaRange,
  MISSING,
} from '@trimtab/core';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { useClient } from '../../lib/client.tsx';
import { enhancedTargetsQuery } from '../../lib/enhanced-targets.ts';
import { allTargetsQuery } from '../../lib/queries.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Card } from '../../ui/Card.tsx';
import { TargetHeading } from './TargetHeading.tsx';

/** What the lists already told about a target; its charts, pods and suggestions come with the console's next step. */
export function TargetPage() {
  const { namespace = '', name = '' } = useParams();
  const client = useClient();
  const all = useQuery(allTargetsQuery(client)).data;
  const enhanced = useQuery(enhancedTargetsQuery(client, all?.isComplete === true ? all.items.length : null)).data;
  const listed = all?.items.find((item) => item.namespace === namespace && item.name === name);
  const workload = enhanced?.byKey.get(`${namespace}/${name}`);
  const mode = listed === undefined ? null : deriveMode(listed.spec);
  const hpa = workload?.horizontalpodautoscaler;

  return (
    <article className="flex flex-col gap-5">
      <TargetHeading namespace={namespace} name={name}>
        {mode === null ? null : <Badge tone={mode === 'Autonomous' ? 'accent' : 'neutral'}>{mode}</Badge>}
      </TargetHeading>
      {listed === undefined && all?.isComplete === true ? (
        <p className="text-lead text-ink-2">
          No target of this name is enrolled. It may have been removed, or be called something else.
        </p>
      ) : (
        <Card>
          <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg bg-line md:grid-cols-4">
            <Fact term="Mode">{mode ?? MISSING}</Fact>
            <Fact term="Scaling">{listed === undefined ? MISSING : capitalise(deriveDirection(listed.spec))}</Fact>
            <Fact term="Replicas">{formatCount(workload?.target.current_replicas)}</Fact>
            <Fact term="Min – Max">{hpa ? formatReplicaRange(hpa.min_replicas, hpa.max_replicas) : MISSING}</Fact>
          </dl>
        </Card>
      )}
      {workload === undefined ? null : <Requests containers={workload.target.containers} />}
      <p className="max-w-2xl text-ink-3">
        Utilization, predicted need, suggestions and pods of this target will stand here; the home page has its current
        figures already.
      </p>
    </article>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="bg-surface px-4 py-3">
      <dt className="text-small text-ink-3">{term}</dt>
      <dd className="text-title font-semibold">{children}</dd>
    </div>
  );
}

type Container = {
  name: string;
  average_requests: { cpu?: number | null | undefined; memory?: number | null | undefined };
};

function Requests({ containers }: { containers: readonly Container[] }) {
  return (
    <Card aria-label="Requests of the containers">
      <h2 className="border-b px-4 py-3 text-lead font-semibold">Requests</h2>
      <table className="w-full">
        <thead className="text-left text-small text-ink-3">
          <tr>
            <th className="px-4 py-2 font-medium">Container</th>
            <th className="px-4 py-2 text-right font-medium">CPU</th>
            <th className="px-4 py-2 text-right font-medium">Memory</th>
          </tr>
        </thead>
        <tbody>
          {containers.map(({ name, average_requests: requests }) => (
            <tr key={name} className="border-t">
              <td className="px-4 py-2">
                <bdi className="break-all">{name}</bdi>
              </td>
              <td className="px-4 py-2 text-right">{formatCpu(requests.cpu)}</td>
              <td className="px-4 py-2 text-right">{formatBytes(requests.memory)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
