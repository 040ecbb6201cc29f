import { readFileSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { engines, version } from '../package.json';
import { compileCacheFolder } from './compile-cache.ts';
import { writeErrorMessage } from './output/write-error.ts';

const words = process.argv.slice(2);
const [word = '--help', ...more] = words;

/** The version or the prepared help, which need no parser; null for any other command line. */
function prepared(): string | null {
  if (more.length > 0) return null;
  if (word === '--version' || word === '-V') return `${version}\n`;
  if ((word !== '--help' && word !== '-h') || (process.stdout.columns ?? 80) !== 80) return null;
  try {
    // tsup.config.ts writes the help for a width of 80 columns at build time.
    return readFileSync(join(__dirname, 'help.txt'), 'utf8');
  } catch {
    return null;
  }
}

/** An error message if this Node is too old; otherwise null. This file itself must run on much older versions. */
function tooOld(): string | null {
  const [oldest = ''] = /[\d.]+/.exec(engines.node) ?? [];
  const [major = 0, minor = 0] = oldest.split('.').map(Number);
  const [ownMajor = 0, ownMinor = 0] = process.versions.node.split('.').map(Number);
  if (ownMajor > major || (ownMajor === major && ownMinor >= minor)) return null;
  return `trimtab: needs Node ${oldest} or later, but this is ${process.versions.node} (${process.execPath}).\n`;
}

const text = prepared();
const problem = tooOld();
if (problem !== null) {
  process.stderr.write(problem);
  process.exitCode = 2;
} else if (text === null) {
  // Without a private folder the code is compiled each time. This must come before the program is loaded.
  const folder = compileCacheFolder(process.env);
  if (folder !== null) enableCompileCache(folder);
  void import('./main.ts');
} else {
  // A closed pipe is not an error; a full disk is.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') process.stderr.write(`trimtab: ${writeErrorMessage(error.code)}\n`);
    process.exitCode = error.code === 'EPIPE' ? 0 : 3;
  });
  process.stdout.write(text);
}
