import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import process from 'node:process';
import { systemCode } from '../config/system-code.ts';
import { exitCode } from '../exit-code.ts';
import { CliError, UsageError } from '../failure.ts';

/** A checkout of Git. Paths are relative to its root, with slashes. */
export type Checkout = {
  readonly root: string;
  /** Runs git with these arguments and this standard input. */
  readonly git: (words: readonly string[], input?: string) => Promise<string>;
};

const longestOutput = 256 * 2 ** 20;

type GitRun = { readonly words: readonly string[]; readonly input?: string | undefined; readonly signal: AbortSignal };

/** Runs the user's git. Rejects with git's own message. */
function runGit(folder: string, { words, input = '', signal }: GitRun): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown, stdout = '', stderr = '') =>
      reject(signal.aborted ? signal.reason : gitError(words, error, [stderr, stdout]));
    // Git prints English messages, which are recognized below. LC_ALL would also change the encoding that hooks of the repository use.
    const options = { maxBuffer: longestOutput, signal, env: { ...process.env, LANGUAGE: 'C' } };
    try {
      const { stdin } = execFile('git', ['-C', folder, ...words], options, (error, stdout, stderr) => {
        if (error === null) resolve(stdout);
        else fail(error, stdout, stderr);
      });
      // If git ends before it has read its input, its own message says why.
      stdin?.on('error', () => {});
      stdin?.end(input);
    } catch (error) {
      // Node throws at once if, for example, the arguments are too long (E2BIG).
      fail(error);
    }
  });
}

/** The error of a failed run, with git's reason. Without any output, as of a silent hook, it has Node's message. */
function gitError(words: readonly string[], error: unknown, printed: readonly string[]): CliError {
  if (systemCode(error) === 'ENOENT') return new UsageError('git was not found on PATH.', 'Install git.');
  const message = error instanceof Error ? error.message : String(error);
  // If the run ended with a system error, for example because of too much output, Node's message is the reason.
  const texts = systemCode(error) === null ? [...printed, message] : [message];
  const lines = texts.flatMap((text) => text.split('\n').map((line) => line.trim())).filter((line) => line !== '');
  // Git may print warnings before the reason.
  const reason = lines.find((line) => !/^(warning|hint): /.test(line)) ?? lines[0] ?? '';
  const command = words.find((word) => !word.startsWith('-')) ?? '';
  return new CliError(`git ${command} failed: ${reason.replace(/^(fatal|error): /, '')}`, exitCode.partial);
}

const giveCheckout = 'Give a folder of a Git checkout with your manifests: trimtab propose DIR.';

/** Throws if the folder cannot be opened. Git's own message would be about its option -C, which the user has not typed. */
async function refuseNoFolder(folder: string): Promise<void> {
  const facts = await stat(folder).catch((error: unknown) => {
    const code = systemCode(error);
    const isMissing = code === 'ENOENT' || code === 'ENOTDIR';
    throw new UsageError(
      isMissing ? `There is no folder ${folder}.` : `The folder ${folder} cannot be read (${code}).`,
      giveCheckout,
    );
  });
  if (!facts.isDirectory()) throw new UsageError(`${folder} is a file, not a folder.`, giveCheckout);
}

/** Says why Git finds no checkout. Reasons that are not listed here keep Git's own message. */
function noCheckout(folder: string, message: string): UsageError {
  if (message.includes('not a git repository'))
    return new UsageError(`${folder} is not in a Git checkout.`, giveCheckout);
  if (message.includes('must be run in a work tree'))
    return new UsageError(`${folder} has the data of Git, but no files of a checkout.`, giveCheckout);
  const [, owned] = /dubious ownership in repository at '(.+)'/.exec(message) ?? [];
  if (owned !== undefined) {
    return new UsageError(
      `${owned} belongs to another user, so Git does not use it.`,
      `If you trust its files: git config --global --add safe.directory ${owned}`,
    );
  }
  return new UsageError(message.replace(/^git rev-parse failed: /, `Git cannot use ${folder}: `), giveCheckout);
}

/** The checkout around a folder. */
export async function openCheckout(
  folder: string,
  signal: AbortSignal,
): Promise<Checkout & { readonly prefix: string }> {
  await refuseNoFolder(folder);
  const answer = await runGit(folder, { words: ['rev-parse', '--show-toplevel', '--show-prefix'], signal }).catch(
    (error: unknown) => {
      if (error instanceof UsageError || !(error instanceof CliError)) throw error;
      throw noCheckout(folder, error.message);
    },
  );
  const [root = '', prefix = ''] = answer.split('\n');
  return { root, prefix, git: (words, input) => runGit(root, { words, input, signal }) };
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
