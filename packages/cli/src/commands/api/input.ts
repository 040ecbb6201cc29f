import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { UsageError } from '../../failure.ts';

/** Reads a body from a file, or from stdin with `-`. It must be JSON, because the API accepts nothing else. */
export async function readInput(file: string): Promise<string> {
  const body = await (file === '-' ? text(process.stdin) : readFile(file, 'utf8')).catch((error: unknown) => {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
    throw new UsageError(
      `${file} cannot be read (${reason}). Nothing was sent.`,
      'Check the path and its permissions.',
    );
  });
  try {
    JSON.parse(body);
  } catch {
    throw new UsageError(
      `${file === '-' ? 'The input on stdin' : file} is not JSON. Nothing was sent.`,
      'Check its syntax.',
    );
  }
  return body;
}
