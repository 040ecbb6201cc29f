import {
  formatCount,
  formatDateTime,
  missingMark,
  type Pod,
  parseQuantity,
  type ResourceName,
  resourceLabels,
} from '@trimtab/core';
import type { ReactNode } from 'react';
import { focusable } from '../../../ui/focusable.ts';
import { FigureHead } from '../FigureHead.tsx';
import { ResourceAmount } from '../ResourceAmount.tsx';

/** The details of a pod. The list of containers scrolls. */
export function PodDetails({
  pod: { status, created, restarts, last_restart: last, labels, containers },
}: {
  pod: Pod;
}) {
  return (
    <div className="flex flex-col gap-5">
      <dl className="grid grid-cols-2 gap-4">
        <Fact term="Status">
          <bdi>{status || missingMark}</bdi>
        </Fact>
        <Fact term="Created">{formatDateTime(created)}</Fact>
        {restarts === undefined ? null : <Fact term="Restarts">{formatCount(restarts)}</Fact>}
        {last === undefined ? null : (
          <Fact term="Last restart">
            <bdi>{last.reason || missingMark}</bdi>
            <span className="block text-small font-normal text-ink-3">
              {[
                last.container,
                ...(last.exit_code === null ? [] : [`exit code ${last.exit_code}`]),
                ...(last.at === null ? [] : [formatDateTime(last.at)]),
              ].join(' · ')}
            </span>
          </Fact>
        )}
      </dl>
      <section aria-label="Labels">
        <h3 className="mb-1 text-small text-ink-3">Labels</h3>
        {labels.length === 0 ? (
          <p className="text-ink-2">This pod has no labels.</p>
        ) : (
          <ul className="flex max-h-32 flex-wrap gap-1.5 overflow-y-auto">
            {labels.map(({ key, value }) => (
              <li key={key} className="max-w-full rounded-sm bg-sunken px-1.5 py-0.5 text-small break-all">
                <bdi className="text-ink-3">{key}</bdi> <bdi>{value}</bdi>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section aria-label="Containers">
        <h3 className="mb-1 text-small text-ink-3">Containers ({containers.length})</h3>
        <ul {...focusable} className="max-h-80 overflow-y-auto rounded-md border">
          {containers.map((container) => (
            <li key={container.name} className="px-3 py-2 not-last:border-b">
              <h4 className="font-medium break-all">
                <bdi>{container.name}</bdi>
              </h4>
              <p className="mb-2 font-mono text-small break-all text-ink-3">
                <bdi>{container.image || missingMark}</bdi>
              </p>
              <table className="w-full">
                <FigureHead columns={['Resource', 'Request', 'Limit']} />
                <tbody>
                  <Amounts resource="cpu" request={container.cpu_request} limit={container.cpu_limit} />
                  <Amounts resource="memory" request={container.memory_request} limit={container.memory_limit} />
                </tbody>
              </table>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

type Quantity = string | number | undefined;

function Amounts({ resource, request, limit }: { resource: ResourceName; request: Quantity; limit: Quantity }) {
  return (
    <tr>
      <th scope="row" className="text-left font-normal text-ink-2">
        {resourceLabels[resource]}
      </th>
      <td className="w-28 text-right">
        <ResourceAmount resource={resource} amount={parseQuantity(request)} />
      </td>
      <td className="w-28 text-right">
        <ResourceAmount resource={resource} amount={parseQuantity(limit)} />
      </td>
    </tr>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-small text-ink-3">{term}</dt>
      <dd className="text-lead font-medium break-words">{children}</dd>
    </div>
  );
}
