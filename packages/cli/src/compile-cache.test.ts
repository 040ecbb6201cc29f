import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, realpathSync, statSync, symlinkSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compileCacheFolder } from './compile-cache.ts';
import { buildProgram, shell } from './testing/built.ts';
import { serveShop } from './testing/shop.ts';

let built: Awaited<ReturnType<typeof buildProgram>>;
beforeAll(async () => {
  built = await buildProgram();
});
afterAll(() => built.remove());

async function emptyFolder() {
  const folder = realpathSync(await mkdtemp(join(tmpdir(), 'trimtab-cache-')));
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}

const inside = ['trimtab', 'compile-cache'] as const;

test('compiled code is stored in a folder of the user with mode 0700, not in the temporary folder', async () => {
  await using api = await serveShop();
  await using caches = await emptyFolder();
  await using temporary = await emptyFolder();
  const variables = { TRIMTAB_API: api.url, XDG_CACHE_HOME: caches.folder, TMPDIR: temporary.folder };
  for (let run = 0; run < 2; run += 1) {
    const { code, stderr } = await shell(built.program, '"$NODE" "$CLI" targets -n shop', variables);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  }
  const own = join(caches.folder, ...inside);
  expect(statSync(own).mode & 0o777).toBe(0o700);
  expect(readdirSync(own)).not.toEqual([]);
  expect(readdirSync(temporary.folder)).toEqual([]);
});

test('without a home folder nothing is stored', async () => {
  await using api = await serveShop();
  await using temporary = await emptyFolder();
  const variables = { TRIMTAB_API: api.url, TMPDIR: temporary.folder };
  expect(await shell(built.program, '"$NODE" "$CLI" targets -n shop', variables)).toMatchObject({ code: 0 });
  expect(readdirSync(temporary.folder)).toEqual([]);
});

test.each<[NodeJS.Platform, Record<string, string>, string]>([
  ['linux', { HOME: 'home' }, 'home/.cache'],
  ['linux', { HOME: 'home', XDG_CACHE_HOME: 'xdg' }, 'xdg'],
  ['darwin', { HOME: 'home' }, 'home/Library/Caches'],
  ['darwin', { HOME: 'home', XDG_CACHE_HOME: 'xdg' }, 'xdg'],
  ['win32', { LOCALAPPDATA: 'local', USERPROFILE: 'home' }, 'local'],
])('the folder on %s with %j is in %s', async (platform, variables, expected) => {
  await using root = await emptyFolder();
  const environment = Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name, join(root.folder, value)]),
  );
  expect(compileCacheFolder(environment, platform)).toBe(join(root.folder, expected, ...inside));
});

test.each([{}, { HOME: 'relative' }, { XDG_CACHE_HOME: 'relative' }, { HOME: '/proc/nowhere' }])(
  'there is no folder with %j',
  (environment) => {
    expect(compileCacheFolder(environment)).toBeNull();
  },
);

/** Ways in which another user could put code into the folder. */
const unsafe: [string, (caches: string, own: string) => void][] = [
  ['is accessible to others', (_caches, own) => chmodSync(own, 0o755)],
  ['is in a folder that others can write to', (caches) => chmodSync(caches, 0o777)],
  ['is in a folder that the group can write to', (caches) => chmodSync(join(caches, 'trimtab'), 0o770)],
];
/** Only root can change the owner of a folder. */
const givenAway: typeof unsafe = [
  ['belongs to another user', (_caches, own) => chownSync(own, 12_345, 12_345)],
  ['is in a folder of another user', (caches) => chownSync(join(caches, 'trimtab'), 12_345, 12_345)],
];

test.runIf(process.platform !== 'win32').each([...unsafe, ...(process.geteuid?.() === 0 ? givenAway : [])])(
  'a folder that %s is not used',
  async (_name, spoil) => {
    await using caches = await emptyFolder();
    const own = join(caches.folder, ...inside);
    mkdirSync(own, { recursive: true, mode: 0o700 });
    expect(compileCacheFolder({ XDG_CACHE_HOME: caches.folder })).toBe(own);
    spoil(caches.folder, own);
    expect(compileCacheFolder({ XDG_CACHE_HOME: caches.folder })).toBeNull();
  },
);

test('a link is resolved before the check, and nothing is created through a dangling one', async () => {
  await using root = await emptyFolder();
  mkdirSync(join(root.folder, 'real'));
  symlinkSync(join(root.folder, 'real'), join(root.folder, 'link'));
  const folder = compileCacheFolder({ XDG_CACHE_HOME: join(root.folder, 'link') });
  expect(folder).toBe(join(root.folder, 'real', ...inside));
  symlinkSync(join(root.folder, 'missing'), join(root.folder, 'dangling'));
  expect(compileCacheFolder({ XDG_CACHE_HOME: join(root.folder, 'dangling') })).toBeNull();
  expect(existsSync(join(root.folder, 'missing'))).toBe(false);
});
