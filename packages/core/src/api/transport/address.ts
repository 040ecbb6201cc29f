import { AddressError, RequiredParameterError } from '../../errors.ts';
import { type Operation, pathNames } from '../operations/operation.ts';

/** Values of query parameters by name. Undefined and null are omitted. */
export type QueryValues = Readonly<Record<string, unknown>>;

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);

/**
 * Checks the base address of the API and removes trailing slashes. An empty address or a path is relative to the origin
 * of the page. @throws AddressError if it is not http(s), or contains credentials, a query or a fragment
 */
export function readBaseUrl(text: string): string {
  const trimmed = text.trim();
  // A path on the origin of the page. A second slash at the beginning would start a host name.
  if (trimmed === '' || /^\/(?![/\\])[\w./~%-]*$/.test(trimmed)) return trimmed.replace(/\/+$/, '');
  const url = URL.canParse(trimmed) ? new URL(trimmed) : null;
  if (url === null) throw new AddressError('The API address is not a URL: give it as https://host[:port]');
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new AddressError(`The API address must begin with https:// or http://, not ${url.protocol}`);
  if (url.username !== '' || url.password !== '')
    throw new AddressError('The API address must not carry a user name or a password');
  if (url.search !== '' || url.hash !== '')
    throw new AddressError('The API address must not carry a query or a fragment');
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

/** Host and port of a base address, for messages; empty for the origin of the page. */
export const hostOf = (baseUrl: string): string => (URL.canParse(baseUrl) ? new URL(baseUrl).host : '');

/** Throws AddressError if a token would be sent unencrypted to another host. */
export function assertSafeForToken(baseUrl: string): void {
  if (!URL.canParse(baseUrl)) return;
  const { protocol, hostname, host } = new URL(baseUrl);
  if (protocol === 'http:' && !isLoopback(hostname))
    throw new AddressError(`A token is not sent to ${host} over plain http: use its https address`);
}

function encodePart(operation: string, name: string, value: unknown): string {
  if (typeof value !== 'string' || value === '') throw new RequiredParameterError(operation, name);
  // URL parsers remove these path segments, even when encoded.
  if (value === '.' || value === '..') throw new RequiredParameterError(operation, name, `cannot be "${value}"`);
  try {
    return encodeURIComponent(value);
  } catch {
    throw new RequiredParameterError(operation, name, 'is not valid text');
  }
}

function queryText(operation: string, name: string, value: unknown): string {
  if (Array.isArray(value)) return value.join(',');
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) throw new RequiredParameterError(operation, name, 'is not a valid time');
    return value.toISOString();
  }
  return String(value);
}

const isMissing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/**
 * Path and query of a call. Each part is encoded exactly once.
 * @throws RequiredParameterError before anything is sent
 */
export function pathAndQuery(operation: Operation, parameters: QueryValues, extra: QueryValues = {}): string {
  let path = operation.path;
  for (const name of pathNames(path)) {
    const part = encodePart(operation.id, name, Object.hasOwn(parameters, name) ? parameters[name] : undefined);
    path = path.replace(`{${name}}`, () => part);
  }
  const query = new URLSearchParams();
  for (const [name, declared] of Object.entries(operation.query ?? {})) {
    const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    if (isMissing(value)) {
      if (declared.required === true) throw new RequiredParameterError(operation.id, name);
      continue;
    }
    const moment = declared.type === 'instant' && typeof value === 'number' ? new Date(value) : value;
    query.set(name, queryText(operation.id, name, moment));
  }
  for (const [name, value] of Object.entries(extra)) {
    if (!isMissing(value)) query.set(name, queryText(operation.id, name, value));
  }
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}
