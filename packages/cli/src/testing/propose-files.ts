import { changedFiles, findWorkloads, openRepository, placePlans } from '../manifests/repository.ts';
import { corpusPlans } from './manifest-corpus.ts';

export type Files = Readonly<Record<string, string>>;

/**
 * Writes the suggestions of the corpus into files.
 * @param folder the folder whose files may be changed
 * @param name the only workload with a suggestion; absent for all
 */
export function proposeIn(files: Files, { folder = '', name }: { folder?: string; name?: string } = {}) {
  const repository = openRepository(
    Object.entries(files).map(([path, text]) => ({ path, text })),
    { folder, namespace: null, kinds: new Set() },
  );
  const { found, left } = findWorkloads(
    repository,
    corpusPlans.filter((plan) => name === undefined || plan.name === name),
  );
  const { placed, left: unplaced } = placePlans(repository, found);
  const changed = changedFiles(placed);
  return {
    changed: Object.fromEntries(changed.files.map(({ path, text }) => [path, text])),
    left: [...left, ...unplaced, ...changed.left],
    notes: changed.changes.flatMap(({ notes }) => notes),
  };
}
