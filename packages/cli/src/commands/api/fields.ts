import { InvalidArgumentError } from 'commander';
import { UsageError } from '../../failure.ts';

export type Field = readonly [name: string, value: unknown];

function split(text: string): [string, string] {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('Give NAME=VALUE.');
  return [text.slice(0, at), text.slice(at + 1)];
}

/** `-f name=value`: text, as often as wanted. */
export const textField = (text: string, before: readonly Field[] = []): Field[] => [...before, split(text)];

/** `-F name=value`: a number, true, false, null, a list or an object, as JSON writes it. */
export function typedField(text: string, before: readonly Field[] = []): Field[] {
  const [name, value] = split(text);
  try {
    return [...before, [name, JSON.parse(value)]];
  } catch {
    throw new InvalidArgumentError('Give the value as JSON, such as 3, true or ["cart"].');
  }
}

/** A path from the root of the API: an address would take the token elsewhere. */
export function apiPath(text: string): string {
  const path = text.startsWith('/') ? text : `/${text}`;
  if (path.startsWith('//') || path.includes('\\') || /^\/*[a-z][a-z0-9+.-]*:/i.test(path)) {
    throw new UsageError(`"${text}" is no path of the API.`, 'Give it from the root, such as /v1/views/kpis.');
  }
  return path;
}

/** The path with the fields as its query. */
export function withQuery(path: string, fields: readonly Field[]): string {
  if (fields.length === 0) return path;
  const query = new URLSearchParams(
    fields.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
  return `${path}${path.includes('?') ? '&' : '?'}${query.toString()}`;
}
