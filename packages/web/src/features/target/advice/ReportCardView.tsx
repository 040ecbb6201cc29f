import { formatCount, formatPercent, formatResource, missingMark, resourceLabels } from '@trimtab/core';
import { FigureHead } from '../FigureHead.tsx';
import type { TargetId } from '../queries.ts';
import { useReportCard } from './use-explanation.ts';

/** The accuracy of forecasts and suggestions. Renders nothing if the server does not provide it. */
export function ReportCardView({ id }: { id: TargetId }) {
  const card = useReportCard(id);
  if (card === undefined) return null;
  const isMeasured = card.forecasts.some(({ coverage }) => coverage !== undefined);
  return (
    <section className="flex flex-col gap-3">
      <h3 className="font-semibold">Report card</h3>
      <table className="w-full">
        <caption className="pb-1 text-left text-small text-ink-3">
          Error of the usage forecasts, compared with repeating the previous day
          {isMeasured && ', and how much of the usage was in their 80% band'}
        </caption>
        <FigureHead columns={['Forecast', 'Ahead', 'Error', 'Repeating', ...(isMeasured ? ['In band'] : [])]} />
        <tbody>
          {card.forecasts.map(({ metric, horizonMinutes, wape, seasonalNaiveWape, coverage }) => (
            <tr key={`${metric} ${horizonMinutes}`} className="border-t">
              <td className="py-1">{resourceLabels[metric]}</td>
              <td className="py-1 text-right">{formatCount(horizonMinutes)} min</td>
              <td className="py-1 text-right font-medium">{formatPercent(wape)}</td>
              <td className="py-1 text-right text-ink-3">{formatPercent(seasonalNaiveWape)}</td>
              {isMeasured && <td className="py-1 text-right text-ink-3">{formatPercent(coverage ?? null)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {card.suggestions.length > 0 && (
        <table className="w-full">
          <caption className="pb-1 text-left text-small text-ink-3">
            How each day&apos;s suggestion did on that day, or would have done if none was published yet
          </caption>
          <FigureHead columns={['Request', 'Unused', 'Time over', 'Farthest over']} />
          <tbody>
            {card.suggestions.map(({ container, resource, slack, timeOver, worstShortfall }) => (
              <tr key={`${container}\n${resource}`} className="border-t">
                <td className="py-1 break-all">
                  <bdi>{container}</bdi> {resourceLabels[resource]}
                </td>
                <td className="py-1 text-right">{formatPercent(slack)}</td>
                <td className="py-1 text-right">{formatPercent(timeOver)}</td>
                <td className="py-1 text-right whitespace-nowrap">
                  {worstShortfall === null
                    ? missingMark
                    : `${formatResource(resource, worstShortfall.used)} of ${formatResource(resource, worstShortfall.request)}`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
