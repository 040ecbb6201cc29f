import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import process from 'node:process';
import cli from '../packages/cli/package.json' with { type: 'json' };
import { commands } from '../packages/cli/src/commands/index.ts';
import { referenceOf } from '../packages/cli/src/reference/definitions.ts';
import { manPage } from '../packages/cli/src/reference/man.ts';
import { cliPage } from '../packages/cli/src/reference/page.ts';
import { inCheckout } from './checkout.ts';
import { chartFiles } from './deploy/chart-files.ts';
import { kustomizeFiles } from './deploy/kustomize-files.ts';
import { ruleFiles } from './deploy/rule-files.ts';
import { readmeOfChart } from './deploy/values-table.ts';
import { provisionHelm } from './provision/helm.ts';
import { referencePage } from './reference/page.ts';

function write(file: string, text: string): void {
  const path = inCheckout(file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

const reference = referenceOf(commands);
write('docs/reference/api.md', referencePage());
write('docs/reference/cli.md', cliPage(reference));
write('packages/cli/man/trimtab.1', manPage(reference, cli.version));
write('deploy/helm/trimtab/README.md', readmeOfChart());
for (const [file, text] of Object.entries(ruleFiles())) write(file, text);
for (const [file, text] of Object.entries(chartFiles())) write(file, text);
const say = (line: string): void => void process.stderr.write(`${line}\n`);
const helm = await provisionHelm(say);
if (helm.path === null) say(`The files of deploy/kustomize were not rendered. ${helm.problem}`);
else for (const [file, text] of Object.entries(await kustomizeFiles())) write(file, text);
