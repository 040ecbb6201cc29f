import { readFileSync } from 'node:fs';
import { operations } from '@trimtab/core';
import { describe, expect, it } from 'vitest';
import { inCheckout } from '../checkout.ts';
import { referencePage } from './page.ts';

describe('docs/reference/api.md', () => {
  it('is what the schemas say now; else run: node scripts/generate-reference.ts', () => {
    expect(readFileSync(inCheckout('docs/reference/api.md'), 'utf8')).toBe(referencePage());
  });

  it('has every call, and no link that leads nowhere', () => {
    const page = referencePage();
    for (const { id } of operations) expect(page).toContain(`\n### ${id}\n`);
    const headings = Array.from(page.matchAll(/^#+ (.+)$/gm), ([, text]) =>
      text?.toLowerCase().replaceAll(/[^\w-]/g, ''),
    );
    const links = Array.from(page.matchAll(/\]\(#([\w-]+)\)/g), ([, name]) => name);
    expect(links.length).toBeGreaterThan(operations.length);
    expect(links.filter((name) => !headings.includes(name))).toEqual([]);
  });

  it('has examples that are JSON', () => {
    const examples = Array.from(referencePage().matchAll(/```json\n([\s\S]*?)\n```/g), ([, text]) => text ?? '');
    expect(examples.length).toBeGreaterThan(operations.length / 2);
    for (const example of examples) expect(JSON.parse(example)).toBeTypeOf('object');
  });

  it('has no value that was forgotten', () => {
    expect(referencePage()).not.toMatch(/undefined|\[object|NaN/);
  });
});
