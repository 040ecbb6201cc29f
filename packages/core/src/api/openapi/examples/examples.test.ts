import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { operations } from '../../operations/index.ts';
import { type Operation, pathNames, type QueryParameter } from '../../operations/operation.ts';
import { pathAndQuery } from '../../transport/address.ts';
import { exampleOf } from './index.ts';

/** The tests compare the result with the input, because the schemas accept invalid values and drop or replace them. */
const read = (schema: z.ZodMiniType | undefined, value: unknown): unknown =>
  schema === undefined ? undefined : JSON.parse(JSON.stringify(z.parse(schema, value)));

function takes(declared: QueryParameter | undefined, value: unknown): boolean {
  switch (declared?.type) {
    case 'integer':
      return Number(value) >= (declared.minimum ?? 0) && Number(value) <= (declared.maximum ?? Infinity);
    case 'boolean':
      return typeof value === 'boolean';
    case 'instant':
      return Number.isFinite(Date.parse(String(value)));
    case 'texts':
      return Array.isArray(value) && value.length > 0;
    case 'text':
      return (
        (declared.values ?? [value]).includes(String(value)) && new RegExp(declared.pattern ?? '.').test(String(value))
      );
    case undefined:
    default:
      return false;
  }
}

/** Returns a copy of the value for each text in it, with that text replaced by an unknown one. */
function withUnknownTexts(value: unknown): unknown[] {
  if (typeof value === 'string') return ['from a later server'];
  if (Array.isArray(value))
    return value.flatMap((part, index) => withUnknownTexts(part).map((one) => value.with(index, one)));
  return Object.entries(value ?? {}).flatMap(([key, part]) =>
    withUnknownTexts(part).map((one) => ({ ...Object(value), [key]: one })),
  );
}

describe.each(operations.map((operation): [string, Operation] => [operation.id, operation]))('%s', (id, operation) => {
  const { path = {}, query = {}, body, answer } = exampleOf(id);

  test('has examples of exactly its required parameters', () => {
    expect(Object.keys(path)).toEqual(pathNames(operation.path));
    const declared = Object.entries(operation.query ?? {});
    for (const name of Object.keys(query)) expect(declared.map(([each]) => each)).toContain(name);
    const needed = declared.filter(([, { required }]) => required).map(([name]) => name);
    expect(Object.keys(query)).toEqual(expect.arrayContaining(needed));
    expect(pathAndQuery(operation, { ...path, ...query })).toMatch(/^\/[\w/.-]+(\?[\w=&%.,+-]+)?$/);
  });

  test('has valid values for its parameters', () => {
    const refused = Object.entries(query).filter(([name, value]) => !takes(operation.query?.[name], value));
    expect(refused).toEqual([]);
  });

  test('has a response that can be read if any of its texts is unknown', () => {
    const unreadable = withUnknownTexts(answer).filter(
      (sent) => !z.safeParse(operation.answer ?? z.unknown(), sent).success,
    );
    expect(unreadable).toEqual([]);
  });

  test('has a body and a response that match its schemas exactly', () => {
    expect(read(operation.body, body)).toEqual(body);
    expect(read(operation.answer, answer)).toEqual(answer);
  });
});
