import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const file = fileURLToPath(new URL('recordings/owners.json', import.meta.url));

/** Deployments of a real API server that kubectl, Helm, Argo CD and Flux applied. */
export const recordedOwners = (): { readonly items: readonly unknown[] } => JSON.parse(readFileSync(file, 'utf8'));
