import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { CliError } from '../../failure.ts';
import { commitGroups } from '../../services/commits-create.ts';
import { openCheckout } from '../../services/git-checkout.ts';
import { serveAdvised } from '../../testing/advised.ts';
import { makeCheckout } from '../../testing/checkout.ts';
import { trimtab } from '../../testing/trimtab.ts';

const deployment = (name: string, metadata = '') => `apiVersion: apps/v1
kind: Deployment
metadata: {name: ${name}, namespace: shop${metadata}}
spec: {template: {spec: {containers: [{name: app, resources: {requests: {cpu: 1, memory: 1Gi}}}]}}}
`;
const codeowners = '* @platform\n/pay/ @payments @sre\n/nobody/\n';

const files = {
  '.github/CODEOWNERS': codeowners,
  'web.yaml': deployment('web'),
  'pay/a.yaml': deployment('a'),
  'pay/b.yaml': deployment('b'),
  'pay/c.yaml': deployment('c', ', annotations: {trimtab.dev/owner: checkout}'),
  'nobody/d.yaml': deployment('d'),
  'nobody/e.yaml': deployment('e', ', labels: {team: search}'),
};

async function setUp(more: Record<string, string> = {}) {
  const api = await serveAdvised(
    ['web', 'a', 'b', 'c', 'd', 'e'].map((name) => ({ name, containers: { app: { cpu: '250m', memory: '300Mi' } } })),
  );
  const checkout = makeCheckout({ ...files, ...more });
  return {
    checkout,
    run: (...words: string[]) => trimtab(['propose', checkout.root, '--commit', ...words], { api: api.url }),
    async [Symbol.asyncDispose]() {
      checkout[Symbol.dispose]();
      await api[Symbol.asyncDispose]();
    },
  };
}

afterEach(() => {
  vi.unstubAllEnvs();
});

test('one commit per owner, and nothing else is committed', async () => {
  await using one = await setUp({ 'staged.txt': 'old' });
  one.checkout.write('staged.txt', 'new');
  one.checkout.git('add', 'staged.txt');
  const { code, stderr } = await one.run();
  expect(code).toBe(0);
  const log = one.checkout.git('log', '--name-only', '--format=@%s|%an', 'HEAD~5..');
  const commits = log
    .split('@')
    .slice(1)
    .toSorted()
    .map((text) => text.split('\n').filter((line) => line !== ''));
  expect(commits).toEqual([
    ['Set the suggested resources of 2 workloads|Olga Operator', 'pay/a.yaml', 'pay/b.yaml'],
    ['Set the suggested resources of shop/c|Olga Operator', 'pay/c.yaml'],
    ['Set the suggested resources of shop/d|Olga Operator', 'nobody/d.yaml'],
    ['Set the suggested resources of shop/e|Olga Operator', 'nobody/e.yaml'],
    ['Set the suggested resources of shop/web|Olga Operator', 'web.yaml'],
  ]);
  expect(one.checkout.git('status', '--porcelain')).toBe('M  staged.txt\n');
  for (const owner of ['@platform', '@payments, @sre', 'checkout', 'search', 'no owner'])
    expect(stderr).toContain(` of ${owner} as `);
  expect(one.checkout.git('log', '--format=%b', '-1', '--', 'web.yaml')).toBe(
    'shop/web app requests.cpu: 1 -> 250m\nshop/web app requests.memory: 1Gi -> 300Mi\n\nOwner: @platform\n\n',
  );
});

test('a file with workloads of two owners is a commit of both', async () => {
  await using one = await setUp({
    'pay/b.yaml': `${deployment('b', ', labels: {owner: zoe}')}---\n${deployment('d')}`,
    'nobody/d.yaml': '',
  });
  expect((await one.run()).stderr).toContain('Committed 1 file of @payments, @sre, zoe as ');
});

test.each(['--force', '--dry-run', '--check'])('--commit and %s cannot be combined', async (flag) => {
  await using one = await setUp();
  expect(await one.run(flag)).toMatchObject({ code: 2, stderr: expect.stringContaining('cannot be combined') });
  expect(one.checkout.git('status', '--porcelain')).toBe('');
});

test('without a name of the author, or during a merge, nothing is written', async () => {
  await using one = await setUp();
  writeFileSync(join(one.checkout.root, '.git/MERGE_HEAD'), one.checkout.git('rev-parse', 'HEAD'));
  expect(await one.run()).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('A merge or cherry-pick is in progress.'),
  });
  one.checkout.git('merge', '--quit');
  // Without the configuration of the user who runs the tests.
  vi.stubEnv('GIT_CONFIG_GLOBAL', '/dev/null');
  vi.stubEnv('GIT_CONFIG_NOSYSTEM', '1');
  one.checkout.git('config', 'user.useConfigOnly', 'true');
  one.checkout.git('config', '--unset', 'user.name');
  one.checkout.git('config', '--unset', 'user.email');
  expect(await one.run()).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('git has no name and email address for your commits.'),
  });
  expect(one.checkout.git('status', '--porcelain')).toBe('');
});

function writeHook(root: string, script: string): void {
  const hook = join(root, '.git/hooks/pre-commit');
  mkdirSync(join(root, '.git/hooks'), { recursive: true });
  writeFileSync(hook, `#!/bin/sh\n${script}\n`);
  chmodSync(hook, 0o755);
}

test.each([
  ['with its message', 'echo "not on Fridays" >&2; exit 1', 'git commit failed: not on Fridays'],
  [
    'after a warning of Git',
    'echo "warning: in the working copy of a.yaml, LF will be replaced" >&2; echo "not on Fridays" >&2; exit 1',
    'git commit failed: not on Fridays',
  ],
  ['without a message', 'exit 1', 'git commit failed: Command failed: git -C '],
])('a hook that rejects a commit is reported %s', async (_, script, reason) => {
  await using one = await setUp();
  writeHook(one.checkout.root, script);
  const { code, stderr } = await one.run();
  expect(code).toBe(5);
  expect(stderr).toContain(reason);
  expect(stderr).toContain('Nothing was committed; the files are changed.');
});

test('if git prints only to stdout, that is the reason', async () => {
  using checkout = makeCheckout({});
  const { git } = await openCheckout(checkout.root, new AbortController().signal);
  const printing = git(['-c', 'alias.printing=!echo "an odd reason"; echo more; exit 1', 'printing']);
  await expect(printing).rejects.toThrow(/ failed: an odd reason$/);
});

/** Paths and a message that are too long for the arguments of a program. */
function largeGroup() {
  const folder = Array.from({ length: 3 }, () => 'd'.repeat(250)).join('/');
  const paths = Array.from({ length: 3500 }, (_, index) => `${folder}/[${index}] ü.yaml`);
  expect(paths.join(' ').length).toBeGreaterThan(2 ** 21);
  return { owners: [], changes: [], paths, subject: 'Many', body: '# A line of a message\n'.repeat(20_000).trim() };
}

test('a commit of a large repository, whose message and paths are too long for arguments', async () => {
  const group = largeGroup();
  using checkout = makeCheckout(Object.fromEntries([...group.paths, 'other.yaml'].map((path) => [path, 'old'])));
  for (const path of [...group.paths, 'other.yaml']) checkout.write(path, 'new');
  checkout.git('add', 'other.yaml');
  const temporary = join(checkout.root, '.git/temporary');
  mkdirSync(temporary);
  vi.stubEnv('TMPDIR', temporary);
  const opened = await openCheckout(checkout.root, new AbortController().signal);
  const [hash = ''] = await commitGroups(opened, [group]);
  expect(checkout.git('show', '--no-patch', '--format=%h %s', 'HEAD')).toBe(`${hash} Many\n`);
  expect(checkout.git('log', '-1', '--format=%b').trim()).toBe(group.body);
  expect(checkout.git('status', '--porcelain')).toBe('M  other.yaml\n');
  expect(readdirSync(temporary)).toEqual([]);
});

test('a hook that rejects a long message is named, although git never reads the message', async () => {
  using checkout = makeCheckout({ 'a.yaml': 'old' });
  checkout.write('a.yaml', 'new');
  writeHook(checkout.root, 'echo "not on Fridays" >&2; exit 1');
  const opened = await openCheckout(checkout.root, new AbortController().signal);
  await expect(commitGroups(opened, [{ ...largeGroup(), paths: ['a.yaml'] }])).rejects.toMatchObject({
    message: 'git commit failed: not on Fridays',
    next: expect.stringContaining('Nothing was committed'),
  });
});

test('a temporary folder that cannot be written is the reason of a failed commit', async () => {
  using checkout = makeCheckout({ 'a.yaml': 'old' });
  checkout.write('a.yaml', 'new');
  const opened = await openCheckout(checkout.root, new AbortController().signal);
  vi.stubEnv('TMPDIR', join(checkout.root, 'nowhere'));
  await expect(commitGroups(opened, [{ ...largeGroup(), paths: ['a.yaml'] }])).rejects.toMatchObject({
    name: 'CliError',
    message: expect.stringContaining('ENOENT'),
    next: expect.stringContaining('Nothing was committed'),
  });
});

test('arguments that are too long are a failure of git, not a bug of this program', async () => {
  using checkout = makeCheckout({});
  const { git } = await openCheckout(checkout.root, new AbortController().signal);
  const failed = git(['log', `--grep=${'x'.repeat(3 * 2 ** 20)}`]);
  await expect(failed).rejects.toThrow(CliError);
  await expect(failed).rejects.toThrow('git log failed: spawn E2BIG');
});

test('a run without changes commits nothing', async () => {
  await using one = await setUp();
  await one.run();
  const head = one.checkout.git('rev-parse', 'HEAD');
  expect((await one.run()).code).toBe(0);
  expect(one.checkout.git('rev-parse', 'HEAD')).toBe(head);
});

test('the workflows of the documentation are valid YAML with valid shell scripts', async () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../../docs/propose.md'), 'utf8');
  const blocks = [...page.matchAll(/```yaml\n(# [^\n]*ci[^\n]*\n|# \.github[^\n]*\n)([\s\S]*?)```/g)].map(
    ([, , text]) => parse(text ?? ''),
  );
  const [actions, gitlab] = blocks;
  const scripts = [
    ...actions.jobs.propose.steps.flatMap(({ run }: { run?: string }) => run ?? []),
    ...gitlab.resources.script,
    ...gitlab['resources-request'].script,
  ];
  expect(scripts.length).toBeGreaterThan(5);
  for (const script of scripts) execFileSync('sh', ['-n'], { input: script });
  expect(scripts.filter((script) => script.includes('trimtab propose --commit'))).toHaveLength(2);
});
