import { type OpenApiDocument, type OpenApiOperation, openApiDocument } from '@trimtab/core/openapi';
import { compactJson } from './compact-json.ts';
import { isSchema, rowsOf, typeText } from './schema-table.ts';

type Call = { readonly method: string; readonly path: string; readonly described: OpenApiOperation };

const callsOf = (document: OpenApiDocument): Call[] =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, described]) => ({ method: method.toUpperCase(), path, described })),
  );

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map(cell).join(' | ')} |`).join('\n');
const cell = (text: string): string => text.replaceAll('|', '\\|');
const json = (value: unknown): string => `\`\`\`json\n${compactJson(value)}\n\`\`\``;
function plain(value: unknown): string {
  if (Array.isArray(value)) return value.map(plain).join(',');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
const anchor = (id: string): string => id.toLowerCase().replaceAll('.', '');

function parameters({ described }: Call): string[] {
  const rows = (described.parameters ?? []).map(({ name, in: where, required, schema, description = '' }) => [
    `\`${name}\``,
    where,
    `${typeText(schema)}${limits(schema)}`,
    required ? 'yes' : 'no',
    description,
  ]);
  return rows.length === 0 ? [] : [table(['Parameter', 'In', 'Type', 'Required', 'Meaning'], rows)];
}

function limits({ minimum, maximum, pattern }: { readonly [key: string]: unknown }): string {
  const from = minimum === undefined ? '' : `, from ${plain(minimum)}`;
  const to = maximum === undefined ? '' : ` to ${plain(maximum)}`;
  return `${from}${to}${pattern === undefined ? '' : `, as in \`${plain(pattern)}\``}`;
}

/** An example request line, with the example values of the parameters. */
function requestLine({ method, path, described }: Call): string {
  const query = new URLSearchParams();
  let filled = path;
  for (const { name, in: where, example } of described.parameters ?? []) {
    if (example === undefined) continue;
    if (where === 'query') query.set(name, plain(example));
    else filled = filled.replace(`{${name}}`, encodeURIComponent(plain(example)));
  }
  const text = query.toString();
  return `${method} ${filled}${text === '' ? '' : `?${text}`}`;
}

function body({ described }: Call): string[] {
  if (described.requestBody === undefined) return [];
  const { schema, example } = described.requestBody.content['application/json'];
  return [`Body${described.requestBody.required ? '' : ' (may be left out)'}: ${typeText(schema)}`, json(example)];
}

const answers = ({ described }: Call): string[] =>
  Object.entries(described.responses).flatMap(([status, response]) => {
    if (status === 'default' || !('description' in response)) return [];
    const content = response.content?.['application/json'];
    if (content === undefined) return [`Answers ${status}: ${lowerFirst(response.description)}`];
    const schema = content.schema ?? {};
    return [`Answers ${status}: ${envelope(schema)}`, json(content.example)];
  });

const lowerFirst = (text: string): string => `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`;

function envelope(schema: { readonly [key: string]: unknown }): string {
  const { properties } = schema;
  const data = isSchema(properties) ? properties['data'] : undefined;
  return isSchema(data) ? `${typeText(data)} as \`data\`` : typeText(schema);
}

const callSection = (call: Call): string =>
  [
    `### ${call.described.operationId}`,
    call.described.summary,
    `\`\`\`http\n${requestLine(call)}\n\`\`\``,
    ...parameters(call),
    ...body(call),
    ...answers(call),
  ].join('\n\n');

function schemaSection([name, schema]: [string, { readonly [key: string]: unknown }]): string {
  const rows = rowsOf(schema);
  const head = `### ${name}`;
  if (rows.length === 0) return `${head}\n\n${typeText(schema)}`;
  const told = rows.some(({ meaning }) => meaning !== '');
  const cells = rows.map(({ field, type, required, meaning }) => [
    `\`${field}\``,
    type,
    required ? 'always' : '',
    ...(told ? [meaning] : []),
  ]);
  return `${head}\n\n${table(['Field', 'Type', 'Present', ...(told ? ['Meaning'] : [])], cells)}`;
}

const failures = table(
  ['Status', 'When'],
  [
    ['400', 'A parameter or the body is invalid; the error names it. Unknown parameters are rejected.'],
    ['401', 'The token is missing or invalid.'],
    ['403', 'The call changes something, and the account does not have the permission `ast:enrol`.'],
    ['404', 'The call, target, artifact, job, connector or metric does not exist.'],
    ['413, 415', 'The body is larger than 1 MiB, or its type is not `application/json`.'],
    ['422', 'An `Idempotency-Key` was already used for a different request.'],
    ['429', 'Too many requests; `Retry-After` is the number of seconds to wait.'],
    [
      '500',
      'The server failed; its log has the reason. Also `failed to get target scale: … not found` if a workload no longer exists.',
    ],
    ['502, 504', 'The cluster or the metrics source failed or timed out.'],
    ['503', 'The server is not available now.'],
  ],
);

/** The API reference as Markdown, generated from the OpenAPI document of the server. */
export function referencePage(): string {
  const document = openApiDocument({ version: '' });
  const calls = callsOf(document);
  const nouns = document.tags.map(({ name }) => name);
  const ofNoun = (noun: string) => calls.filter(({ described }) => described.tags.includes(noun));
  const index = calls.map(({ method, path, described }) => [
    `[${described.operationId}](#${anchor(described.operationId)})`,
    `\`${method} ${path}\``,
    described.summary,
  ]);
  return `${[
    '<!-- Generated by `node scripts/generate-reference.ts` from packages/core/src/api. Do not edit. -->',
    '# API reference',
    document.info.description,
    'The same as an OpenAPI document: `GET /v1/openapi.json`. If the server requires sign-in, every call needs a bearer token, except the two health checks. A time window includes its `start` and excludes its `end`.',
    table(['Call', 'Address', 'What it does'], index),
    '## Failures',
    'Every failed call returns `{ "errors": [ … ] }`. The first error describes what happened and what to do. `x-request-id` identifies the request in the log.',
    failures,
    ...nouns.flatMap((noun) => [`## ${noun}`, ...ofNoun(noun).map(callSection)]),
    '## Schemas',
    'The server ignores fields that are not in a table.',
    ...Object.entries(document.components.schemas).map(schemaSection),
  ].join('\n\n')}\n`;
}
