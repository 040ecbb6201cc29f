import * as z from 'zod/mini';
import { type PodLogLine, podLogLineSchema } from './api/schemas/logs.ts';
import { InvalidResponseError } from './errors.ts';

/**
 * The lines of a log from its bytes, in the groups in which they arrive. An empty group means that the log is still open.
 * The last line has `end`.
 *
 * @throws InvalidResponseError when the bytes are no log, or end without that line
 */
export async function* podLogLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<readonly PodLogLine[]> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = parts.pop() ?? '';
    const lines = parts.filter((part) => part !== '').map(read);
    if (parts.length > 0) yield lines;
    if (lines.some((line) => 'end' in line)) return;
  }
  throw brokeOff();
}

export const brokeOff = (): InvalidResponseError => new InvalidResponseError('the log broke off');

function read(text: string): PodLogLine {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new InvalidResponseError('a line of the log is not JSON', { cause });
  }
  const line = z.safeParse(podLogLineSchema, value);
  if (line.success) return line.data;
  throw new InvalidResponseError('a line of the log does not match the API contract');
}
