import { expect, test, vi } from 'vitest';
import { exampleOf } from '../openapi/examples/index.ts';
import { operations } from '../operations/index.ts';
import * as reader from './zod-reader.ts';

// The same schemas once more, made with the reader.
vi.doMock('zod/mini', () => reader);
vi.resetModules();
const { operations: small } = await import('../operations/index.ts');
vi.doUnmock('zod/mini');
// The test files of a worker share their modules.
vi.resetModules();

const damaged = [null, '', 'text', 0, -1, 1.5, true, [], [null], {}, { unknown: 1 }];

/** The value with each of its parts removed, replaced, or extended by an unknown key. */
function* variants(value: unknown): Generator {
  yield value;
  yield* damaged;
  if (Array.isArray(value)) {
    const [first, ...rest]: unknown[] = value;
    if (value.length > 0) for (const part of variants(first)) yield [part, ...rest];
  } else if (typeof value === 'object' && value !== null) {
    yield { ...value, unknown: 1 };
    for (const [key, part] of Object.entries(value)) {
      const { [key]: _, ...rest }: Record<string, unknown> = { ...value };
      yield rest;
      yield { ...value, [key]: undefined };
      for (const other of variants(part)) yield { ...value, [key]: other };
    }
  }
}

/** The parts of the first issue that the console and the demo's server use. */
function told(error: { issues: readonly object[] } | undefined) {
  const issue: Record<string, unknown> = { ...error?.issues[0] };
  for (const detail of ['input', 'message', 'errors', 'format']) delete issue[detail];
  return issue;
}

test.each(operations.map(({ id }, index) => [id, index] as const))('reads %s as zod does', (id, index) => {
  for (const name of ['body', 'answer'] as const) {
    for (const value of variants(exampleOf(id)[name])) {
      const expected = operations[index]?.[name]?.safeParse(value, { reportInput: true });
      const read = small[index]?.[name]?.safeParse(value, { reportInput: true });
      expect({ value, data: read?.data, issue: told(read?.error) }).toStrictEqual({
        value,
        data: expected?.data,
        issue: told(expected?.error),
      });
    }
  }
});
