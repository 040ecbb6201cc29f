import { describe, expect, it } from 'vitest';
import { dayOf, earliestEnd, eventProblems } from './event-form.ts';

const today = '2026-11-20';
const problems = (form: Partial<{ value: string; start: string; end: string }>) =>
  eventProblems({ value: '', start: '', end: '', ...form }, today);

describe('the event form', () => {
  it('accepts an empty form', () => {
    expect(problems({})).toEqual({ value: null, start: null, end: null });
  });

  it.each(['0', '1234', '1.5', '1e3'])('accepts %s as a value', (value) => {
    expect(problems({ value }).value).toBeNull();
  });

  it.each(['-1', '1e999', 'many', ' ', '1,5'])('rejects %j as a value', (value) => {
    expect(problems({ value }).value).toBe('Enter a number of 0 or more.');
  });

  it('rejects a start before today', () => {
    expect(problems({ start: today }).start).toBeNull();
    expect(problems({ start: '2026-11-19' }).start).toBe('The start cannot be before today.');
    expect(problems({ start: '2026-02-31x' }).start).toBe('The start cannot be before today.');
  });

  it('rejects an end before the start, or before today without a start', () => {
    expect(problems({ end: today }).end).toBeNull();
    expect(problems({ end: '2026-11-19' }).end).toBe('The end cannot be before today.');
    expect(problems({ start: '2026-11-25', end: '2026-11-24' }).end).toBe('The end cannot be before the start.');
    expect(problems({ start: '2026-11-25', end: '2026-11-25' }).end).toBeNull();
    expect(earliestEnd('', today)).toBe(today);
    expect(earliestEnd('2026-12-01', today)).toBe('2026-12-01');
  });

  it("uses the calendar day of the user's time zone", () => {
    expect(dayOf(new Date(2026, 0, 5, 23, 59).getTime())).toBe('2026-01-05');
    expect(dayOf(new Date(2026, 0, 5, 0, 0).getTime())).toBe('2026-01-05');
  });
});
