import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { pathAndQuery } from './address.ts';
import type { Operation } from './operation.ts';
import { pathNames } from './operation.ts';
import { exampleOf } from './openapi-examples.ts';
import { operations } from './operations.ts';

/** Checked by equality, because our schemas read much that they do not ask for: what they drop or replace is no example. */
const readsAsItStands = (schema: z.ZodMiniType | undefined, value: unknown): void => {
  if (schema === undefined) expect(value).toBeUndefined();
  else expect(JSON.parse(JSON.stringify(z.parse(schema, value)))).toEqual(value);
};

describe.each(operations.map((operation): [string, Operation] => [operation.id, operation]))('%s', (id, operation) => {
  const { path = {}, query = {}, body, answer } = exampleOf(id);

  test('has an example of every parameter that it must be given, and of no other', () => {
    expect(Object.keys(path)).toEqual(pathNames(operation.path));
    const declared = Object.entries(operation.query ?? {});
    for (const name of Object.keys(query)) expect(declared.map(([each]) => each)).toContain(name);
    const needed = declared.filter(([, { required }]) => required).map(([name]) => name);
    expect(Object.keys(query)).toEqual(expect.arrayContaining(needed));
    expect(pathAndQuery(operation, { ...path, ...query })).toMatch(/^\/[\w/.-]+(\?[\w=&%.,+-]+)?$/);
  });

  test.each(Object.entries(query))('has a value of %s that it takes', (name, value) => {
    const declared = operation.query?.[name];
    if (declared?.values !== undefined) expect(declared.values).toContain(value);
    if (declared?.pattern !== undefined) expect(value).toMatch(new RegExp(declared.pattern));
    if (declared?.type === 'integer') {
      expect(value).toBeGreaterThanOrEqual(declared.minimum ?? 0);
      expect(value).toBeLessThanOrEqual(declared.maximum ?? Number.MAX_SAFE_INTEGER);
    }
    const type = { integer: 'number', boolean: 'boolean', instant: 'string', text: 'string', texts: 'object' };
    expect(typeof value).toBe(declared === undefined ? null : type[declared.type]);
    if (declared?.type === 'instant') expect(Number.isFinite(Date.parse(String(value)))).toBe(true);
  });

  test('has a body and an answer that its schemas read as they stand', () => {
    readsAsItStands(operation.body, body);
    readsAsItStands(operation.answer, answer);
  });
});
