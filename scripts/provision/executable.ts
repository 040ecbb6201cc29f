import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import process from 'node:process';

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/**
 * The program that an environment variable names; null if it is not set.
 *
 * @throws if it names something else. Otherwise another version would be used, or tests would be skipped, unnoticed.
 */
export function namedProgram(variable: string, isProgram = isExecutable): string | null {
  const named = process.env[variable];
  if (!named || isProgram(named)) return named || null;
  throw new Error(`${variable} is ${named}, which is not there or cannot be run. Correct or unset it.`);
}

/** The program that an environment variable names, else the one on PATH, else the one at `unpacked`. */
export function findProgram(variable: string, command: string, unpacked?: string): string | null {
  const found = namedProgram(variable) ?? onPath(command);
  return found ?? (unpacked !== undefined && isExecutable(unpacked) ? unpacked : null);
}

/** The path of the first of these commands that is on PATH, or null. */
export function onPath(...names: string[]): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  for (const name of names) {
    for (const folder of folders) {
      const path = join(folder, name);
      if (isExecutable(path)) return path;
    }
  }
  return null;
}
