import type { Client, ClusterTarget } from '@trimtab/core';
import { fetchBundleTargets, patchBundle } from '@trimtab/core/patch';
import { endOfTar, tarEntry } from '@trimtab/core/tar';
import { stringify } from 'yaml';
import { recordExport } from '../../api/record-export.ts';
import { enqueue } from '../../api/request-queue.ts';
import { saveFile } from '../../browser/save-file.ts';

const bytes = new TextEncoder();
const toYaml = (document: unknown): string => stringify(document, { lineWidth: 0, aliasDuplicateObjects: false });

type Outcome = { readonly exported: number; readonly leftOut: readonly string[] };

/** Downloads the changes of these targets as an archive of Kustomize overlays. Nothing is saved if there is no change. */
export async function exportBundle(client: Client, rows: readonly ClusterTarget[], now: number): Promise<Outcome> {
  const { signal } = new AbortController();
  const targets = await enqueue(signal, () => fetchBundleTargets(client, rows, { signal }));
  const { files, exported, leftOut } = patchBundle(targets, toYaml);
  if (exported.length > 0) {
    const entries = files.flatMap(({ path, text }) => [
      ...tarEntry({ path: `trimtab-export/${path}`, content: bytes.encode(text) }, now),
    ]);
    saveFile('trimtab-export.tar', [...entries, endOfTar()], 'application/x-tar');
    void recordExport(client, exported);
  }
  return { exported: exported.length, leftOut };
}
