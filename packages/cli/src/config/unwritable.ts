import { exitCode } from '../exit-code.ts';
import { CliError } from '../failure.ts';
import { systemCode } from './system-code.ts';

/** Disk full, quota exceeded, or file too large. */
const full = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

export function unwritable(path: string, error: unknown): CliError {
  const code = systemCode(error) ?? 'unknown';
  const next = full.has(code)
    ? 'Free some disk space and try again. Existing files were not changed.'
    : 'Set TRIMTAB_CONFIG_DIR to a writable folder.';
  return new CliError(`${path} cannot be written (${code}).`, exitCode.denied, next);
}
