import type { Route } from 'playwright';

const pointCount = 5_000;
const eventCount = 60;
const dayMs = 86_400_000;
const spanMs = 14 * dayMs;

type Answer = { [field: string]: unknown };

/** The list with its values repeated in place, so that it is as long as wanted. */
const stretched = (values: readonly unknown[], length: number) =>
  Array.from({ length }, (_, index) => values[Math.floor((index * values.length) / length)]);

/** Times of equal distance in the last two weeks. */
const times = (count: number) =>
  Array.from({ length: count }, (_, index) => new Date(Date.now() - spanMs + (index * spanMs) / count).toISOString());

/** Replaces a series by one of 5,000 points, and the events of a target by 60. */
export async function manyPoints(route: Route): Promise<void> {
  const response = await route.fetch();
  const answer: Answer = await response.json();
  if (Array.isArray(answer['metrics']) && Array.isArray(answer['periods'])) {
    const sent = answer['periods'].length;
    const stretch = (value: unknown) =>
      Array.isArray(value) && value.length === sent ? stretched(value, pointCount) : value;
    answer['metrics'] = answer['metrics'].map((metric: Answer) =>
      Object.fromEntries(Object.entries(metric).map(([field, value]) => [field, stretch(value)])),
    );
    answer['periods'] = times(pointCount);
  }
  if (Array.isArray(answer['events']))
    answer['events'] = times(eventCount).map((at) => ({ at, kind: 'restart', container: null, count: 1 }));
  await route.fulfill({ response, json: answer });
}
