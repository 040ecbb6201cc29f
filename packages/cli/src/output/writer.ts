import { sanitize } from '@trimtab/core/sanitize';
import { sanitizeLines } from './sanitize.ts';
import { ourSequences } from './style.ts';

/** The part of a Node stream that a writer uses. */
export type OutputStream = {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(chunk: string | Uint8Array, written: (error?: Error | null) => void): boolean;
};

/** Sanitizes everything except this program's own color sequences. */
function sanitizeScreen(text: string): string {
  let safe = '';
  let from = 0;
  for (const match of text.matchAll(ourSequences)) {
    safe += sanitizeLines(text.slice(from, match.index)) + match[0];
    from = match.index + match[0].length;
  }
  return safe + sanitizeLines(text.slice(from));
}

/** The only way to write to an output stream. Every method sanitizes its text. */
export function createWriter(stream: OutputStream) {
  const put = (text: string | Uint8Array): Promise<void> =>
    new Promise((resolve, reject) => {
      stream.write(text, (error) => {
        if (error) reject(error);
        else resolve();
      });
    });
  const isTerminal = stream.isTTY === true;
  return {
    isTerminal,
    columns: stream.columns !== undefined && stream.columns > 0 ? stream.columns : 80,
    /** Text whose only control characters are line breaks. */
    text: (text: string) => put(sanitizeLines(text)),
    /** Text that may contain tabs too. */
    lines: (text: string) => put(text.split('\t').map(sanitizeLines).join('\t')),
    /** Tab-separated rows of sanitized cells; our own color sequences are kept. */
    rows: (text: string) => put(text.split('\t').map(sanitizeScreen).join('\t')),
    /** Lines for a terminal; only line breaks and our own color sequences are kept. */
    drawn: (text: string) => put(sanitizeScreen(text)),
    /** CSV with CRLF line ends, whose values were sanitized by the CSV writer. */
    records: (text: string) => put(text.split('\r\n').map(sanitize).join('\r\n')),
    /** Bytes of a file, unchanged. Ignored on a terminal. */
    bytes: async (chunk: Uint8Array) => {
      if (!isTerminal) await put(chunk);
    },
    /** Replaces the progress line, or removes it for null. Only on a terminal. */
    progress: async (line: string | null) => {
      if (isTerminal) await put(`\r\u001b[2K${line === null ? '' : sanitize(line)}`);
    },
  };
}

export type Writer = ReturnType<typeof createWriter>;
