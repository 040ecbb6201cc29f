import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { commands } from '../commands/index.ts';
import { variableOf } from '../commands/options.ts';
import { trimtab } from '../testing/trimtab.ts';
import { referenceOf } from './definitions.ts';
import { manPage } from './man.ts';
import { cliPage } from './page.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../../..');
const has = (program: string): boolean => spawnSync(program, ['--version']).error === undefined;

test('docs/reference/cli.md is up to date; if not, run: node scripts/generate-reference.ts', async () => {
  expect(await readFile(join(root, 'docs/reference/cli.md'), 'utf8')).toBe(cliPage(referenceOf(commands)));
});

test('man/trimtab.1 is up to date; if not, run: node scripts/generate-reference.ts', async () => {
  const file = join(root, 'packages/cli/man/trimtab.1');
  expect(await readFile(file, 'utf8')).toBe(manPage(referenceOf(commands), manifest.version));
});

test('both pages contain every command and no undefined values', async () => {
  const reference = referenceOf(commands);
  const page = cliPage(reference);
  const man = manPage(reference, '1');
  for (const { name } of reference.commands) {
    expect(page).toContain(`\n## trimtab ${name}\n`);
    expect(man).toMatch(new RegExp(`^\\.SS trimtab ${name.replaceAll('-', String.raw`\\-`)}`, 'm'));
  }
  for (const text of [page, man]) {
    expect(text).toContain('TRIMTAB_TOKEN');
    expect(text).toContain('Default: 5m.');
  }
  expect(page + man).not.toMatch(/undefined|\[object|NaN/);
  expect(man.split('\n').filter((line) => /^[.'](?!(TH|SH|SS|TP|B|I|PP|RS|RE|nf|fi|nh|ad)\b)/.test(line))).toEqual([]);
});

test.runIf(has('groff'))(
  'groff formats the man page without warnings and hyphenates no variable (skipped without groff)',
  async () => {
    const file = join(root, 'packages/cli/man/trimtab.1');
    const { stdout, stderr } = await run('groff', ['-man', '-Tutf8', '-ww', '-P-c', '-rLL=60n', file]);
    expect(stderr).toBe('');
    for (const option of referenceOf(commands).options) expect(stdout).toContain(`$${variableOf(option)}`);
  },
);

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
  expect(await ask('trimtab', 'config', '')).toEqual(['list', 'view', 'get', 'set', 'unset']);
  expect(await ask('trimtab', '-n', 'shop', 'kp')).toEqual(['kpis']);
  // -n takes a name, and -o of diagnostics takes a file: there are no words to suggest.
  expect(await ask('trimtab', 'targets', '-n', '')).toEqual(['']);
  expect(await ask('trimtab', 'diagnostics', '-o', '')).toEqual(['']);
});

/** Types each line and a tab into a zsh in its own terminal, and prints the command line that zsh then runs. */
const zshTerminal = `
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "source $1"
zpty -r shell seen '*READY*'
shift
for line in "$@"; do
  zpty -w -n shell "$line"$'\\t\\n'
  zpty -r shell seen '*<RAN *>*'
  print -r -- "\${\${seen##*<RAN }%%>*}"
done
zpty -d shell
`;

test.runIf(has('zsh'))(
  'zsh completes commands, options and their values (skipped without zsh)',
  async () => {
    const { stdout } = await trimtab('completion zsh');
    const folder = await mkdtemp(join(tmpdir(), 'trimtab-zsh-'));
    const script = join(folder, 'setup.zsh');
    const ran = 'trimtab() { print -r -- "<""RAN $*>" }';
    const begin = 'PS1=; unsetopt zle_bracketed_paste; autoload -Uz compinit; compinit -D -u';
    await writeFile(script, `${begin}\n${stdout}\n${ran}\nprint READY\n`);
    const typed = new Map([
      ['trimtab kp', 'kpis'],
      ['trimtab auth s', 'auth status'],
      ['trimtab config set ou', 'config set output'],
      ['trimtab targets --all', 'targets --all-namespaces'],
      ['trimtab targets -n shop --mode au', 'targets -n shop --mode autonomous'],
      ['trimtab -n shop --api x context u', '-n shop --api x context use'],
      ['trimtab -o js', '-o json'],
      ['trimtab --de', '--debug'],
      ['trimtab help simu', 'help simulate'],
    ]);
    const answer = await run('zsh', ['-f', '-c', zshTerminal, 'zsh', script, ...typed.keys()], { timeout: 30_000 });
    await rm(folder, { recursive: true });
    expect(answer.stdout.trim().split('\n')).toEqual([...typed.values()]);
  },
  40_000,
);

test.runIf(has('fish'))('fish completes commands, options and their values (skipped without fish)', async () => {
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

test('the zsh and fish scripts contain every command', async () => {
  for (const shell of ['zsh', 'fish']) {
    const { stdout } = await trimtab(`completion ${shell}`);
    expect(commands.filter(({ facts }) => !stdout.includes(facts.name))).toEqual([]);
  }
});

test('an unknown shell is a usage error', async () => {
  expect(await trimtab('completion tcsh')).toMatchObject({ code: 2, stdout: '' });
});
