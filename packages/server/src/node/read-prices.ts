import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import type { NodePrices } from '../ports/index.ts';
import { reasonOf } from './file-reader.ts';
import { UsageError } from './start-errors.ts';

const dollars = z.optional(z.number().check(z.positive()));
const priceSchema = z
  .strictObject({
    types: z.string().check(z.minLength(1), z.regex(/^[^*]*\*?[^*]*$/)),
    region: z.optional(z.string()),
    capacity_type: z.optional(z.enum(['spot', 'on-demand'])),
    hourly: dollars,
    hourly_per_cpu: dollars,
  })
  .check(z.refine(({ hourly, hourly_per_cpu }) => (hourly === undefined) !== (hourly_per_cpu === undefined)));
const pricesSchema = z.strictObject({ date: z.string(), source: z.string(), prices: z.array(priceSchema) });

/** The prices of nodes in a file of the operator; throws `UsageError` if it cannot be used. */
export async function readPrices(file: string): Promise<NodePrices> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new UsageError(`The file of --prices, ${file}, cannot be read: ${reasonOf(error)}.`);
  });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UsageError(`The file of --prices, ${file}, is not JSON.`);
  }
  const read = pricesSchema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new UsageError(
    `The file of --prices, ${file}, is wrong at ${issue?.path.join('.') || 'its top'}. It needs date, source and prices; each price needs types and either hourly or hourly_per_cpu.`,
  );
}
