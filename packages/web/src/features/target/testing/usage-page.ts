import { screen, within } from '@testing-library/react';
import type { Series } from '@trimtab/core';
import { renderApp } from '../../../testing/render-app.tsx';
import { seriesOf, type TargetScript, targetApi } from './target-api.ts';

export function openUsage(script: TargetScript = {}, path = '/ast/shop/web', extra: object = {}) {
  const api = targetApi(script);
  const app = renderApp({ fetch: api.fetch, path, configuration: { extra: { ...extra } } });
  return { api, ...app };
}

export const card = () => screen.findByRole('region', { name: 'Actual vs predicted usage' });
export const chart = async () => within(await card()).findByRole('application');
export const grip = (name: RegExp) => screen.findByRole('slider', { name });
export const moment = async (name: RegExp) => Number((await grip(name)).getAttribute('aria-valuenow'));
/** The part that the brush shows, in minutes. */
export const minutesShown = async () => Math.round(((await moment(/End/)) - (await moment(/Start/))) / 60_000);
export const soon = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
export const counts = (count: number) => Array.from({ length: count }, (_, index) => 1 + (index % 7));
/** One sample every ten minutes of the requested window. */
export function overWindow(query: URLSearchParams) {
  const start = Date.parse(query.get('start') ?? '');
  const series = seriesOf('cpu', counts((Date.parse(query.get('end') ?? '') - start) / 600_000));
  return { ...series, periods: series.periods.map((_, at) => new Date(start + at * 600_000).toISOString()) };
}
export const backwards = (series: Series) => ({ ...series, periods: series.periods.toReversed() });
