import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { systemCode } from '../config/system-code.ts';
import { exitCode } from '../exit-code.ts';
import { CliError, UsageError } from '../failure.ts';
import type { ProposedChange } from './changes-propose.ts';
import type { Checkout } from './git-checkout.ts';
import type { OwnersOf } from './owners-read.ts';

/** The files of one owner, which become one commit. */
export type OwnedFiles = {
  /** Empty if the files have no owner. */
  readonly owners: readonly string[];
  readonly paths: readonly string[];
  readonly changes: readonly ProposedChange[];
};

/**
 * Groups the files by owner. The owner that the manifests name has precedence over CODEOWNERS. A file with workloads of
 * several owners belongs to all of them, because a commit contains whole files.
 */
export function byOwner(changes: readonly ProposedChange[], ownersOf: OwnersOf): OwnedFiles[] {
  const paths = [...new Set(changes.flatMap(({ written }) => written.map(({ file }) => file)))].toSorted();
  const groups = Map.groupBy(paths, (path) => JSON.stringify(fileOwners(path, changes, ownersOf)));
  return [...groups].map(([key, own]) => ({
    owners: JSON.parse(key),
    paths: own,
    changes: changes.flatMap((change) => {
      const written = change.written.filter(({ file }) => own.includes(file));
      return written.length === 0 ? [] : [{ ...change, written }];
    }),
  }));
}

function fileOwners(path: string, changes: readonly ProposedChange[], ownersOf: OwnersOf): readonly string[] {
  const within = changes.filter(({ written }) => written.some(({ file }) => file === path));
  return [...new Set(within.flatMap(({ owner }) => (owner === null ? ownersOf(path) : [owner])))].toSorted();
}

/** Refuses early if a commit would fail after the files were written. */
export async function refuseCommit({ git }: Checkout): Promise<void> {
  for (const head of ['MERGE_HEAD', 'CHERRY_PICK_HEAD']) {
    const isThere = await git(['rev-parse', '--quiet', '--verify', head]).then(
      () => true,
      () => false,
    );
    if (isThere)
      throw new UsageError('A merge or cherry-pick is in progress.', 'Nothing was written. Finish it first.');
  }
  for (const role of ['GIT_AUTHOR_IDENT', 'GIT_COMMITTER_IDENT'])
    await git(['var', role]).catch(() => {
      throw new UsageError(
        'git has no name and email address for your commits.',
        'Nothing was written. Set user.name and user.email.',
      );
    });
}

/** Creates one commit for each group, with only the files of the group. Returns the short hashes. */
export async function commitGroups(
  checkout: Checkout,
  groups: readonly (OwnedFiles & { readonly subject: string; readonly body: string })[],
): Promise<string[]> {
  const hashes: string[] = [];
  for (const { paths, subject, body } of groups) {
    try {
      await commitFiles(checkout, paths, `${subject}\n\n${body}`);
      hashes.push((await checkout.git(['rev-parse', '--short', 'HEAD'])).trim());
    } catch (error) {
      // A system error comes from the temporary file.
      if (!(error instanceof CliError) && !(error instanceof Error && systemCode(error) !== null)) throw error;
      const done = hashes.length === 0 ? 'Nothing was committed' : `Only ${hashes.join(', ')} were committed`;
      throw new CliError(
        error.message,
        exitCode.partial,
        `${done}; the files are changed. Commit them, or git restore them.`,
      );
    }
  }
  return hashes;
}

/** Commits only these files. The message and the paths of many workloads are too long for arguments. */
async function commitFiles({ git }: Checkout, paths: readonly string[], message: string): Promise<void> {
  // Git runs in another folder, so the path must be absolute.
  const folder = await mkdtemp(resolve(tmpdir(), 'trimtab-commit-'));
  try {
    const list = join(folder, 'paths');
    await writeFile(list, paths.join('\0'));
    const pathsOption = [`--pathspec-from-file=${list}`, '--pathspec-file-nul'];
    await git(['--literal-pathspecs', 'commit', '--quiet', '--only', '--file=-', ...pathsOption], message);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
