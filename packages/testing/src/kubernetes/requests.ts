import { parse as parseYaml } from 'yaml';
import { badRequest, failure, methodNotAllowed, noSuchResource, notFound, unservedPath } from './api-error.ts';
import { type Attempt, allowedBy, forbidden, forbiddenPath, type User } from './authorization.ts';
import { customKinds, customVersion } from './custom-resources.ts';
import { aggregated, aggregatedType, groupBody, groupList, resourceList } from './discovery.ts';
import type { Json, JsonObject } from './json.ts';
import { asObject, asText, readJson } from './json.ts';
import {
  type Column,
  checkNotInFuture,
  formOf,
  type ListRequest,
  listBody,
  listObjects,
  metadataOnly,
  tableOf,
} from './lists.ts';
import { openApi } from './openapi.ts';
import { type LogAnswer, logOf } from './pod-logs.ts';
import { apiVersionOf, builtInKinds, isReview, type ResourceKind } from './resource-kinds.ts';
import { review } from './reviews.ts';
import { scaleOf } from './scales.ts';
import type { ObjectStore } from './store.ts';
import type { WriteRequest, Written } from './stored-object.ts';
import { createObject, deleteObject, patchObject, replaceObject } from './writes.ts';

export type ApiRequest = {
  readonly method: string;
  readonly url: URL;
  readonly accept: string;
  readonly contentType: string;
  readonly agent: string;
  readonly ifNoneMatch: string;
  readonly user: User;
  readonly impersonated: User | null;
  readonly body: string;
};

export type ApiAnswer = {
  readonly code: number;
  readonly body: JsonObject | string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly warnings?: readonly string[];
};

/** A watch is answered by a stream, which the server opens. */
export type WatchAnswer = {
  readonly watch: ListRequest;
  readonly form: ReturnType<typeof formOf>;
  readonly columns: readonly Column[];
};

export type Context = {
  readonly store: ObjectStore;
  readonly now: () => string;
  readonly userOf: (token: string) => User | null;
  readonly newToken: (user: User) => string;
};

type Target = {
  readonly kind: ResourceKind;
  readonly namespace: string;
  readonly name: string;
  readonly subresource: string;
  readonly isOldWatch: boolean;
};

export function answer(context: Context, request: ApiRequest): ApiAnswer | WatchAnswer | LogAnswer {
  const kinds = [...builtInKinds, ...customKinds(context.store)];
  const path = request.url.pathname;
  const open = openAnswer(path);
  if (open !== null) return open;
  const found = targetOf(kinds, path);
  if (found === null) return discovery(context, kinds, request);
  const attempt = attemptOf(request, found);
  const user = actingUser(context, request, found, attempt);
  if (!isReview(found.kind)) authorize(context, user, found.kind, attempt);
  if (attempt.resource === 'pods' && found.subresource === 'log' && attempt.verb === 'get') {
    const pod = context.store.get(found.kind, found.namespace, found.name);
    if (pod === undefined) throw notFound(found.kind, found.name);
    return logOf(pod, request.url.searchParams);
  }
  if (attempt.resource === 'pods' && ['attach', 'exec', 'portforward'].includes(found.subresource))
    throw noContainers();
  if (found.name !== '' && found.subresource !== '' && !found.kind.subresources.includes(found.subresource)) {
    throw noSuchResource();
  }
  checkAccept(request);
  if (request.method === 'GET') return read(context, request, found);
  return write(context, request, found, user);
}

function openAnswer(path: string): ApiAnswer | null {
  if (path === '/version') {
    return { code: 200, body: { major: '1', minor: '36', gitVersion: 'v1.36.2', platform: 'linux/amd64' } };
  }
  return /^\/(readyz|livez|healthz)$/.test(path) ? { code: 200, body: 'ok' } : null;
}

const noContainers = () =>
  failure({ code: 501, message: 'the stand-in has no kubelet: no container runs here', reason: 'NotImplemented' });

const anonymousUser = 'system:anonymous';

function discovery({ store }: Context, kinds: readonly ResourceKind[], request: ApiRequest): ApiAnswer {
  const { user, accept, ifNoneMatch } = request;
  const path = request.url.pathname.replace(/\/$/, '');
  const steps = path.split('/').slice(1);
  const [root = '', group = '', version = ''] = steps;
  const isDiscovery = ['api', 'apis', 'openapi'].includes(root);
  if (!isDiscovery || user.username === anonymousUser) throw forbiddenPath(user, request.method.toLowerCase(), path);
  if (root === 'openapi') {
    const body = openApi(store, kinds, path);
    if (body === null) throw unservedPath();
    // The real server answers the index as plain text.
    const headers = path === '/openapi/v3' ? { 'content-type': 'text/plain; charset=utf-8' } : {};
    return { code: 200, body, headers };
  }
  if (steps.length === 1 && accept.includes('g=apidiscovery.k8s.io')) {
    const { body, etag } = aggregated(kinds, root === 'api' ? 'api' : 'apis');
    const headers = { 'content-type': aggregatedType, etag, 'cache-control': 'public', vary: 'Accept' };
    return etag === ifNoneMatch ? { code: 304, body: null, headers: { etag } } : { code: 200, body, headers };
  }
  if (path === '/api') {
    const serverAddressByClientCIDRs = [{ clientCIDR: '0.0.0.0/0', serverAddress: request.url.host }];
    return { code: 200, body: { kind: 'APIVersions', versions: ['v1'], serverAddressByClientCIDRs } };
  }
  if (path === '/apis') return { code: 200, body: groupList(kinds) };
  const apiVersion = root === 'api' ? group : `${group}/${version}`;
  const isList = root === 'api' ? steps.length === 2 : steps.length === 3;
  const body = isList ? resourceList(kinds, apiVersion) : groupBody(kinds, group);
  if (body !== null && (isList || steps.length === 2)) return { code: 200, body };
  // Below a served group, an unknown resource is a Status; everything else is plain text.
  throw kinds.some((kind) => apiVersionOf(kind) === apiVersion) ? noSuchResource() : unservedPath();
}

/** The resource that a path names; null if none is served there. */
function targetOf(kinds: readonly ResourceKind[], path: string): Target | null {
  const steps = path.split('/').slice(1).map(decodeURIComponent);
  const apiVersion = steps[0] === 'api' ? steps[1] : `${steps[1]}/${steps[2]}`;
  const rest = steps.slice(steps[0] === 'api' ? 2 : 3);
  const isOldWatch = rest[0] === 'watch';
  if (isOldWatch) rest.shift();
  let namespace = '';
  if (rest[0] === 'namespaces' && rest.length > 2 && !['status', 'finalize'].includes(rest[2] ?? '')) {
    namespace = rest[1] ?? '';
    rest.splice(0, 2);
  }
  const [plural, name = '', subresource = ''] = rest;
  const kind = kinds.find((each) => each.plural === plural && apiVersionOf(each) === apiVersion);
  if (kind === undefined || rest.length > 3) return null;
  return { kind, namespace, name, subresource, isOldWatch };
}

const verbs: Readonly<Record<string, string>> = { POST: 'create', PUT: 'update', PATCH: 'patch', DELETE: 'delete' };
const isWatch = ({ url }: ApiRequest, { isOldWatch }: Target): boolean =>
  isOldWatch || ['1', 'true'].includes(url.searchParams.get('watch') ?? '');

function attemptOf(request: ApiRequest, target: Target): Attempt {
  const { kind, namespace, name, subresource } = target;
  const reading = name !== '' ? 'get' : isWatch(request, target) ? 'watch' : 'list';
  const verb = request.method === 'GET' ? reading : (verbs[request.method] ?? '');
  return { verb, group: kind.group, resource: kind.plural, subresource, namespace, name };
}

function authorize({ store }: Context, user: User, kind: ResourceKind, attempt: Attempt): void {
  if (allowedBy(store, user, attempt) === null) throw forbidden(user, kind, attempt);
}

function actingUser(context: Context, { user, impersonated }: ApiRequest, { kind }: Target, attempt: Attempt): User {
  if (impersonated === null) return user;
  if (user.groups.includes('system:masters')) return impersonated;
  throw forbidden(user, kind, { ...attempt, verb: `impersonate-on:user-info:${attempt.verb}` });
}

const readable = ['application/json', 'application/yaml', 'application/vnd.kubernetes.protobuf'];
function checkAccept({ accept }: ApiRequest): void {
  if (accept === '' || accept.includes('*/*') || accept.includes('application/json')) return;
  const message = `406: Not Acceptable\n\nAvailable representations: ${readable.join(', ')}`;
  throw failure({ code: 406, message, reason: 'NotAcceptable', details: {} });
}

const ageColumn: Column = { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' };

function read(context: Context, request: ApiRequest, target: Target): ApiAnswer | WatchAnswer {
  const { store } = context;
  const { kind, namespace, name } = target;
  const custom = customVersion(store, kind);
  const columns = custom === null ? [ageColumn] : custom.columns;
  const form = formOf(request.accept);
  const warnings = custom?.deprecation ? [custom.deprecation] : [];
  const listing: ListRequest = {
    kind,
    namespace,
    query: request.url.searchParams,
    selectable: custom?.selectable ?? [],
  };
  if (name === '') {
    if (isWatch(request, target)) return { watch: listing, form, columns };
    return { code: 200, body: listBody(kind, listObjects(store, listing), form, columns), warnings };
  }
  checkNotInFuture(store, request.url.searchParams.get('resourceVersion') ?? '');
  const object = store.get(kind, namespace, name);
  if (object === undefined) throw notFound(kind, name);
  if (target.subresource === 'scale') return { code: 200, body: scaleOf(object) };
  if (form === 'table') return { code: 200, body: tableOf([object], {}, columns), warnings };
  const shown = form === 'metadata' ? metadataOnly(object) : { ...object, apiVersion: apiVersionOf(kind) };
  return { code: 200, body: shown, warnings };
}

const bodyTypes = ['application/json', 'application/yaml', 'application/vnd.kubernetes.protobuf'];

function write(context: Context, request: ApiRequest, target: Target, user: User): ApiAnswer {
  const { store, now } = context;
  const { method, contentType } = request;
  const { kind, namespace, name, subresource } = target;
  const writing: WriteRequest = {
    store,
    kind,
    namespace,
    name,
    subresource,
    query: request.url.searchParams,
    agent: request.agent,
    now: now(),
  };
  if (method === 'POST' && name !== '' && subresource !== 'token') throw methodNotAllowed();
  if (method === 'POST' && subresource === 'token') return tokenFor(context, target, request);
  if (method === 'PATCH') return patch(context, request, writing, user);
  if (method === 'DELETE') {
    if (name === '') throw methodNotAllowed();
    return deleteObject(writing, request.body === '' ? {} : asObject(bodyOf(request, kind)));
  }
  if (contentType !== '' && !bodyTypes.includes(contentType)) {
    const message = `the body of the request was in an unknown format - accepted media types include: ${bodyTypes.join(', ')}`;
    throw failure({ code: 415, message, reason: 'UnsupportedMediaType' });
  }
  const body = asObject(bodyOf(request, kind));
  if (isReview(kind)) {
    return { code: 201, body: review({ store, user, kind, body, userOf: context.userOf, now: now() }) };
  }
  return answerOf(method === 'PUT' ? replaceObject(writing, body) : createObject(writing, body), writing);
}

function patch(context: Context, request: ApiRequest, writing: WriteRequest, user: User): ApiAnswer {
  const { kind, namespace, name } = writing;
  const isApply = request.contentType === 'application/apply-patch+yaml';
  if (isApply && context.store.get(kind, namespace, name) === undefined) {
    authorize(context, user, kind, {
      verb: 'create',
      group: kind.group,
      resource: kind.plural,
      subresource: '',
      namespace,
      name,
    });
  }
  const body = isApply ? yaml(request.body) : bodyOf(request, kind);
  return answerOf(patchObject(writing, request.contentType, body), writing);
}

function yaml(text: string): Json {
  const value: Json = parseYaml(text);
  return value;
}
const answerOf = ({ code, body, warnings }: Written, { subresource }: WriteRequest): ApiAnswer => ({
  code,
  body: subresource === 'scale' ? scaleOf(body) : body,
  warnings,
});

function bodyOf({ body, contentType }: ApiRequest, kind: ResourceKind): Json {
  try {
    return contentType === 'application/yaml' ? yaml(body) : readJson(body);
  } catch {
    throw badRequest(
      `the object provided is unrecognized (must be of type ${kind.kind}): couldn't get version/kind; json parse error: unexpected end of JSON input (${body})`,
    );
  }
}

function tokenFor(
  { store, newToken, now }: Context,
  { namespace, name, kind }: Target,
  request: ApiRequest,
): ApiAnswer {
  const account = store.get(kind, namespace, name);
  if (account === undefined) throw notFound(kind, name);
  const spec = asObject(asObject(bodyOf(request, kind))['spec']);
  const seconds = Number(spec['expirationSeconds'] ?? 3600);
  if (seconds < 600) {
    const message = `Invalid value: ${seconds}: may not specify a duration less than 10 minutes`;
    const field = 'spec.expirationSeconds';
    throw failure({
      code: 422,
      message: `TokenRequest.authentication.k8s.io "" is invalid: ${field}: ${message}`,
      reason: 'Invalid',
      details: {
        group: 'authentication.k8s.io',
        kind: 'TokenRequest',
        causes: [{ reason: 'FieldValueInvalid', message, field }],
      },
    });
  }
  const token = newToken({
    username: `system:serviceaccount:${namespace}:${name}`,
    uid: account.metadata.uid,
    groups: ['system:serviceaccounts', `system:serviceaccounts:${namespace}`, 'system:authenticated'],
  });
  const expirationTimestamp = `${new Date(Date.parse(now()) + seconds * 1000).toISOString().slice(0, 19)}Z`;
  return {
    code: 201,
    body: {
      kind: 'TokenRequest',
      apiVersion: 'authentication.k8s.io/v1',
      metadata: { name, namespace, uid: account.metadata.uid, creationTimestamp: asText(now()) },
      spec: {
        audiences: spec['audiences'] ?? ['https://kubernetes.default.svc'],
        expirationSeconds: seconds,
        boundObjectRef: null,
      },
      status: { token, expirationTimestamp },
    },
  };
}
