import { isoWindow, yesterday } from '@trimtab/core';
import { describe, expect, it } from 'vitest';
import { formProblems, questionOf, readForm, timeOf, type WhatIfForm, writeForm } from './what-if-form.ts';

const now = new Date(2026, 10, 20, 15, 30).getTime();
const read = (search: string) => readForm(new URLSearchParams(search), now);
const usual = read('');
const window = { ...usual, load: 'window', from: '2026-11-17T09:00', to: '2026-11-17T18:00' } as const;

describe('the form of a what-if', () => {
  it('asks for twice the load of yesterday if the address says nothing', () => {
    expect(usual).toEqual({
      load: 'yesterday',
      from: '2026-11-19T00:00',
      to: '2026-11-20T00:00',
      scale: '2',
      assume: 'current',
    });
    expect(questionOf(usual, now)).toEqual({
      load: 'window',
      ...isoWindow(yesterday(now)),
      scale: 2,
      assume: 'current',
    });
  });

  it.each<WhatIfForm>([
    usual,
    window,
    { ...usual, load: 'busiest', scale: '1.5' },
    { ...usual, load: 'forecast', assume: 'suggested' },
  ])('is the same after it was written to the address: %j', (form) => {
    const written = Object.entries(writeForm(form)).filter((entry): entry is [string, string] => entry[1] !== null);
    expect(readForm(new URLSearchParams(written), now)).toEqual(form);
  });

  it('writes nothing for the defaults', () => {
    expect(Object.values(writeForm(usual)).every((value) => value === null)).toBe(true);
  });

  it.each([
    'load=toString&scale=99&assume=best',
    'load=window',
    'load=window&from=noon&to=2026-11-17T18:00',
    'scale=-1',
    'scale=',
    'scale=1e9',
  ])('reads %s as the defaults', (search) => {
    expect(read(search)).toEqual(usual);
  });

  it.each([
    [{ load: 'busiest' }, { load: 'busiest_day', scale: 2, assume: 'current' }],
    [
      { load: 'forecast', scale: '0.5' },
      { load: 'forecast', scale: 0.5, assume: 'current' },
    ],
  ] as const)('asks for %j as %j', (changes, question) => {
    expect(questionOf({ ...usual, ...changes }, now)).toEqual(question);
  });

  it('sends a window with the offset of the time zone', () => {
    const { start, end } = {
      start: new Date(2026, 10, 17, 9).toISOString(),
      end: new Date(2026, 10, 17, 18).toISOString(),
    };
    expect(questionOf(window, now)).toMatchObject({ load: 'window', start, end });
    expect(timeOf(Date.parse(start))).toBe(window.from);
  });

  it.each([
    [{ scale: '0' }, 'scale', 'Enter a number from 0.1 to 10.'],
    [{ scale: '10.5' }, 'scale', 'Enter a number from 0.1 to 10.'],
    [{ scale: '' }, 'scale', 'Enter a number from 0.1 to 10.'],
    [{ from: '2026-11-01T00:00' }, 'from', 'The start must be within the last two weeks.'],
    [{ from: '' }, 'from', 'The start must be within the last two weeks.'],
    [{ to: '2026-11-21T00:00' }, 'to', 'The end must be in the past.'],
    [{ to: '' }, 'to', 'The end must be in the past.'],
    [{ to: '2026-11-17T09:00' }, 'to', 'The end must be after the start.'],
  ] as const)('finds the problem of %j', (changes, field, problem) => {
    expect(formProblems({ ...window, ...changes }, now)).toEqual({
      from: null,
      to: null,
      scale: null,
      [field]: problem,
    });
  });

  it('does not check times that it does not send', () => {
    expect(formProblems({ ...usual, from: '', to: '' }, now)).toEqual({ from: null, to: null, scale: null });
  });
});
