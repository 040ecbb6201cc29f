import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { engines } from '../package.json';
import { commands } from './commands/index.ts';
import { buildProgram } from './testing/built.ts';
import { trimtab } from './testing/trimtab.ts';

const folder = join(import.meta.dirname, '..');
/** Npm may have to wait for another process, or for the registry. */
const timeLimitMs = 300_000;

test('the package contains the license, because npm packs only its own folder', async () => {
  const own = await readFile(join(folder, 'LICENSE'), 'utf8');
  expect(own).toBe(await readFile(join(folder, '../../LICENSE'), 'utf8'));
});

let place: string;
let tarball: string;
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'trimtab-package-'));
  const { stdout } = await promisify(execFile)('npm', ['pack', '--silent', '--pack-destination', place], {
    cwd: folder,
  });
  tarball = join(place, stdout.trim().split('\n').at(-1) ?? '');
}, timeLimitMs);
afterAll(() => rm(place, { recursive: true }));

test(
  'npm packs the program as built from these sources, the man page, its contents, the licenses and nothing else',
  async () => {
    const built = await buildProgram();
    const bundles = [...(await readdir(join(built.folder, 'dist'))), 'sbom.cdx.json', 'THIRD-PARTY-LICENSES.txt'];
    const { stdout } = await promisify(execFile)('tar', ['-tzf', tarball]);
    expect(stdout.trim().split('\n').toSorted()).toEqual(
      ['LICENSE', 'README.md', 'package.json', 'man/trimtab.1', ...bundles.map((each) => `dist/${each}`)]
        .map((each) => `package/${each}`)
        .toSorted(),
    );
    const packed = await promisify(execFile)('tar', ['-xzOf', tarball, 'package/dist/program.cjs'], {
      maxBuffer: 2 ** 24,
    });
    expect(packed.stdout).toBe(await readFile(join(built.folder, 'dist/program.cjs'), 'utf8'));
    await built.remove();
  },
  timeLimitMs,
);

/** The path of a Node of this version from the registry, or why there is none. */
async function nodeOf(version: string): Promise<{ path: string } | { problem: string }> {
  const words = ['-y', '-p', `node@${version}`, 'node', '-p', 'process.execPath'];
  try {
    const { stdout } = await promisify(execFile)('npx', words, { cwd: place, timeout: timeLimitMs / 2 });
    return { path: stdout.trim() };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

const oldest = `${/[\d.]+/.exec(engines.node)?.[0] ?? ''}.0`;

/** Installs the package with this Node, without the optional keyring, which is native code from the registry. */
async function installWith(version: string, node: string) {
  const prefix = join(place, version);
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env['PATH']}` };
  const run = (program: string, words: readonly string[]) => promisify(execFile)(program, words, { env });
  await run('npm', ['install', '--global', '--prefix', prefix, '--omit=optional', '--offline', '--no-audit', tarball]);
  return { page: join(prefix, 'share/man/man1/trimtab.1'), run: run.bind(null, join(prefix, 'bin/trimtab')) };
}

test.for([oldest, process.versions.node])(
  'npm installs it to an empty folder, and every help works on Node %s',
  { timeout: timeLimitMs },
  async (version, { skip }) => {
    const node = version === process.versions.node ? { path: process.execPath } : await nodeOf(version);
    if ('problem' in node) skip(`Node ${version} is not available: ${node.problem}`);
    const { page, run } = await installWith(version, 'path' in node ? node.path : '');
    expect((await stat(page)).size).toBeGreaterThan(10_000);
    for (const words of [['--help'], ...commands.map(({ facts }) => [facts.name, '--help'])]) {
      const { stdout, stderr } = await run(words);
      expect({ stdout, stderr }).toEqual({ stdout: (await trimtab(words)).stdout, stderr: '' });
    }
    // Loads the bundles that a help does not need.
    await expect(run(['kpis', '--api', 'http://127.0.0.1:1'])).rejects.toMatchObject({
      code: 3,
      stderr: expect.stringContaining('No response from http://127.0.0.1:1'),
    });
  },
);
