import { execFile } from 'node:child_process';
import { systemCode } from '../config/system-code.ts';
import { exitCode } from '../exit-code.ts';
import { CliError, UsageError } from '../failure.ts';

/** A checkout of Git. Paths are relative to its root, with slashes. */
export type Checkout = { readonly root: string; readonly git: (words: readonly string[]) => Promise<string> };

const longestOutput = 256 * 2 ** 20;

/** Runs the user's git. Rejects with git's own message. */
function runGit(folder: string, words: readonly string[], signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile('git', ['-C', folder, ...words], { maxBuffer: longestOutput, signal }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else if (signal.aborted) reject(signal.reason);
      else if (systemCode(error) === 'ENOENT') reject(new UsageError('git was not found on PATH.', 'Install git.'));
      else {
        const [reason = error.message] = stderr.trim().split('\n');
        reject(
          new CliError(
            `git ${words.find((word) => !word.startsWith('-')) ?? ''} failed: ${reason.replace(/^(fatal|error): /, '')}`,
            exitCode.partial,
          ),
        );
      }
    });
  });
}

/** The checkout around a folder. */
export async function openCheckout(
  folder: string,
  signal: AbortSignal,
): Promise<Checkout & { readonly prefix: string }> {
  const answer = await runGit(folder, ['rev-parse', '--show-toplevel', '--show-prefix'], signal).catch(
    (error: unknown) => {
      if (error instanceof UsageError || !(error instanceof CliError)) throw error;
      const next = 'Give a folder of a Git checkout: trimtab propose DIR.';
      throw new UsageError(error.message.replace(/^git rev-parse failed: /, `${folder}: `), next);
    },
  );
  const [root = '', prefix = ''] = answer.split('\n');
  return { root, prefix, git: (words) => runGit(root, words, signal) };
}

/** Tracked and new files, without those that .gitignore names. */
export async function listFiles({ git }: Checkout): Promise<string[]> {
  const answer = await git(['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate']);
  return answer.split('\0').filter((path) => path !== '');
}

/** The files that differ from the last commit or are not in it. */
export async function uncommitted({ git }: Checkout, paths: readonly string[]): Promise<string[]> {
  if (paths.length === 0) return [];
  const answer = await git(['status', '--porcelain', '-z', '--untracked-files=all', '--no-renames']);
  const changed = new Set(answer.split('\0').map((line) => line.slice(3)));
  return paths.filter((path) => changed.has(path));
}
