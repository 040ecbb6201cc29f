import { exitCode } from '../exit-code.ts';
import { CliError } from '../failure.ts';
import { systemCode } from './system-code.ts';

/** No room, a quota, or a limit on the size of files. */
const full = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** A file of ours that could not be written: why, and what to do. */
export function unwritable(path: string, error: unknown): CliError {
  const code = systemCode(error) ?? 'unknown';
  const next = full.has(code)
    ? 'Make room on the disk, then try again. What was there before is unchanged.'
    : 'Name a folder that can be written in TRIMTAB_CONFIG_DIR.';
  return new CliError(`${path} cannot be written (${code}).`, exitCode.denied, next);
}
