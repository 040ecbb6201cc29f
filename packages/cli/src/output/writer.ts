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

const removeLine = '\r\u001b[2K';

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
  const columns = stream.columns !== undefined && stream.columns > 0 ? stream.columns : 80;
  let [work, wait]: [string | null, string | null] = [null, null];
  /** The progress and the wait, below all text. If both are wider than the terminal, only the wait, because a wrapped line cannot be removed. */
  const lastLine = (): string => {
    const both = [work, wait].filter((line) => line !== null).join(' ');
    return both.length < columns ? both : (wait ?? both);
  };
  const replaceLastLine = async () => {
    if (isTerminal) await put(`${removeLine}${lastLine()}`);
  };
  return {
    isTerminal,
    columns,
    /** Text whose only control characters are line breaks. */
    text: (text: string) => {
      const line = lastLine();
      return put(line === '' ? sanitizeLines(text) : `${removeLine}${sanitizeLines(text)}${line}`);
    },
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
    /** Shows how far the command is, in the last line of a terminal. Null removes it. Does nothing elsewhere. */
    progress: (line: string | null) => {
      work = line === null ? null : sanitize(line);
      return replaceLastLine();
    },
    /** Shows what the command is waiting for, behind the progress. Null removes it. Does nothing without a terminal. */
    waiting: (line: string | null) => {
      wait = line === null ? null : sanitize(line);
      return replaceLastLine();
    },
  };
}

export type Writer = ReturnType<typeof createWriter>;
