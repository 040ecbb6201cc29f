import { readFileSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { version } from '../package.json';

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

const text = prepared();
if (text === null) {
  // What V8 compiled once is read from the cache of the user's temporary folder from then on; a folder that cannot be
  // written only means that it is compiled again. It must be on before the program itself is loaded.
  enableCompileCache();
  void import('./main.ts');
} else {
  // A reader who has gone is no error (L9).
  process.stdout.on('error', () => process.exit());
  process.stdout.write(text);
}
