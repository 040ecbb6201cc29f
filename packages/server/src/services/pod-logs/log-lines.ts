import type { PodLogLine } from '@trimtab/core';
import { createLineRedaction } from '../../redaction.ts';

/** Longer lines are cut, so that a log without line breaks does not fill the memory. */
const longestLine = 16 * 1024;

/** Escape sequences for colors and other terminal styles, which a page cannot show. */
// oxlint-disable-next-line no-control-regex -- this pattern must match control characters
const styleCodes = /\u001b\[[\d;:]*m/g;
const stamped = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)) ?/;

/** Splits the bytes of a log into lines, and removes secrets of a known form and escape sequences for colors. */
export async function* logLines(
  bytes: AsyncIterable<Uint8Array>,
  mostBytes: number,
): AsyncGenerator<readonly PodLogLine[]> {
  const decoder = new TextDecoder();
  const redact = createLineRedaction();
  let [rest, dropped, received] = ['', 0, 0];
  const lineOf = (text: string): PodLogLine => {
    const cut = dropped + Math.max(0, text.length - longestLine);
    dropped = 0;
    const [prefix = '', at = null] = stamped.exec(text) ?? [];
    const plain = text.slice(prefix.length, longestLine).replaceAll(styleCodes, '').replace(/\r$/, '');
    return { at, text: `${redact(plain)}${cut === 0 ? '' : ` … (${cut} more characters)`}` };
  };
  for await (const chunk of bytes) {
    received += chunk.byteLength;
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = parts.pop() ?? '';
    const lines = parts.map(lineOf);
    dropped += Math.max(0, rest.length - longestLine);
    rest = rest.slice(0, longestLine);
    if (lines.length > 0) yield lines;
    if (received >= mostBytes) break;
  }
  if (rest !== '') yield [lineOf(rest)];
  const reason = `The log is longer than the ${mostBytes / 2 ** 20} MiB of one answer. The rest is missing.`;
  yield [received >= mostBytes ? { end: 'limit', reason } : { end: 'complete' }];
}
