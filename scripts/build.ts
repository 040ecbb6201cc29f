import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { inCheckout } from './checkout.ts';
import { endChildrenOnExit, run } from './processes.ts';
import { writeLicenses } from './supply-chain/licenses.ts';
import { writeSbom } from './supply-chain/sbom.ts';

type Part = {
  /** The title that is printed when the build begins. */
  title: string;
  folder: string;
  command: readonly [string, ...string[]];
  /** The build is stale if the content of any of these files and folders has changed. */
  inputs: readonly string[];
};

const shared = ['package.json', 'pnpm-lock.yaml', 'tsconfig.base.json', 'packages/core/src'];
const webInputs = [
  'packages/server/src',
  'fixtures/src',
  'packages/web/src',
  'packages/web/index.html',
  'packages/web/quickstart.html',
  'packages/web/public',
  'packages/web/vite.config.ts',
  'packages/web/first-style.ts',
  'packages/web/package.json',
];

const parts = {
  server: {
    title: 'the server',
    folder: 'packages/server',
    command: ['tsup', '--config', '../../scripts/serve.tsup.ts'],
    inputs: [
      ...shared,
      'packages/server/src',
      'packages/server/package.json',
      'fixtures/src',
      'scripts/serve.ts',
      'scripts/serve.tsup.ts',
      'scripts/server-bundle.ts',
    ],
  },
  web: {
    title: 'the console',
    folder: 'packages/web',
    command: ['vite', 'build'],
    inputs: [...shared, ...webInputs],
  },
  cli: {
    title: 'the CLI',
    folder: 'packages/cli',
    command: ['tsup'],
    inputs: [
      ...shared,
      'packages/cli/src',
      'packages/cli/build',
      'packages/cli/tsup.config.ts',
      'packages/cli/package.json',
    ],
  },
  // Contains the console, so `web` must be built before.
  'trimtab-server': {
    title: 'the package of the server',
    folder: 'packages/trimtab-server',
    command: ['tsup'],
    inputs: [
      ...shared,
      ...webInputs,
      'packages/trimtab-server/src',
      'packages/trimtab-server/package.json',
      'packages/trimtab-server/tsup.config.ts',
      'scripts/server-bundle.ts',
    ],
  },
} satisfies Record<string, Part>;

export type PartName = keyof typeof parts;
export const partNames: readonly PartName[] = ['server', 'web', 'cli', 'trimtab-server'];

/** Builds do not read tests, so a changed test does not make a build stale. */
const isTest = (name: string): boolean => /\.test(-d)?\.tsx?$/.test(name);

function* filesBelow(path: string): Generator<string> {
  if (!existsSync(path)) return;
  if (statSync(path).isFile()) {
    yield path;
    return;
  }
  for (const entry of readdirSync(path, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.isDirectory()) yield* filesBelow(join(path, entry.name));
    else if (!isTest(entry.name)) yield join(path, entry.name);
  }
}

function fingerprint(part: Part): string {
  const hash = createHash('sha256').update(process.version);
  for (const input of part.inputs) {
    for (const file of filesBelow(inCheckout(input))) hash.update(file).update('\0').update(readFileSync(file));
  }
  return hash.digest('hex');
}

/** A hash of everything that the build of a part reads. */
export const fingerprintOf = (name: PartName): string => fingerprint(parts[name]);

const stampOf = (part: Part): string => inCheckout(`${part.folder}/dist/.build-stamp`);

const isFresh = (part: Part, print: string): boolean =>
  existsSync(stampOf(part)) && readFileSync(stampOf(part), 'utf8') === print;

export class BuildError extends Error {
  override readonly name = 'BuildError';
}

/** Builds the named parts that are stale, in this order. Rejects with the output of the build that failed. */
export async function ensureBuilt(names: readonly PartName[], say: (line: string) => void): Promise<void> {
  for (const name of names) {
    const part: Part = parts[name];
    const print = fingerprint(part);
    if (isFresh(part, print)) continue;
    say(`Building ${part.title} …`);
    // A file that the build no longer writes would otherwise stay and be packed.
    rmSync(inCheckout(`${part.folder}/dist`), { recursive: true, force: true });
    const [command, ...args] = part.command;
    const built = await run(command, args, {
      cwd: inCheckout(part.folder),
      output: 'capture',
      env: { NODE_ENV: 'production' },
    });
    if (built.code !== 0) throw new BuildError(`${built.output}\nBuilding ${part.title} failed.`);
    writeFileSync(stampOf(part), print);
  }
}

if (import.meta.main) {
  endChildrenOnExit();
  const requested = process.argv.slice(2);
  const unknown = requested.filter((name) => !partNames.some((part) => part === name));
  if (unknown.length > 0) {
    process.stderr.write(`There is no part named ${unknown.join(', ')}. The parts are: ${partNames.join(', ')}.\n`);
    process.exit(2);
  }
  try {
    const wanted = partNames.filter((name) => requested.length === 0 || requested.includes(name));
    await ensureBuilt(wanted, (line) => process.stderr.write(`${line}\n`));
    await Promise.all(wanted.map((name) => writeSbom(parts[name].folder)));
    for (const name of wanted) if (name === 'cli' || name === 'trimtab-server') writeLicenses(parts[name].folder);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}
