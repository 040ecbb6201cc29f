import { readFileSync } from 'node:fs';
import { operations } from '@trimtab/core';
import { describe, expect, it } from 'vitest';
import { inCheckout } from '../checkout.ts';
import { referencePage } from './page.ts';

describe('docs/reference/api.md', () => {
  it('agrees with the schemas; if not, run: node scripts/generate-reference.ts', () => {
    expect(readFileSync(inCheckout('docs/reference/api.md'), 'utf8')).toBe(referencePage());
  });

  it('has every call, and no broken link', () => {
    const page = referencePage();
    for (const { id } of operations) expect(page).toContain(`\n### ${id}\n`);
    const headings = Array.from(page.matchAll(/^#+ (.+)$/gm), ([, text]) =>
      text?.toLowerCase().replaceAll(/[^\w-]/g, ''),
    );
    const links = Array.from(page.matchAll(/\]\(#([\w-]+)\)/g), ([, name]) => name);
    expect(links.length).toBeGreaterThan(operations.length);
    expect(links.filter((name) => !headings.includes(name))).toEqual([]);
  });

  it('has valid JSON examples', () => {
    const examples = Array.from(referencePage().matchAll(/```json\n([\s\S]*?)\n```/g), ([, text]) => text ?? '');
    expect(examples.length).toBeGreaterThan(operations.length / 2);
    for (const example of examples) expect(JSON.parse(example)).toBeTypeOf('object');
  });

  it('has no missing value', () => {
    expect(referencePage()).not.toMatch(/undefined|\[object|NaN/);
  });
});
