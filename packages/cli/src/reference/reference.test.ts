import { execFile, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { trimtab } from '../testing/trimtab.ts';
import { readReference } from './facts.ts';
import { manPage } from './man.ts';
import { cliPage } from './page.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../../..');
const has = (program: string): boolean => spawnSync(program, ['--version']).error === undefined;

test('docs/reference/cli.md is what the definitions say now; else run: node scripts/generate-reference.ts', async () => {
  expect(await readFile(join(root, 'docs/reference/cli.md'), 'utf8')).toBe(cliPage(await readReference()));
});

test('man/trimtab.1 is what the definitions say now; else run: node scripts/generate-reference.ts', async () => {
  const file = join(root, 'packages/cli/man/trimtab.1');
  expect(await readFile(file, 'utf8')).toBe(manPage(await readReference(), manifest.version));
});

test('both have every command, and nothing that was forgotten', async () => {
  const reference = await readReference();
  const page = cliPage(reference);
  const man = manPage(reference, '1');
  for (const { name } of reference.commands) {
    expect(page).toContain(`\n## trimtab ${name}\n`);
    expect(man).toMatch(new RegExp(`^\\.SS trimtab ${name}`, 'm'));
  }
  for (const text of [page, man]) {
    expect(text).toContain('TRIMTAB_TOKEN');
    expect(text).toContain('Default: 5m.');
  }
  expect(page + man).not.toMatch(/undefined|\[object|NaN/);
  expect(man.split('\n').filter((line) => /^[.'](?!(TH|SH|SS|TP|B|I|PP|RS|RE|nf|fi)\b)/.test(line))).toEqual([]);
});

test.runIf(has('bash'))('bash completes commands, options and their values', async () => {
  const { stdout } = await trimtab('completion bash');
  const ask = async (...words: string[]) => {
    const line = `${stdout}\nCOMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _trimtab; echo "\${COMPREPLY[@]}"`;
    return (await run('bash', ['-c', line])).stdout.trim().split(' ');
  };
  expect(await ask('trimtab', 'ta')).toEqual(['targets', 'target']);
  expect(await ask('trimtab', 'targets', '--all')).toEqual(['--all-namespaces']);
  expect(await ask('trimtab', 'targets', '-o', 'y')).toEqual(['yaml']);
  expect(await ask('trimtab', '-o', 'json', 'settings', 's')).toEqual(['set']);
  expect(await ask('trimtab', 'auth', 's')).toEqual(['status']);
  expect(await ask('trimtab', 'context', '--api', 'x', 'u')).toEqual(['use']);
  expect(await ask('trimtab', 'config', 'set', 'ou')).toEqual(['output']);
  expect(await ask('trimtab', 'help', 'kp')).toEqual(['kpis']);
  // A name, and to diagnostics a file: nothing of ours.
  expect(await ask('trimtab', 'targets', '-n', '')).toEqual(['']);
  expect(await ask('trimtab', 'diagnostics', '-o', '')).toEqual(['']);
});

test.runIf(has('zsh'))('zsh reads its script (skipped where there is no zsh)', async () => {
  const { stdout } = await trimtab('completion zsh');
  await expect(run('zsh', ['-n', '-c', stdout])).resolves.toBeDefined();
  expect(stdout).toMatch(/ auth\) .*'1:word:\(status token\)'/);
  expect(stdout).toMatch(/ config\) .*'1:word:\(list get set unset\)' '2:word:\(api namespace /);
});

test.runIf(has('fish'))('fish completes the same (skipped where there is no fish)', async () => {
  const { stdout } = await trimtab('completion fish');
  const ask = async (line: string) => {
    const answer = await run('fish', ['--no-config', '-c', `${stdout}\ncomplete -C '${line}'`]);
    return answer.stdout.split('\n').map((found) => found.split('\t')[0] ?? '');
  };
  expect(await ask('trimtab kp')).toEqual(['kpis', '']);
  expect(await ask('trimtab auth ')).toEqual(['status', 'token', '']);
  expect(await ask('trimtab config se')).toEqual(['set', '']);
  expect(await ask('trimtab config set ou')).toEqual(['output', '']);
  expect(await ask('trimtab context use ')).toEqual(['']);
  expect(await ask('trimtab kpis -o js')).toEqual(['json', '']);
});

test('zsh and fish know every command', async () => {
  const { commands } = await readReference();
  for (const shell of ['zsh', 'fish']) {
    const { stdout } = await trimtab(`completion ${shell}`);
    expect(commands.filter(({ name }) => !stdout.includes(name))).toEqual([]);
  }
});

test('another shell is refused', async () => {
  expect(await trimtab('completion tcsh')).toMatchObject({ code: 2, stdout: '' });
});
