import { dayMs, formatDate, isoWindow, whatIfScale, yesterday } from '@trimtab/core';
import { dayOf } from '../events/event-form.ts';

/** The loads to choose from, in the order of the list. */
export const loadLabels = {
  yesterday: 'Yesterday',
  busiest: 'Busiest day of the last two weeks',
  forecast: 'Next 24 hours, as forecast',
  window: 'A time in the last two weeks',
} as const;
type LoadChoice = keyof typeof loadLabels;

export const assumptionLabels = { current: 'As they are now', suggested: 'As suggested' } as const;
type Assumption = keyof typeof assumptionLabels;

/** The values of the form's inputs. `from` and `to` are times of the user's time zone, as a time input writes them. */
export type WhatIfForm = {
  readonly load: LoadChoice;
  readonly from: string;
  readonly to: string;
  readonly scale: string;
  readonly assume: Assumption;
};

export const scalePresets = ['1.5', '2', '3'] as const;
const usual = { load: 'yesterday', scale: '2', assume: 'current' } as const;

const isKey = <T extends object>(labels: T, text: string | null): text is keyof T & string =>
  text !== null && Object.hasOwn(labels, text);
export const isLoadChoice = (text: string): text is LoadChoice => isKey(loadLabels, text);
export const isAssumption = (text: string): text is Assumption => isKey(assumptionLabels, text);

/** Reads the form from the address. Invalid parts get their defaults, because anyone can edit an address. */
export function readForm(params: URLSearchParams, now: number): WhatIfForm {
  const [load, assume] = [params.get('load'), params.get('assume')];
  const scale = params.get('scale') ?? usual.scale;
  const times = { from: params.get('from') ?? '', to: params.get('to') ?? '' };
  const hasTimes = isTime(times.from) && isTime(times.to);
  return {
    load: isKey(loadLabels, load) && (load !== 'window' || hasTimes) ? load : usual.load,
    ...(hasTimes ? times : timesOfYesterday(now)),
    scale: isScale(scale) ? scale : usual.scale,
    assume: isKey(assumptionLabels, assume) ? assume : usual.assume,
  };
}

/** The search parameters of a form; null removes one. */
export function writeForm({ load, from, to, scale, assume }: WhatIfForm): Record<string, string | null> {
  const isWindow = load === 'window';
  return {
    load: load === usual.load ? null : load,
    from: isWindow ? from : null,
    to: isWindow ? to : null,
    scale: scale === usual.scale ? null : scale,
    assume: assume === usual.assume ? null : assume,
  };
}

export type WhatIfProblems = Readonly<Record<'from' | 'to' | 'scale', string | null>>;

/** Why inputs are invalid; null if they are valid. */
export function formProblems({ load, from, to, scale }: WhatIfForm, now: number): WhatIfProblems {
  const isWindow = load === 'window';
  const { min, max } = whatIfScale;
  return {
    from:
      isWindow && !(isTime(from) && Date.parse(from) >= now - 14 * dayMs)
        ? 'The start must be within the last two weeks.'
        : null,
    to: !isWindow
      ? null
      : !isTime(to) || Date.parse(to) > now
        ? 'The end must be in the past.'
        : to <= from
          ? 'The end must be after the start.'
          : null,
    scale: isScale(scale) ? null : `Enter a number from ${min} to ${max}.`,
  };
}

/** The body of the call for a valid form. */
export function questionOf({ load, from, to, scale, assume }: WhatIfForm, now: number) {
  const common = { scale: Number(scale), assume };
  if (load === 'busiest') return { load: 'busiest_day', ...common } as const;
  if (load === 'forecast') return { load, ...common } as const;
  const window = load === 'yesterday' ? yesterday(now) : { start: Date.parse(from), end: Date.parse(to) };
  return { load: 'window', ...isoWindow(window), ...common } as const;
}
export type WhatIfQuestion = ReturnType<typeof questionOf>;

/** A timestamp in the format of a time input, in the user's time zone. */
export const timeOf = (at: number): string => `${dayOf(at)}T${formatDate(at, 'HH:mm')}`;

function timesOfYesterday(now: number) {
  const { start, end } = yesterday(now);
  return { from: timeOf(start), to: timeOf(end) };
}

const isTime = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

const isScale = (text: string): boolean =>
  text.trim() !== '' && Number(text) >= whatIfScale.min && Number(text) <= whatIfScale.max;
