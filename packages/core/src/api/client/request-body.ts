import * as z from 'zod/mini';
import { RequiredParameterError } from '../../errors.ts';
import type { Operation } from '../operations/operation.ts';

/**
 * The body of a request as JSON text; undefined without a body.
 * @throws RequiredParameterError when a field is missing or unusable
 */
export function bodyText(operation: Operation, body: unknown): string | undefined {
  const { body: schema } = operation;
  if (schema === undefined || (body === undefined && operation.bodyOptional === true)) return undefined;
  const result = z.safeParse(schema, body ?? {}, { reportInput: true });
  if (body === undefined || body === null) {
    const fields = new Set(result.error?.issues.map((issue) => issue.path[0]));
    const [only] = fields.size === 1 ? fields : [];
    throw new RequiredParameterError(operation.id, String(only ?? 'body'));
  }
  if (result.success) return JSON.stringify(body);
  const [issue] = result.error.issues;
  const missing = issue === undefined || issue.input === undefined || issue.input === '' || issue.code === 'too_small';
  const parameter = String(issue?.path[0] ?? 'body');
  if (missing) throw new RequiredParameterError(operation.id, parameter);
  throw new RequiredParameterError(operation.id, parameter, 'cannot be sent as it is');
}
