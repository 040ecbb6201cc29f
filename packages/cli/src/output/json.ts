import { escapeUnsafe } from './sanitize.ts';

/** The API's own shape, indented for people, escaped so that a terminal stays a terminal. */
export function json(data: unknown): string {
  return `${escapeUnsafe(JSON.stringify(data, null, 2))}\n`;
}
