import { formatDateTime, formatLastForecast, lastForecastAt, missingMark, type Suggestion } from '@trimtab/core';
import { useNow } from '../../../browser/use-now.ts';
import { Spinner } from '../../../ui/Spinner.tsx';
import { Tooltip } from '../../../ui/Tooltip.tsx';

type LastForecastProps = {
  /** undefined while loading, null if there is none. */
  suggestion: Suggestion | null | undefined;
  failed: boolean;
  /** The workload does not exist, so that no forecast is made. */
  isWorkloadMissing: boolean;
};

/** The age of the latest forecast. */
export function LastForecast({ suggestion, failed, isWorkloadMissing }: LastForecastProps) {
  return (
    <p className="flex items-center gap-1.5 text-ink-3">
      Last forecast:{' '}
      {isWorkloadMissing && !suggestion ? (
        <None reason="The workload is not in the cluster, so no forecast is made." />
      ) : suggestion === undefined ? (
        failed ? (
          <None reason="The suggestions of this target could not be loaded. The console tries again every 30 seconds." />
        ) : (
          <Spinner label="Loading the last forecast" size={14} />
        )
      ) : (
        <Age created={lastForecastAt(suggestion) ?? null} />
      )}
    </p>
  );
}

function None({ reason }: { reason: string }) {
  return (
    <Tooltip text={reason}>
      <button type="button" className="min-h-6 min-w-6 cursor-help">
        {missingMark}
      </button>
    </Tooltip>
  );
}

function Age({ created }: { created: string | null }) {
  const now = useNow();
  return (
    <Tooltip text={created === null ? null : formatDateTime(created)} side="bottom">
      <time className="text-ink-2 tabular-nums" {...(created === null ? {} : { dateTime: created, tabIndex: 0 })}>
        {formatLastForecast(created, now)}
      </time>
    </Tooltip>
  );
}
