import type { Parameter, ReadDocument } from './document.ts';
import { entries, isObject, type JsonSchema } from './json-schema.ts';
import type { Sent } from './mount.ts';
import { type Draft, sentOf } from './requests.ts';

/** A request that the server must reject with one of these statuses and a message that names the mistake. */
export type Refusal = {
  readonly what: string;
  readonly sent: Sent;
  readonly statuses: readonly number[];
  readonly names?: string;
};

/** Invalid variants of a valid request: one for each rule of the document. */
export const refusalsOf = (draft: Draft, document: ReadDocument): readonly Refusal[] => [
  ...wrongQueries(draft),
  ...wrongWindows(draft),
  ...wrongParts(draft),
  ...wrongBodies(draft, document),
  ...wrongMethods(draft),
];

const refuse = (what: string, names: string, sent: Sent): Refusal => ({ what, sent, statuses: [400], names });

function wrongQueries(draft: Draft): Refusal[] {
  const { inQuery } = draft.call;
  const unknown = refuse(
    'an unknown parameter',
    'surprise',
    sentOf({ ...draft, query: new Map([...draft.query, ['surprise', '1']]) }),
  );
  return [
    unknown,
    ...inQuery
      .filter(({ required }) => required)
      .map(({ name }) => refuse(`without ${name}`, name, sentOf({ ...draft, query: without(draft.query, name) }))),
    ...[...draft.query].map(([name, value]) => {
      const sent = sentOf(draft);
      return refuse(`${name} twice`, name, {
        ...sent,
        target: `${sent.target}&${new URLSearchParams([[name, value]])}`,
      });
    }),
    ...inQuery.flatMap((parameter) =>
      wrongValues(parameter).map((value) =>
        refuse(
          `${parameter.name}=${value}`,
          parameter.name,
          sentOf({ ...draft, query: new Map([...draft.query, [parameter.name, value]]) }),
        ),
      ),
    ),
  ];
}

function wrongValues({ schema }: Parameter): readonly string[] {
  const { type, format, minimum, maximum, pattern } = schema;
  if (type === 'boolean') return ['TRUE', '1', 'yes', ''];
  if (type === 'integer') {
    const outside = [minimum, maximum].flatMap((bound, index) =>
      typeof bound === 'number' ? [String(bound + (index * 2 - 1))] : [],
    );
    return ['10abc', '1.5', '1e3', '0x10', '', '-7', ...outside];
  }
  if (format === 'date-time') return ['yesterday', '1700000000000', '2026-02-30T00:00:00', '9999-99-99T99:99:99Z', ''];
  if (Array.isArray(schema['enum']) || typeof pattern === 'string') return ['Surprise', ''];
  return [];
}

function wrongWindows(draft: Draft): Refusal[] {
  const [start, end] = [draft.query.get('start'), draft.query.get('end')];
  if (start === undefined || end === undefined) return [];
  const during = (from: string, to: string) =>
    sentOf({ ...draft, query: new Map([...draft.query, ['start', from], ['end', to]]) });
  return [
    refuse('start after end', 'start', during(end, start)),
    refuse('an empty window', 'start', during(end, end)),
    refuse('a window of a century', 'start', during(`19${start.slice(2)}`, end)),
  ];
}

const unusedName = 'no-such-name';

function wrongParts(draft: Draft): Refusal[] {
  const { inPath, id, path } = draft.call;
  const [last] = inPath.toReversed();
  if (last === undefined) return [];
  const put = (value: string) => sentOf({ ...draft, path: new Map([...draft.path, [last.name, value]]) });
  const raw = (value: string): Sent => {
    const sent = put('PLACE');
    return { ...sent, target: sent.target.replace('PLACE', value) };
  };
  // A namespace without targets returns an empty list, not 404.
  const unknown =
    last.name === 'namespace' ? [] : [{ what: `an unknown ${last.name}`, sent: put(unusedName), statuses: [404] }];
  return [
    ...unknown,
    { what: `a ${last.name} of 600 characters`, sent: put('a'.repeat(600)), statuses: [400, 404] },
    { what: `a ${last.name} with a zero byte`, sent: raw('a%00b'), statuses: [400, 404] },
    { what: `a ${last.name} that cannot be decoded`, sent: raw('%ff%zz'), statuses: [400, 404] },
    ...(id.startsWith('artifacts.') || path.includes('{connector}')
      ? [{ what: `a ${last.name} with "../" in it`, sent: raw('..%2f..%2fetc%2fpasswd'), statuses: [400, 404] }]
      : []),
  ];
}

function wrongBodies(draft: Draft, { resolve, problems }: ReadDocument): Refusal[] {
  const { call } = draft;
  if (call.method === 'GET') return [];
  const sent = sentOf({ ...draft, body: undefined });
  const withType = (type: string, body?: string): Sent => ({
    ...sent,
    headers: { 'content-type': type },
    ...(body === undefined ? {} : { body }),
  });
  const refuseBody = (what: string, body: string, status = 400, names?: string): Refusal => ({
    what,
    sent: withType('application/json', body),
    statuses: [status],
    ...(names === undefined ? {} : { names }),
  });
  const form: Refusal = {
    what: 'a form as body',
    sent: withType('application/x-www-form-urlencoded', 'a=b'),
    statuses: [415],
  };
  if (call.body === null) return [form];
  const schema = dereferenced(call.body.schema, resolve);
  const valid = isObject(draft.body) ? draft.body : {};
  const closed = schema['additionalProperties'] === false;
  return [
    form,
    { what: 'a body of plain text', sent: withType('text/plain', JSON.stringify(valid)), statuses: [415] },
    ...(call.body.required ? [{ what: 'no body', sent, statuses: [400] }] : []),
    refuseBody('half a body', '{"a":'),
    refuseBody('an array as body', '[]'),
    refuseBody('a string as body', '"x"'),
    refuseBody('a body with a __proto__ key', '{"__proto__":{"x":1}}'),
    refuseBody('a deeply nested body', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`),
    refuseBody('a body of over a mebibyte', JSON.stringify({ ...valid, filler: 'x'.repeat(1024 * 1024) }), 413),
    ...(closed ? [refuseBody('an unknown field', JSON.stringify({ ...valid, surprise: 1 }), 400, 'surprise')] : []),
    ...wrongFields(valid, schema, problems).map(({ what, body, names }) =>
      refuseBody(what, JSON.stringify(body), 400, names),
    ),
  ];
}

type WrongField = { readonly what: string; readonly body: object; readonly names: string };

function wrongFields(valid: JsonSchema, schema: JsonSchema, problems: ReadDocument['problems']): WrongField[] {
  const required = Array.isArray(schema['required']) ? schema['required'].map(String) : [];
  const missing = required.map((name) => ({
    what: `no ${name}`,
    body: Object.fromEntries(Object.entries(valid).filter(([each]) => each !== name)),
    names: name,
  }));
  const wrong = entries(schema['properties']).flatMap(([name, each]) =>
    [7, 'seven', -1, null, [], {}, [null]]
      .filter((value) => problems(value, each, name).length > 0)
      .map((value) => ({ what: `${name}: ${JSON.stringify(value)}`, body: { ...valid, [name]: value }, names: name })),
  );
  return [...missing, ...wrong];
}

function wrongMethods(draft: Draft): Refusal[] {
  return ['PUT', 'DELETE'].map((method) => ({
    what: method,
    sent: { method, target: sentOf(draft).target },
    statuses: [404, 405],
  }));
}

const dereferenced = (schema: JsonSchema, resolve: ReadDocument['resolve']): JsonSchema =>
  typeof schema['$ref'] === 'string' ? resolve(schema['$ref']) : schema;

const without = (pairs: ReadonlyMap<string, string>, name: string): ReadonlyMap<string, string> =>
  new Map([...pairs].filter(([each]) => each !== name));
