import { readFileSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { engines, version } from '../package.json';
import { writeErrorMessage } from './output/write-error.ts';

const words = process.argv.slice(2);
const [word = '--help', ...more] = words;

/** What is asked most often, and needs no parser; null: everything else. */
function prepared(): string | null {
  if (more.length > 0) return null;
  if (word === '--version' || word === '-V') return `${version}\n`;
  if ((word !== '--help' && word !== '-h') || (process.stdout.columns ?? 80) !== 80) return null;
  try {
    // Help of this width is written at build time, by the program itself.
    return readFileSync(join(__dirname, 'help.txt'), 'utf8');
  } catch {
    return null;
  }
}

/** What is missing to run on this Node, as one sentence; null: nothing. This file runs on much older ones. */
function tooOld(): string | null {
  const [oldest = ''] = /[\d.]+/.exec(engines.node) ?? [];
  const [major = 0, minor = 0] = oldest.split('.').map(Number);
  const [ownMajor = 0, ownMinor = 0] = process.versions.node.split('.').map(Number);
  if (ownMajor > major || (ownMajor === major && ownMinor >= minor)) return null;
  return `trimtab: Node ${oldest} or later is needed, this is ${process.versions.node} (${process.execPath}).\n`;
}

const text = prepared();
const problem = tooOld();
if (problem !== null) {
  process.stderr.write(problem);
  process.exitCode = 2;
} else if (text === null) {
  // What V8 compiled once is read from the cache of the user's temporary folder from then on; a folder that cannot be
  // written only means that it is compiled again. It must be on before the program itself is loaded.
  enableCompileCache();
  void import('./main.ts');
} else {
  // A reader who has gone is no error (L9), a full disk is.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') process.stderr.write(`trimtab: ${writeErrorMessage(error.code)}\n`);
    process.exitCode = error.code === 'EPIPE' ? 0 : 3;
  });
  process.stdout.write(text);
}
