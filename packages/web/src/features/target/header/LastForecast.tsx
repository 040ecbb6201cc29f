import { formatDateTime, formatLastForecast, lastForecastAt, missingMark, type Suggestion } from '@trimtab/core';
import { useNow } from '../../../browser/use-now.ts';
import { Spinner } from '../../../ui/Spinner.tsx';
import { Tooltip } from '../../../ui/Tooltip.tsx';

/** The age of the latest forecast. `suggestion` is undefined while it loads and null if there is none. */
export function LastForecast({ suggestion, failed }: { suggestion: Suggestion | null | undefined; failed: boolean }) {
  return (
    <p className="flex items-center gap-1.5 text-ink-3">
      Last forecast:{' '}
      {suggestion === undefined ? (
        failed ? (
          <Tooltip text="The suggestions of this target could not be loaded. The console tries again every 30 seconds.">
            <button type="button" className="min-h-6 min-w-6 cursor-help">
              {missingMark}
            </button>
          </Tooltip>
        ) : (
          <Spinner label="Loading the last forecast" size={14} />
        )
      ) : (
        <Age created={lastForecastAt(suggestion) ?? null} />
      )}
    </p>
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
