import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import type { JsonObject } from './json.ts';

const file = fileURLToPath(new URL('../../../../deploy/crds/aiscaletargets.yaml', import.meta.url));

/** The definition of AIScaleTarget that is installed with the server. */
export const targetDefinition = (): JsonObject & { apiVersion: string; kind: string } =>
  parse(readFileSync(file, 'utf8'));
