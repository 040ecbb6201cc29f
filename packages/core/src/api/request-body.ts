import * as z from 'zod/mini';
import { RequiredParameterError } from '../errors.ts';
import type { Operation } from './operation.ts';

export type ParsedBody<T> =
  | { readonly ok: true; readonly body: T }
  /** Sentences that name what to change; the first is the one to show. */
  | { readonly ok: false; readonly messages: readonly string[] };

const maxDepth = 64;

/** A body that would poison or exhaust what walks over it: a `__proto__` key, or nesting without end. */
function structuralProblem(root: unknown): string | null {
  const open: { value: unknown; depth: number }[] = [{ value: root, depth: 0 }];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (typeof at.value !== 'object' || at.value === null) continue;
    if (at.depth >= maxDepth) return `The body is nested more than ${maxDepth} levels deep`;
    if (Object.hasOwn(at.value, '__proto__')) return 'The body must not have a key "__proto__"';
    for (const value of Object.values(at.value)) open.push({ value, depth: at.depth + 1 });
  }
  return null;
}

function describeIssue(issue: z.core.$ZodIssue): string {
  const at = issue.path.length === 0 ? 'The body' : issue.path.map(String).join('.');
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? `${at} is required` : `${at} must be of type ${issue.expected}`;
    case 'unrecognized_keys':
      return `${at} has unknown fields: ${issue.keys.slice(0, 5).join(', ')}`;
    case 'invalid_value':
      return `${at} must be one of: ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return `${at} is too ${issue.origin === 'number' ? 'small' : 'short'}`;
    case 'too_big':
      return `${at} is too ${issue.origin === 'number' ? 'large' : 'long'}`;
    case 'custom':
    case 'invalid_element':
    case 'invalid_format':
    case 'invalid_key':
    case 'invalid_union':
    case 'not_multiple_of':
    default:
      return `${at} is not valid`;
  }
}

/**
 * Checks the body of a request by the schema that the client's types are made from: unknown fields, `__proto__` and
 * deep nesting are refused. For servers.
 * @param value the parsed JSON
 */
export function parseBody<T extends z.ZodMiniType>(schema: T, value: unknown): ParsedBody<z.output<T>> {
  const problem = structuralProblem(value);
  if (problem !== null) return { ok: false, messages: [problem] };
  const result = z.safeParse(schema, value, { reportInput: true });
  return result.success
    ? { ok: true, body: result.data }
    : { ok: false, messages: result.error.issues.map(describeIssue) };
}

/**
 * The text of a request's body; undefined when it has none.
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
