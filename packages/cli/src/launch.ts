import { readFileSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { problemOfNode } from '@trimtab/core/node-version';
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

const text = prepared();
// This file itself must run on much older versions of Node.
const problem = problemOfNode('trimtab', engines.node, process);
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
