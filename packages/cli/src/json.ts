import { isRecord } from '@trimtab/core';

/** The JSON object in a text; null if the text is anything else. */
export function parseRecord(text: string): Record<string, unknown> | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return isRecord(parsed) ? parsed : null;
  } catch {
    return null;
  }
}
