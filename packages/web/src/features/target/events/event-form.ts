/** The values of the form's inputs. An empty string means that nothing is entered. */
export type EventForm = { readonly value: string; readonly start: string; readonly end: string };

/** The validation message of each input; null if it is valid. */
export type EventProblems = Readonly<Record<keyof EventForm, string | null>>;

const two = (part: number) => String(part).padStart(2, '0');

/** A timestamp as a date in the user's time zone, in the format of a date input. */
export function dayOf(now: number): string {
  const date = new Date(now);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The earliest possible end: the start, or today if no start is set. */
export function earliestEnd(start: string, today: string): string {
  return isDay(start) ? start : today;
}

/** Validates the form. Empty inputs are valid. */
export function eventProblems({ value, start, end }: EventForm, today: string): EventProblems {
  return {
    value: value === '' || isAmount(value) ? null : 'Enter a number of 0 or more.',
    start: start === '' || (isDay(start) && start >= today) ? null : 'The start cannot be before today.',
    end:
      end === '' || (isDay(end) && end >= earliestEnd(start, today))
        ? null
        : isDay(start)
          ? 'The end cannot be before the start.'
          : 'The end cannot be before today.',
  };
}

// Dates in this format sort as strings.
const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

const isAmount = (text: string): boolean => text.trim() !== '' && Number.isFinite(Number(text)) && Number(text) >= 0;
