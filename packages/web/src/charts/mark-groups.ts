import type { TimeSpan } from './usage-row.ts';

/** Something that happened at a time. */
export type TimeMark = { readonly at: number; readonly text: string; readonly tone: MarkTone };
export type MarkTone = 'danger' | 'warning' | 'accent' | 'quiet';

type Group = { readonly x: number; readonly texts: readonly string[]; readonly tone: MarkTone };

/** Marks that are closer together than this could not be distinguished. */
const nearest = 9;
/** From the least to the most severe. */
export const tones = ['quiet', 'accent', 'warning', 'danger'] as const;

/** The marks of a span in pixels. Marks that would overlap become one mark with the most severe tone. */
export function groupMarks(marks: readonly TimeMark[], { from, to }: TimeSpan, width: number): readonly Group[] {
  const groups: { x: number; texts: string[]; tone: MarkTone }[] = [];
  for (const { at, text, tone } of marks) {
    if (at < from || at > to) continue;
    const x = ((at - from) / (to - from)) * width;
    const last = groups.at(-1);
    if (last === undefined || x - last.x >= nearest) {
      groups.push({ x, texts: [text], tone });
      continue;
    }
    last.texts.push(text);
    if (tones.indexOf(tone) > tones.indexOf(last.tone)) last.tone = tone;
  }
  return groups;
}
