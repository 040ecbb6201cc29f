import { enableCompileCache } from 'node:module';
import { version } from '../package.json';

const [, , word, ...more] = process.argv;

if ((word === '--version' || word === '-V') && more.length === 0) {
  // What scripts and package managers ask most often needs no parser.
  process.stdout.write(`${version}\n`);
} else {
  // What V8 compiled once is read from the cache of the user's temporary folder from then on; a folder that cannot be
  // written only means that it is compiled again. It must be on before the program itself is loaded.
  enableCompileCache();
  void import('./main.ts');
}
