import { escapeUnsafe } from './sanitize.ts';

/** Indented JSON in which characters that could control a terminal are escaped. */
export function json(data: unknown): string {
  return `${escapeUnsafe(JSON.stringify(data, null, 2))}\n`;
}
