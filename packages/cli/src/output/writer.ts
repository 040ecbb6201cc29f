import { sanitize } from '@trimtab/core';
import { sanitizeLines } from './sanitize.ts';
import { ourSequences } from './style.ts';

/** The part of a Node stream that a writer uses. */
export type OutputStream = {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(chunk: string | Uint8Array, written: (error?: Error | null) => void): boolean;
};

/** The only access to an output stream. Every method sanitizes its text. */
export type Writer = {
  readonly isTerminal: boolean;
  readonly columns: number;
  /** Text whose only control characters are line breaks. */
  text(text: string): Promise<void>;
  /** Tab-separated rows of sanitized cells; our own color sequences are kept. */
  rows(text: string): Promise<void>;
  /** Output of ink; only line breaks and our own color sequences are kept. */
  drawn(text: string): Promise<void>;
  /** CSV with CRLF line ends, whose values were sanitized by the CSV writer. */
  records(text: string): Promise<void>;
  /** Bytes of a file, unchanged. Ignored on a terminal. */
  bytes(chunk: Uint8Array): Promise<void>;
  /** Replaces the progress line, or removes it for null. Only on a terminal. */
  progress(line: string | null): Promise<void>;
};

/** Sanitizes everything between our own color sequences. */
function sanitizeScreen(text: string): string {
  let safe = '';
  let from = 0;
  for (const match of text.matchAll(ourSequences)) {
    safe += sanitizeLines(text.slice(from, match.index)) + match[0];
    from = match.index + match[0].length;
  }
  return safe + sanitizeLines(text.slice(from));
}

export function createWriter(stream: OutputStream): Writer {
  const put = (text: string | Uint8Array): Promise<void> =>
    new Promise((resolve, reject) => {
      stream.write(text, (error) => {
        if (error) reject(error);
        else resolve();
      });
    });
  return {
    isTerminal: stream.isTTY === true,
    columns: stream.columns !== undefined && stream.columns > 0 ? stream.columns : 80,
    text: (text) => put(sanitizeLines(text)),
    rows: (text) => put(text.split('\t').map(sanitizeScreen).join('\t')),
    drawn: (text) => put(sanitizeScreen(text)),
    bytes: async (chunk) => {
      if (stream.isTTY !== true) await put(chunk);
    },
    progress: async (line) => {
      if (stream.isTTY === true) await put(`\r\u001b[2K${line === null ? '' : sanitize(line)}`);
    },
    records: (text) => put(text.split('\r\n').map(sanitize).join('\r\n')),
  };
}
