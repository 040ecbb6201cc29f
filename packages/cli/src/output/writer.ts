import { sanitize, sanitizeLines } from './sanitize.ts';
import { ourSequences } from './style.ts';

/** As much of a Node stream as a writer needs. */
export type OutputStream = {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(chunk: string | Uint8Array, written: (error?: Error | null) => void): boolean;
};

/** The one owner of an output stream: nothing reaches it but by these methods, and each makes its text inert. */
export type Writer = {
  readonly isTerminal: boolean;
  readonly columns: number;
  /** Text with line breaks, without any control. */
  text(text: string): Promise<void>;
  /** A piped table: tabs between cells that were made inert one by one; our own colors pass. */
  rows(text: string): Promise<void>;
  /** What the screen drew: line breaks and our own colors pass, nothing else does. */
  drawn(text: string): Promise<void>;
  /** CSV: its line ends are CRLF; each value was made inert by the CSV writer. */
  records(text: string): Promise<void>;
  /** A file, as it is: never on a terminal. */
  bytes(chunk: Uint8Array): Promise<void>;
  /** A line that the next one replaces; null takes it away. Only on a terminal. */
  progress(line: string | null): Promise<void>;
};

/** Between our own color sequences everything is data. */
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
