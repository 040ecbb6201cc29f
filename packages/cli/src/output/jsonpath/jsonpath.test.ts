import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { compareText } from '@trimtab/core';
import { afterAll, expect, test } from 'vitest';
import { findKubectl } from '../../../../../scripts/provision/kubectl.ts';
import { fillTemplate } from './evaluate.ts';

const kubectl = findKubectl();
if (kubectl === null) process.stderr.write('Templates are not compared with kubectl: it is not on PATH.\n');

const folder = mkdtempSync(join(tmpdir(), 'trimtab-jsonpath-'));
afterAll(() => rmSync(folder, { recursive: true }));

const data = {
  apiVersion: 'trimtab.dev/v1',
  kind: 'List',
  metadata: { name: 'all', annotations: { a: 'b' } },
  total: 3,
  rows: [
    { name: 'cart', waste: 1.5, none: null, ok: true, status: { label: 'Healthy', 'x.y': 'dot' }, parts: [1, 2] },
    { name: 'web', waste: 10.25, status: { label: 'Over' }, parts: [] },
    { name: 'pay', waste: 2.5, status: { label: 'Over' }, parts: [3] },
  ],
};

const templates = [
  '{.total}',
  'a {.total} b {$.total}{@.total}',
  '{.rows[*].name}{"\\n"}',
  '{.rows[0]} {.rows[1].parts}',
  '{.rows[*].none}',
  '{.missing}{.rows[*].missing}',
  '{range .rows[*]}{.name}{"\\t"}{.waste}{"\\n"}{end}',
  '{range .rows[*]}{range .parts[*]}{@},{end};{end}',
  '{range .rows[*]}{.name}',
  '{range .missing[*]}x{end}',
  '{.rows[?(@.waste>2.5)].name}',
  '{.rows[?(@.waste<=2.5)].name}',
  "{.rows[?(@.name=='web')].waste}",
  '{.rows[?(@.name!="web")].name}',
  '{.rows[?(@.status.label=="Over")].name}',
  '{.rows[?(@.none)].name}',
  '{.rows[?(@.ok==true)].name}',
  '{.rows[?(@.missing=="x")].name}',
  '{.rows[-1].name}',
  '{.rows[0:2].name}',
  '{.rows[::2].name}',
  '{.rows[1:].name}',
  '{.rows[0,2].name}',
  "{.rows[0]['name','waste']}",
  '{..name}',
  '{.rows..label}',
  '{.rows[0].status.x\\.y}',
  '{.rows.name}',
  "{'x'}{3}{true}",
  '{"\\u00e9\\"\\\\n"}',
  '{ .total }',
];

const letters = (printed: string) => printed.split('').toSorted(compareText).join('');

test.runIf(kubectl !== null).each(templates)('kubectl prints the same for %s', async (template) => {
  const file = join(folder, 'object.json');
  writeFileSync(file, JSON.stringify(data));
  const words = ['annotate', '--local', '-f', file, 'a=b', '--overwrite', '-o', `jsonpath=${template}`];
  const { stdout } = await promisify(execFile)(kubectl ?? '', words, { env: { HOME: folder }, timeout: 120_000 });
  const text = fillTemplate(template, data);
  // kubectl prints the fields of an object in another order.
  const isOrdered = !template.includes('..') && !text.includes('{');
  expect(isOrdered ? text : letters(text)).toBe(isOrdered ? stdout : letters(stdout));
});

test.each([
  ['.rows[*].name', 'cart web pay'],
  ['total', '3'],
  ['{@.total}', '3'],
  ['{}', JSON.stringify(data)],
  ['{.rows[?(@.waste>=10)].name}', 'web'],
  ['{.rows[?(@.waste == 10.25)].name}', 'web'],
  ['{.rows[*]["name"]}', 'cart web pay'],
])('%s: paths without braces, and numbers of different kinds, work too', (template, expected) => {
  expect(fillTemplate(template, data)).toBe(expected);
});

test.each([
  ['{.total', '} is missing at the end'],
  ['{.rows[}', 'an index, a name in quotes, * or a filter is missing before }'],
  ['{.rows[]}', 'an index, a name in quotes, * or a filter is missing before ]}'],
  ['{.rows[0', '] is missing at the end'],
  ['{end}', '{end} has no {range}'],
  ['{.a | .b}', '} is missing before | .b}'],
  ['{total}', '} is missing before total}'],
  ['{.rows[?(@.name=="a" || @.ok)]}', ') is missing before || @.ok)]}'],
  ['{.rows[7].name}', 'there is no element 7 in a list of 3'],
  ['{.rows[-7].name}', 'there is no element -7 in a list of 3'],
  ['{.total[0]}', '3 is not a list'],
  ['{.rows[?(@.name>3)].name}', 'cart and 3 cannot be compared'],
  ['{.rows[?(@.parts[*]==3)].name}', 'a comparison needs one value on each side'],
])('%s is an error', (template, problem) => {
  expect(() => fillTemplate(template, data)).toThrow(problem);
});
