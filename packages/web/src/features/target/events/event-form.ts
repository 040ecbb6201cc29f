/** What an operator says about a coming event, as the inputs hold it: texts, empty where nothing is entered. */
export type EventForm = { readonly value: string; readonly start: string; readonly end: string };

/** What is wrong with each of them; null where nothing is. */
export type EventProblems = Readonly<Record<keyof EventForm, string | null>>;

const two = (part: number) => String(part).padStart(2, '0');

/** The reader's calendar day of a moment, as a date input writes it. */
export function dayOf(now: number): string {
  const date = new Date(now);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The earliest end: the start, or today where no start is set. */
export function earliestEnd(start: string, today: string): string {
  return isDay(start) ? start : today;
}

/** The rules of the form (console.md, section 5). An input that is still empty breaks none of them. */
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

// Days in this form are in order as texts are.
const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

const isAmount = (text: string): boolean => text.trim() !== '' && Number.isFinite(Number(text)) && Number(text) >= 0;
