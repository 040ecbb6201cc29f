import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { divideStyle } from './first-style.ts';

const utilities =
  '.flex{display:flex}.sm\\:p-1\\.5{@media (min-width:40rem){padding:.375rem}}@media (min-width:64rem){.lg\\:flex{display:flex}.lg\\:hidden{display:none}}:is(:where(.group\\/row):hover .group-hover\\/row\\:bg){color:red}';
const css = `/* license */@layer properties{@supports (x:y){*{--tw-a:1}}}@layer theme{:root{--a:1}}@layer utilities{${utilities}}@font-face{src:url(a)}`;

test('keeps the rules whose classes the scripts contain, and everything outside the utilities', () => {
  const { first } = divideStyle(css, 'class="lg:hidden" `sm:p-1.5 ${a}`');
  expect(first).toBe(
    '@layer theme{:root{--a:1}}@layer utilities{.sm\\:p-1\\.5{@media (min-width:40rem){padding:.375rem}}@media (min-width:64rem){.lg\\:hidden{display:none}}}@font-face{src:url(a)}',
  );
});

test('keeps a rule that names several classes only if the scripts contain all of them', () => {
  expect(divideStyle(css, 'group/row').first).not.toContain('color:red');
  expect(divideStyle(css, 'group/row group-hover/row:bg').first).toContain('color:red');
});

test('leaves all utilities in their order for the later sheet, without a layer', () => {
  expect(divideStyle(css, '').later).toBe(utilities);
});

/** Modules that show nothing, or that belong to the first view. */
const unstyled = [
  '@trimtab/core/operations',
  '@trimtab/core/operations/costs',
  '@trimtab/fixtures/browser',
  '../../features/home/HomePage.tsx',
  '../api/store-last-view.ts',
  './explain-target.ts',
  './panel.ts',
  './save-csv.ts',
];

test('what the first view loads later is loaded with its styles', () => {
  const root = join(import.meta.dirname, 'src');
  const missing = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|^testing\/|^features\/(?!home|diagnostics)/.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      const imports = [...text.matchAll(/(styled\(\s*)?(?<!typeof )import\('([^']+)'\)/g)];
      return imports.filter(([, isStyled]) => isStyled === undefined).map(([, , path = '']) => [file, path] as const);
    })
    .filter(([, path]) => !unstyled.includes(path));
  expect(missing).toEqual([]);
});
