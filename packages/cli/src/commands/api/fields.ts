import { InvalidArgumentError } from 'commander';
import { UsageError } from '../../failure.ts';

export type Field = readonly [name: string, value: unknown];

function split(text: string): [string, string] {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('Use NAME=VALUE.');
  return [text.slice(0, at), text.slice(at + 1)];
}

/** Parses one `-f name=value`, whose value is text. */
export const textField = (text: string, before: readonly Field[] = []): Field[] => [...before, split(text)];

/** Parses one `-F name=value`, whose value is JSON. */
export function typedField(text: string, before: readonly Field[] = []): Field[] {
  const [name, value] = split(text);
  try {
    return [...before, [name, JSON.parse(value)]];
  } catch {
    throw new InvalidArgumentError('The value must be JSON, such as 3, true or ["cart"].');
  }
}

/** A path of the API. Whole URLs are refused, because the token would be sent to another host. */
export function apiPath(text: string): string {
  const path = text.startsWith('/') ? text : `/${text}`;
  if (path.startsWith('//') || path.includes('\\') || /^\/*[a-z][a-z0-9+.-]*:/i.test(path)) {
    throw new UsageError(`"${text}" is not a path of the API.`, 'Use a path such as /v1/views/kpis.');
  }
  return path;
}

export function withQuery(path: string, fields: readonly Field[]): string {
  if (fields.length === 0) return path;
  const query = new URLSearchParams(
    fields.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
  return `${path}${path.includes('?') ? '&' : '?'}${query.toString()}`;
}

/** The program sets these headers itself: the token must belong to this API, and the others describe the connection. */
const ownHeaders = new Set(['authorization', 'connection', 'content-length', 'host', 'transfer-encoding']);

/** Parses one `-H name:value`. */
export function header(text: string, before: Readonly<Record<string, string>> = {}): Record<string, string> {
  const [, name = '', value = ''] = /^([\w!#$%&'*+.^`|~-]+):[ \t]*([\t -~]*)$/.exec(text) ?? [];
  if (name === '') throw new InvalidArgumentError('Use NAME:VALUE, such as If-None-Match:"7".');
  if (ownHeaders.has(name.toLowerCase())) throw new InvalidArgumentError(`trimtab sets ${name} itself.`);
  return { ...before, [name.toLowerCase()]: value.trimEnd() };
}
