import { type ChangeEvent, dayMs, hourMs } from '@trimtab/core';

/** The tabs, which group events by how often they happen and whether they can be undone. */
export const activityTabs = ['changes', 'images', 'suggestions', 'all'] as const;
export type ActivityTab = (typeof activityTabs)[number];

export const tabLabels: Readonly<Record<ActivityTab, string>> = {
  changes: 'Changes',
  images: 'New images',
  suggestions: 'Suggestions',
  all: 'All',
};

const tabEvents: Readonly<Record<ActivityTab, readonly ChangeEvent[] | null>> = {
  changes: ['resources', 'replicas', 'export', 'enrolled', 'unenrolled'],
  images: ['image'],
  suggestions: ['suggestion'],
  all: null,
};

export const timeChoices = [
  { value: 'night', label: 'Last night, 18:00 to 8:00' },
  { value: '1', label: 'Last 24 hours' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
] as const;

export type ActivityFilters = {
  readonly events?: readonly string[] | undefined;
  readonly clusters?: readonly string[] | undefined;
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
  readonly start?: string | undefined;
  readonly end?: string | undefined;
};

/**
 * The view of an address. Unknown values are left out. `name` filters only together with `namespace`.
 * @param cluster null for all
 */
export function readActivityView(
  params: URLSearchParams,
  now: number,
  cluster: string | null,
): { tab: ActivityTab; filters: ActivityFilters } {
  const tab = activityTabs.find((known) => known === params.get('view')) ?? 'changes';
  const namespace = params.get('namespace') || undefined;
  return {
    tab,
    filters: {
      events: tabEvents[tab] ?? undefined,
      clusters: cluster?.split(','),
      namespace,
      name: (namespace && params.get('name')) || undefined,
      ...timeWindow(params.get('time'), now),
    },
  };
}

function timeWindow(time: string | null, now: number): Pick<ActivityFilters, 'start' | 'end'> {
  if (time === 'night') {
    const [start, end] = lastNight(now);
    return { start: start.toISOString(), ...(end.getTime() < now ? { end: end.toISOString() } : {}) };
  }
  const days = timeChoices.find(({ value }) => value === time)?.value;
  // Round to whole hours, so that the list does not change with every minute.
  if (days === undefined) return {};
  return { start: new Date(Math.floor(now / hourMs) * hourMs - Number(days) * dayMs).toISOString() };
}

/** From 18:00 of the previous day to 8:00, in the local time zone. */
function lastNight(now: number): [Date, Date] {
  const [start, end] = [new Date(now), new Date(now)];
  start.setHours(18, 0, 0, 0);
  start.setDate(start.getDate() - 1);
  end.setHours(8, 0, 0, 0);
  return [start, end];
}
