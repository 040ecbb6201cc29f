import { asText, type JsonObject } from './json.ts';
import type { ResourceKind } from './resource-kinds.ts';

export type Cause = { readonly reason: string; readonly message: string; readonly field: string };
type Details = {
  readonly name?: string;
  readonly group?: string;
  readonly kind?: string;
  readonly causes?: readonly Cause[] | readonly Omit<Cause, 'field'>[];
  readonly retryAfterSeconds?: number;
};

/** The answer to a request that failed: a Status body, or plain text where the real server sends that. */
export class ApiError extends Error {
  readonly code: number;
  readonly body: JsonObject | string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: number, body: JsonObject | string, headers: Readonly<Record<string, string>> = {}) {
    super(typeof body === 'string' ? body : asText(body['message']));
    this.code = code;
    this.body = body;
    this.headers = headers;
  }
}

type StatusParts = {
  readonly code: number;
  readonly message: string;
  readonly reason?: string;
  readonly details?: Details;
  readonly continueToken?: string;
};

function failureStatus({ code, message, reason, details, continueToken }: StatusParts): JsonObject {
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: continueToken === undefined ? {} : { continue: continueToken },
    status: 'Failure',
    message,
    ...(reason === undefined ? {} : { reason }),
    ...(details === undefined ? {} : { details: detailsOf(details) }),
    code,
  };
}

function detailsOf({ causes, ...rest }: Details): JsonObject {
  return causes === undefined ? rest : { ...rest, causes: causes.map((cause) => ({ ...cause })) };
}

export const failure = (parts: StatusParts, headers?: Readonly<Record<string, string>>): ApiError =>
  new ApiError(parts.code, failureStatus(parts), headers);

/** A path that no served group or version has. */
export const unservedPath = (): ApiError => new ApiError(404, '404 page not found\n');

export const tooManyRequests = (retryAfterSeconds: number): ApiError =>
  new ApiError(429, 'Too many requests, please try again later.\n', { 'retry-after': String(retryAfterSeconds) });

/** `deployments.apps`, or `pods` in the core group. */
export const qualified = (kind: Pick<ResourceKind, 'group' | 'plural'>, subresource = ''): string =>
  `${kind.plural}${subresource === '' ? '' : `/${subresource}`}${kind.group === '' ? '' : `.${kind.group}`}`;

const named = (name: string, kind: string, group: string): Details => ({
  ...(name === '' ? {} : { name }),
  ...(group === '' ? {} : { group }),
  ...(kind === '' ? {} : { kind }),
});

export const notFound = (kind: ResourceKind, name: string): ApiError =>
  failure({
    code: 404,
    message: `${qualified(kind)} "${name}" not found`,
    reason: 'NotFound',
    details: named(name, kind.plural, kind.group),
  });

export const noSuchResource = (): ApiError =>
  failure({ code: 404, message: 'the server could not find the requested resource', reason: 'NotFound', details: {} });

export const alreadyExists = (kind: ResourceKind, name: string): ApiError =>
  failure({
    code: 409,
    message: `${qualified(kind)} "${name}" already exists`,
    reason: 'AlreadyExists',
    details: named(name, kind.plural, kind.group),
  });

const modified = 'the object has been modified; please apply your changes to the latest version and try again';
export const conflict = (kind: ResourceKind, name: string, why = modified): ApiError =>
  failure({
    code: 409,
    message: `Operation cannot be fulfilled on ${qualified(kind)} "${name}": ${why}`,
    reason: 'Conflict',
    details: named(name, kind.plural, kind.group),
  });

export const badRequest = (message: string): ApiError => failure({ code: 400, message, reason: 'BadRequest' });

export const methodNotAllowed = (): ApiError =>
  failure({
    code: 405,
    message: 'the server does not allow this method on the requested resource',
    reason: 'MethodNotAllowed',
    details: {},
  });

export const unsupportedMediaType = (accepted: readonly string[]): ApiError =>
  failure({
    code: 415,
    message: `the body of the request was in an unknown format - accepted media types include: ${accepted.join(', ')}`,
    reason: 'UnsupportedMediaType',
  });

/** 422 with a cause for each rule that the object breaks. `kind` is the kind, not the plural. */
export function invalid(subject: { kind: string; group: string; name: string }, causes: readonly Cause[]): ApiError {
  const texts = causes.map(({ field, message }) => `${field}: ${message}`);
  const kind = subject.group === '' ? subject.kind : `${subject.kind}.${subject.group}`;
  return failure({
    code: 422,
    message: `${kind} "${subject.name}" is invalid: ${texts.length === 1 ? texts[0] : `[${texts.join(', ')}]`}`,
    reason: 'Invalid',
    details: { ...named(subject.name, subject.kind, subject.group), causes },
  });
}

export const expired = (message: string, continueToken?: string): ApiError =>
  failure({ code: 410, message, reason: 'Expired', ...(continueToken === undefined ? {} : { continueToken }) });
