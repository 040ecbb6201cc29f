import {
  formatDate,
  formatPercent,
  formatResource,
  resourceLabels,
  type UsageDistribution,
  type UsageMark,
} from '@trimtab/core';
import type { ReactNode } from 'react';
import { DistributionPlot } from '../../../charts/DistributionPlot.tsx';
import { FigureHead } from '../FigureHead.tsx';

const tones = {
  request: 'current',
  suggestion: 'suggested',
  p98: 'usage',
  peak: 'usage',
  limit: 'limit',
} as const satisfies Record<UsageMark['id'], string>;

type UsagePictureProps = { usage: UsageDistribution; marks: readonly UsageMark[]; children?: ReactNode };

/** The distribution of the usage of 14 days, with the marked values. A table repeats the marked values. */
export function UsagePicture({ usage, marks, children }: UsagePictureProps) {
  const { container, resource, lowest, step, counts, end } = usage;
  const amount = (value: number) => formatResource(resource, value);
  const suggested = marks.find(({ id }) => id === 'suggestion');
  const of = container ?? 'all pods';
  return (
    <figure className="min-w-0">
      <figcaption className="mb-1 text-small text-ink-2">
        {suggested === undefined ? null : `${captionOf(suggested, marks, usage)} `}
        <span className="text-ink-3">
          {resourceLabels[resource]} of {container === null ? of : <bdi>{of}</bdi>} in steps of five minutes, 14 days to{' '}
          {formatDate(end, 'MMM d, HH:mm')}.
        </span>
      </figcaption>
      <DistributionPlot
        lowest={lowest}
        step={step}
        counts={counts}
        marks={marks.map(({ id, label, value }) => ({ label, value, tone: tones[id] }))}
        format={amount}
        label={`Distribution of the ${resourceLabels[resource]} usage of ${of}: from ${amount(lowest)} to ${amount(usage.peak)}, 98% of the time at most ${amount(usage.p98)}. The table below has the marked values.`}
      />
      <table className="mt-2 w-full text-small">
        <FigureHead columns={['Mark', 'Value', 'Time above it']} />
        <tbody>
          {marks.map(({ id, label, value, above }) => (
            <tr key={id} className="border-t">
              <th scope="row" className={`py-1 text-left ${id === 'suggestion' ? 'font-medium' : 'font-normal'}`}>
                {label}
              </th>
              <td className="py-1 text-right font-medium">{amount(value)}</td>
              <td className="py-1 text-right">{above === null ? '' : above === 0 ? 'never' : formatPercent(above)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {children === undefined ? null : <div className="mt-3">{children}</div>}
    </figure>
  );
}

function captionOf(
  { label, value }: UsageMark,
  marks: readonly UsageMark[],
  { container, resource }: UsageDistribution,
) {
  const [request, peak] = ['request', 'peak'].map((id) => marks.find((mark) => mark.id === id));
  const amount = (mark: number | undefined) => formatResource(resource, mark);
  const highest = `the highest usage was ${amount(peak?.value)}.`;
  if (container === null) return `${label}: planned for up to ${amount(value)}; ${highest}`;
  const now = request === undefined ? '' : `, ${amount(request.value)} requested now`;
  return `${amount(value)} suggested${now}; ${highest}`;
}
