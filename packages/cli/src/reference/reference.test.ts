import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { commands } from '../commands/index.ts';
import { variableOf } from '../commands/options.ts';
import { makeHome } from '../testing/home.ts';
import { freedPort, serve, serveDataSet } from '../testing/loopback.ts';
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
    const line = `${stdout}\ntrimtab() { :; }; COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _trimtab; echo "\${COMPREPLY[@]}"`;
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
  expect(await ask('trimtab', 'targets', '-A', '--sort', '-c')).toEqual(['-cost', '-cpu', '-change']);
  expect(await ask('trimtab', 'patch', 'shop/cart', '--format', 'ku')).toEqual(['kubectl', 'kustomize']);
  expect(await ask('trimtab', 'what-if', 'shop/cart', '--window', 'b')).toEqual(['busiest-day']);
  expect(await ask('trimtab', 'what-if', 'shop/cart', '--assume', 's')).toEqual(['suggested']);
  // bash splits words at these signs.
  expect(await ask('trimtab', 'targets', '--mode', '=', 'au')).toEqual(['autonomous']);
  expect(await ask('trimtab', 'targets', '--mode', '=')).toEqual(['autonomous', 'recommendation']);
  expect(await ask('trimtab', '--api', 'http', ':', '//127.0.0.1', ':', '4400', 'kp')).toEqual(['kpis']);
  expect(await ask('trimtab', '--namespace', '=', 'shop', 'kp')).toEqual(['kpis']);
  expect(await ask('trimtab', '--api', 'http', ':')).toEqual(['']);
  // -o of diagnostics takes a file, so there are no words to suggest. The program of this test returns no namespaces.
  expect(await ask('trimtab', 'targets', '-n', '')).toEqual(['']);
  expect(await ask('trimtab', 'diagnostics', '-o', '')).toEqual(['']);
});

test.runIf(has('bash'))('bash asks the program for names, with the words typed so far', async () => {
  const { stdout } = await trimtab('completion bash');
  const ask = async (...words: string[]) => {
    const program = 'program() { if [ "$1" = __complete ]; then shift; printf "%s\\n" "asked-$*" | tr " " _; fi; }';
    const typed = ['program', ...words].map((word) => `'${word}'`).join(' ');
    const line = `${program}\n${stdout}\nCOMP_WORDS=(${typed}); COMP_CWORD=${words.length}; _trimtab; echo "\${COMPREPLY[@]}"`;
    return (await run('bash', ['-c', line])).stdout.trim();
  };
  expect(await ask('targets', '-n', '')).toBe('asked-namespaces_targets_-n');
  expect(await ask('-n', '')).toBe('asked-namespaces_-n');
  expect(await ask('kpis', '--context', '')).toBe('asked-contexts_kpis_--context');
  expect(await ask('context', 'use', '')).toBe('asked-contexts_context_use');
  expect(await ask('target', '-n', 'shop', '')).toBe('asked-targets_target_-n_shop');
  expect(await ask('target', 'shop/cart', '')).toBe('asked-targets_target_shop/cart');
  expect(await ask('target', '--namespace', '=', 'shop', '')).toBe('asked-targets_target_--namespace=shop');
  expect(await ask('target', '--namespace', '=')).toBe('asked-namespaces_target_--namespace');
  expect(await ask('kpis', '--api', 'http', ':', '//h', ':', '1', '-n', '')).toBe(
    'asked-namespaces_kpis_--api_http://h:1_-n',
  );
  expect(await ask('suggest', '')).toBe('asked-targets_suggest');
  expect(await ask('suggest', '--na')).toBe('--namespace');
  expect(await ask('kpis', '-n', 'shop,pay,as')).toBe('shop,pay,asked-namespaces_kpis_-n');
});

test.runIf(has('bash'))('bash does not execute a name', async () => {
  using home = makeHome();
  const { stdout } = await trimtab('completion bash');
  const file = join(home.directory, '..', 'executed');
  const program = `program() { echo '$(touch\${IFS}${file})'; echo shop; }`;
  const line = `${program}\n${stdout}\nCOMP_WORDS=(program targets -n ''); COMP_CWORD=3; _trimtab; echo "\${#COMPREPLY[@]}"`;
  expect((await run('bash', ['-c', line])).stdout.trim()).toBe('2');
  expect(existsSync(file)).toBe(false);
});

test('completion omits what is no name of Kubernetes', async () => {
  const names = ['shop', '$(touch${IFS}file)', '`id`', 'a;b', '--yes', 'eu.shop-1'];
  await using api = await serve(() => Response.json({ items: names.map((name) => ({ name })), total: names.length }));
  const { stdout } = await trimtab('__complete namespaces targets -n', { api: api.url });
  expect(stdout).toBe('eu.shop-1\nshop\n');
});

test('names for completion: contexts, namespaces and targets of the typed API, one per line', async () => {
  using home = makeHome();
  const { environment } = home;
  await using api = await serveDataSet('storefront');
  await trimtab(`context add lab --api ${api.url}`, { environment });
  const ask = async (line: string) => (await trimtab(`__complete ${line}`, { environment })).stdout.split('\n');
  expect(await ask('contexts context use')).toEqual(['lab', '']);
  expect(await ask('namespaces targets -n')).toContain('checkout');
  expect(await ask('targets target')).toContain('storefront/cart');
  expect(await ask('targets target -n storefront')).toContain('cart');
  expect(await ask('limits limits storefront/cart')).toEqual(
    expect.arrayContaining(['storefront/cart', 'keep', 'ratio', 'equal', 'server']),
  );
  expect(await ask('targets target --namespace=checkout')).not.toContain('cart');
  expect(await ask(`namespaces kpis --context lab --api ${api.url} -n`)).toContain('storefront');
});

test.each(['namespaces', 'targets', 'contexts', 'nonsense', ''])(
  'completion of %s is silent if it fails',
  async (kind) => {
    const environment = { TRIMTAB_API: `http://127.0.0.1:${await freedPort()}` };
    const silent = await trimtab(['__complete', kind, 'target'], { environment });
    expect(silent).toMatchObject({ code: 0, stdout: '', stderr: '' });
  },
);

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

test.runIf(has('zsh'))('zsh completes commands, options and their values (skipped without zsh)', async () => {
  const { stdout } = await trimtab('completion zsh');
  const folder = await mkdtemp(join(tmpdir(), 'trimtab-zsh-'));
  const script = join(folder, 'setup.zsh');
  // A program that answers the request for namespaces. The request includes the words typed so far.
  const answers = '[[ "$*" == "__complete namespaces kpis -n" ]] && print shop || print -r -- "<""RAN $*>"';
  const ran = `trimtab() { ${answers} }`;
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
    ['trimtab kpis -n s', 'kpis -n shop'],
    ['trimtab kpis -n pay,s', 'kpis -n pay,shop'],
    ['trimtab targets --sort co', 'targets --sort cost'],
  ]);
  const answer = await run('zsh', ['-f', '-c', zshTerminal, 'zsh', script, ...typed.keys()], { timeout: 120_000 });
  await rm(folder, { recursive: true });
  expect(answer.stdout.trim().split('\n')).toEqual([...typed.values()]);
});

test.runIf(has('fish'))('fish completes commands, options and their values (skipped without fish)', async () => {
  const { stdout } = await trimtab('completion fish');
  const ask = async (line: string) => {
    const program = [
      'function trimtab',
      'string match -q "__complete targets target -n shop" "$argv"; and echo cart',
      'string match -q "__complete namespaces kpis -n" "$argv"; and echo shop; end',
    ].join('\n');
    const answer = await run('fish', ['--no-config', '-c', `${program}\n${stdout}\ncomplete -C '${line}'`]);
    return answer.stdout.split('\n').map((found) => found.split('\t')[0] ?? '');
  };
  expect(await ask('trimtab kp')).toEqual(['kpis', '']);
  expect(await ask('trimtab auth ')).toEqual(['status', 'token', '']);
  expect(await ask('trimtab config se')).toEqual(['set', '']);
  expect(await ask('trimtab config set ou')).toEqual(['output', '']);
  expect(await ask('trimtab targets -A --sort na')).toEqual(['name', 'namespace', '']);
  expect(await ask('trimtab target -n shop c')).toEqual(['cart', '']);
  expect(await ask('trimtab kpis -o js')).toEqual(['json', '']);
  expect(await ask('trimtab kpis -n s')).toEqual(['shop', '']);
  expect(await ask('trimtab kpis -n pay,s')).toEqual(['pay,shop', '']);
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
