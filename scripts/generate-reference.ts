import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { inCheckout } from './checkout.ts';
import { referencePage } from './reference/page.ts';

const path = inCheckout('docs/reference/api.md');
mkdirSync(dirname(path), { recursive: true });
writeFileSync(path, referencePage());
