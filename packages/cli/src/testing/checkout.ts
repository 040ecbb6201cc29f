import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const configuration = `[user]
  name = Olga Operator
  email = olga@example.com
[core]
  autocrlf = false
[commit]
  gpgsign = false
`;

/** A Git repository in a temporary folder, with these files committed. */
export function makeCheckout(files: Readonly<Record<string, string>>) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'trimtab-checkout-')));
  // Without the configuration of the user, which may sign commits.
  const env = { PATH: process.env['PATH'] ?? '', HOME: root, GIT_CONFIG_NOSYSTEM: '1' };
  const git = (...words: string[]) => execFileSync('git', ['-C', root, ...words], { env, encoding: 'utf8' });
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  git('init', '--quiet', '--initial-branch=main');
  // One write instead of a process for each line.
  appendFileSync(join(root, '.git/config'), configuration);
  for (const [path, text] of Object.entries(files)) write(path, text);
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Begin', '--allow-empty');
  return { root, git, write, [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }) };
}
