import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commands } from './commands/index.ts';
import { makeCheckout } from './testing/checkout.ts';
import { makeHome } from './testing/home.ts';
import { tokenOf } from './testing/issuer.ts';
import { trimtab } from './testing/trimtab.ts';
import { serveWholeShop } from './testing/whole-shop.ts';

/** At least one command line for each command, except watch and completion, which have their own tests. */
const lines = [
  'namespaces',
  'kpis',
  'targets -n shop',
  'targets -A --sort -cost',
  'target -n shop cart',
  'explain -n shop cart',
  'changes',
  'logs -n shop cart --timestamps',
  'costs --range last-year',
  'costs --range projected',
  'simulate -n shop cart --cpu 80 --memory 60',
  'what-if -n shop cart --window busiest-day --scale 2',
  'open shop/cart',
  'candidates -n shop',
  'preflight -n shop deploy/cart',
  'enroll -n shop --all --dry-run',
  'enroll -n shop --all --yes',
  'suggest -n shop cart',
  'patch -n shop cart',
  'limits -n shop cart',
  'cleanup -n shop cart --yes',
  'settings',
  'check -n shop',
  'propose CHECKOUT --dry-run',
  'api GET /v1/system/namespaces',
  'export shop/cart -o FILE',
  'diagnostics -o FILE',
  'login',
  'logout',
  'auth status',
  'context list',
  'config list',
  'version',
];

/** Of the workload that has a suggestion. */
const cartManifest = `apiVersion: apps/v1
kind: Deployment
metadata: {name: cart, namespace: shop}
spec:
  template:
    spec:
      containers:
        - name: api
          resources: {requests: {cpu: 400m, memory: 1Gi}}
`;

const fileOf = (line: string): string => `${line.replaceAll(/[^a-z]+/gi, '-').toLowerCase()}.txt`;
const folder = join(import.meta.dirname, 'testing/screens');
const example = 'https://trimtab.example.com';
const token = tokenOf({ sub: 'olga', name: 'Olga Operator', exp: Date.UTC(2026, 10, 18, 10) / 1000 });
const widths = [80, 200, undefined];

async function screen(line: string, columns: number | undefined): Promise<string> {
  using home = makeHome();
  await using api = await serveWholeShop();
  const environment = {
    ...home.environment,
    NO_COLOR: '1',
    ...(line.startsWith('auth') ? { TRIMTAB_TOKEN: token } : {}),
  };
  await trimtab('context add prod -n shop', { api: example, environment });
  // A fixed address, because the length of the server's address differs in each run.
  const setting = {
    ...(line.startsWith('con') ? {} : { api: api.url }),
    environment,
    ...(columns === undefined ? {} : { columns }),
  };
  const file = join(home.directory, 'out.tar.gz');
  using checkout = line.includes('CHECKOUT') ? makeCheckout({ 'deploy/cart.yaml': cartManifest }) : null;
  const words = line
    .split(' ')
    .map((word) => (word === 'FILE' ? file : word))
    .map((word) => (word === 'CHECKOUT' ? (checkout?.root ?? '') : word));
  const { code, stdout, stderr } = await trimtab(words, setting);
  const shown = [stdout, stderr === '' ? '' : `[stderr]\n${stderr}`].join('');
  const where = columns === undefined ? 'in a pipe' : `${columns} columns`;
  return `$ trimtab ${line}   # ${where}, exit ${code}\n${shown}`
    .replaceAll(api.url, example)
    .replaceAll(file, 'FILE')
    .replaceAll(/the file \S+/g, 'the file PATH')
    .replaceAll('\u001b[2K', '␛[2K')
    .replaceAll('\r', '␍');
}

test.each(lines)('the output of %s at 80 columns, at 200 columns and in a pipe', async (line) => {
  const screens = [];
  for (const columns of widths) screens.push(await screen(line, columns));
  await expect(screens.join('\n')).toMatchFileSnapshot(join(folder, fileOf(line)));
});

test('every command has a recorded screen, and every screen a command', async () => {
  // vitest writes the screens of a new line, except in CI, where the test above fails.
  const files = new Set(lines.map(fileOf));
  expect((await readdir(folder)).filter((file) => !files.has(file))).toEqual([]);
  const shown = new Set(lines.map((line) => line.split(' ')[0]));
  const without = commands.map(({ facts }) => facts.name).filter((name) => !shown.has(name));
  expect(without).toEqual(['watch', 'completion']);
});
