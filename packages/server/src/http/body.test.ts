import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { readBody } from './body.ts';

const schema = z.strictObject({
  state: z.optional(z.enum(['completed', 'failed'])),
  type: z.optional(z.literal('savings')),
  names: z.optional(z.array(z.string().check(z.minLength(1), z.maxLength(3))).check(z.maxLength(2))),
  replicas: z.optional(z.number().check(z.minimum(0), z.maximum(9))),
  labels: z.optional(z.record(z.string(), z.string())),
  cost: z.optional(z.number().check(z.positive())),
  target: z.optional(z.object({ name: z.string(), kind: z.enum(['Deployment', 'Job']) })),
  workloads: z.optional(z.array(z.string()).check(z.minLength(1))),
});

const refusalOf = (body: string) =>
  readBody(
    new Request('http://api.test/', { method: 'POST', body, headers: { 'content-type': 'application/json' } }),
    schema,
  ).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : error),
  );

it.each([
  ['{"state":"done"}', 'In the body, state must be completed or failed.'],
  ['{"type":3}', 'In the body, type must be savings.'],
  ['{"names":[""]}', 'In the body, names.0 must not be empty.'],
  ['{"names":["long"]}', 'In the body, names.0 must have at most 3 characters.'],
  ['{"names":["a","b","c"]}', 'In the body, names must have at most 2 entries.'],
  ['{"names":7}', 'In the body, names must be of type array.'],
  ['{"replicas":-1}', 'In the body, replicas must be at least 0.'],
  ['{"replicas":10}', 'In the body, replicas must be at most 9.'],
  ['{"cost":0}', 'In the body, cost must be greater than 0.'],
  ['{"cost":1e999}', 'In the body, cost must be a finite number.'],
  ['{"extra":1}', 'The body has an unknown key: extra.'],
  ['{"labels":[]}', 'In the body, labels must be of type object.'],
  ['[]', 'The body must be of type object.'],
  ['{"target":{"kind":"Job"}}', 'In the body, target.name is missing.'],
  ['{"target":{"name":"a"}}', 'In the body, target.kind is missing.'],
  ['{"target":{"name":null}}', 'In the body, target.name must be of type string.'],
  ['{"workloads":[]}', 'In the body, workloads must have at least 1 entry.'],
])('%s is rejected with its name', async (body, sentence) => {
  expect(await refusalOf(body)).toBe(sentence);
});
