import type { FetchResponse } from '@trimtab/core';

/** The whole body as text. @throws RangeError with the message `tooLong` above so many UTF-16 code units. */
export async function readText({ body }: FetchResponse, maxLength: number, tooLong: string): Promise<string> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    text += decoder.decode(part.value, { stream: true });
    if (text.length > maxLength) throw new RangeError(tooLong);
  }
  return text + decoder.decode();
}
