import { execFile } from 'node:child_process';
import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { makeHome } from '../testing/home.ts';
import { preparePrivateFolder, readPrivate, removePrivate, writePrivate } from './private-file.ts';

const modeOf = (path: string) => lstatSync(path).mode & 0o777;

test.each([0o000, 0o022, 0o077, 0o777])('with umask %o a file has mode 0600 in a folder of mode 0700', (mask) => {
  using home = makeHome();
  const before = process.umask(mask);
  try {
    preparePrivateFolder(home.sessions);
    writePrivate(join(home.sessions, 'x'), 'secret');
  } finally {
    process.umask(before);
  }
  expect([modeOf(home.directory), modeOf(home.sessions), modeOf(join(home.sessions, 'x'))]).toEqual([
    0o700, 0o700, 0o600,
  ]);
  expect(readPrivate(join(home.sessions, 'x'))).toBe('secret');
  expect(readdirSync(home.sessions)).toEqual(['x']);
});

test('a file that others can read is refused with the command to fix it; a rewrite makes it private', () => {
  using home = makeHome();
  preparePrivateFolder(home.sessions);
  const path = join(home.sessions, 'x');
  writeFileSync(path, 'secret', { mode: 0o644 });
  chmodSync(path, 0o644);
  expect(() => readPrivate(path)).toThrow(expect.objectContaining({ next: `Restrict it: chmod 600 ${path}` }));
  writePrivate(path, 'new');
  expect([modeOf(path), readPrivate(path)]).toEqual([0o600, 'new']);
});

test('a link is not followed, neither to read nor to write', () => {
  using home = makeHome();
  preparePrivateFolder(home.sessions);
  const elsewhere = join(home.directory, 'elsewhere');
  writeFileSync(elsewhere, 'theirs', { mode: 0o600 });
  const path = join(home.sessions, 'x');
  symlinkSync(elsewhere, path);
  expect(() => readPrivate(path)).toThrow('is a symbolic link');
  writePrivate(path, 'ours');
  expect(readFileSync(elsewhere, 'utf8')).toBe('theirs');
  expect(readPrivate(path)).toBe('ours');
});

test.each([
  ['open to others', (path: string) => (mkdirSync(path, { recursive: true }), chmodSync(path, 0o755)), 'chmod 700'],
  ['a link', (path: string) => (mkdirSync(join(path, '..'), { recursive: true }), symlinkSync('/tmp', path)), '/'],
])('a folder that is %s is refused', (_name, make, remedy) => {
  using home = makeHome();
  make(home.sessions);
  expect(() => preparePrivateFolder(home.sessions)).toThrow(
    expect.objectContaining({ next: expect.stringContaining(remedy) }),
  );
});

test.runIf(process.geteuid?.() === 0)('a file of another user is refused', async () => {
  const { chownSync } = await import('node:fs');
  using home = makeHome();
  preparePrivateFolder(home.sessions);
  const path = join(home.sessions, 'x');
  writePrivate(path, 'theirs');
  chownSync(path, 12_345, 12_345);
  expect(() => readPrivate(path)).toThrow('belongs to another user');
});

test('a failed write names the path and leaves no file', () => {
  expect(() => preparePrivateFolder('/dev/null/trimtab')).toThrow('/dev/null/trimtab cannot be written (ENOTDIR)');
  using home = makeHome();
  preparePrivateFolder(home.sessions);
  mkdirSync(join(home.sessions, 'x', 'full'), { recursive: true });
  expect(() => writePrivate(join(home.sessions, 'x'), 'secret')).toThrow('cannot be written');
  expect(readdirSync(home.sessions)).toEqual(['x']);
});

/** In a child process, because the bug is an endless loop. */
test.runIf(process.platform === 'linux')('a file system without folders is an error', async () => {
  const file = join(import.meta.dirname, 'private-file.ts');
  const script = `import(${JSON.stringify(file)}).then(({ makeFolder }) => makeFolder('/proc/.config/trimtab'))`;
  const failed = promisify(execFile)(process.execPath, ['-e', script], { timeout: 120_000 });
  await expect(failed).rejects.toMatchObject({
    killed: false,
    stderr: expect.stringContaining('/proc/.config/trimtab cannot be written (ENOENT).'),
  });
});

test('a missing file reads as null, and removing it returns false', () => {
  using home = makeHome();
  expect(readPrivate(join(home.sessions, 'x'))).toBeNull();
  writePrivate(join(home.sessions, 'x'), '');
  expect([removePrivate(join(home.sessions, 'x')), removePrivate(join(home.sessions, 'x'))]).toEqual([true, false]);
});

test.runIf(process.platform === 'linux')(
  'on a full disk the old file is unchanged and no lock or temporary file is left',
  async () => {
    using home = makeHome();
    const set = 'exec "$NODE" --no-warnings "$ONCE" config set namespace';
    const env = {
      NODE: process.execPath,
      ONCE: join(import.meta.dirname, '../testing/once.ts'),
      ...home.environment,
    };
    // Files cannot grow, so writes fail as on a full disk.
    await promisify(execFile)('sh', ['-c', `${set} shop`], { env });
    const full = promisify(execFile)('sh', ['-c', `ulimit -f 0; ${set} other`], { env });
    await expect(full).rejects.toMatchObject({
      code: 4,
      stderr: expect.stringContaining('Free some disk space and try again. Existing files were not changed.'),
    });
    expect(readdirSync(home.directory)).toEqual(['config.json']);
    expect(readFileSync(join(home.directory, 'config.json'), 'utf8')).toContain('"shop"');
  },
);
