import { getOrInsert } from '../../get-or-insert.ts';

export const targetParts = [
  'spec',
  'status',
  'workload',
  'pods',
  'suggestions',
  'explanation',
  'report-card',
  'metrics',
] as const;
export type TargetPart = (typeof targetParts)[number];

export type TargetId = { readonly namespace: string; readonly name: string };

/** One entry of the manifest. `missing` has the reasons with their targets; without `targets`, all of them. */
export type PartReport = {
  readonly part: string;
  readonly state: 'included' | 'partial' | 'missing' | 'not asked for';
  readonly files: number;
  readonly missing?: readonly { readonly reason: string; readonly targets?: readonly TargetId[] }[];
};

/** Counts the included parts, and groups the targets without a part by the reason. */
export class Manifest {
  readonly #files = new Map<string, number>();
  readonly #missing = new Map<string, Map<string, TargetId[]>>();
  #bytes = 0;

  included(part: string, bytes: number): void {
    this.#files.set(part, (this.#files.get(part) ?? 0) + 1);
    this.#bytes += bytes;
  }

  missing(part: TargetPart | 'podLogs', target: TargetId, reason: string): void {
    const reasons = getOrInsert(this.#missing, part, () => new Map<string, TargetId[]>());
    const targets = getOrInsert(reasons, reason, () => []);
    const { namespace, name } = target;
    const last = targets.at(-1);
    // List a target once, even if several of its logs are missing for the same reason.
    if (last?.namespace !== namespace || last.name !== name) targets.push({ namespace, name });
  }

  /** Uncompressed, without the manifest itself. */
  totals(): { readonly files: number; readonly bytes: number } {
    return { files: [...this.#files.values()].reduce((sum, files) => sum + files, 0), bytes: this.#bytes };
  }

  part(part: string): PartReport {
    const files = this.#files.get(part) ?? 0;
    const missing = [...(this.#missing.get(part) ?? [])].map(([reason, targets]) => ({ reason, targets }));
    if (missing.length === 0) return { part, state: 'included', files };
    return { part, state: files === 0 ? 'missing' : 'partial', files, missing };
  }
}

export const leftOut = (part: string): PartReport => ({ part, state: 'not asked for', files: 0 });

export const unavailable = (part: string, reason: string): PartReport => ({
  part,
  state: 'missing',
  files: 0,
  missing: [{ reason }],
});
