import type { FetchResponse } from '@trimtab/core';
import type { Context } from '../../context.ts';
import { exitCode } from '../../exit-code.ts';
import { CliError, UsageError } from '../../failure.ts';
import { writeData } from '../../output/present.ts';
import type { ApiRequest } from '../../services/api-call.ts';
import { defineCommand } from '../define.ts';
import { option } from '../options.ts';
import { apiPath, type Field, header, textField, typedField, withQuery } from './fields.ts';

const methodList = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

type ApiOptions = {
  field?: Field[];
  typedField?: Field[];
  input?: string;
  header?: Record<string, string>;
  include?: boolean;
  paginate?: boolean;
};

async function requestOf(options: ApiOptions, [first = '', second]: readonly string[]): Promise<ApiRequest> {
  const [verb, target] = second === undefined ? ['GET', first] : [first, second];
  const method = verb.toUpperCase();
  if (!methodList.includes(method))
    throw new UsageError(`${verb} is not an HTTP method of this API.`, `The methods are ${methodList.join(', ')}.`);
  const fields = [...(options.field ?? []), ...(options.typedField ?? [])];
  if (options.input !== undefined && fields.length > 0 && method !== 'GET') {
    throw new UsageError('Fields and --input cannot be combined.', 'Put the fields into the input.');
  }
  if (options.input !== undefined && method === 'GET')
    throw new UsageError('A GET request has no body.', 'Remove --input.');
  if (options.paginate === true && method !== 'GET')
    throw new UsageError('--paginate works only with GET.', 'Remove --paginate.');
  if (options.paginate === true && options.include === true) {
    throw new UsageError('--include and --paginate cannot be combined.', 'Each page has its own headers.');
  }
  const path = withQuery(apiPath(target), method === 'GET' ? fields : []);
  const fieldBody = method === 'GET' || fields.length === 0 ? null : JSON.stringify(Object.fromEntries(fields));
  return {
    method,
    path,
    body: options.input === undefined ? fieldBody : await bodyFrom(options.input),
    headers: options.header ?? {},
  };
}

async function bodyFrom(file: string): Promise<string> {
  const { readInput } = await import('./input.ts');
  return readInput(file);
}

async function writeHead({ stdout }: Context, { status, headers }: FetchResponse): Promise<void> {
  const { STATUS_CODES } = await import('node:http');
  const lines = Array.from(headers.entries?.() ?? [], ([name, value]) => `${name}: ${value}\n`);
  await stdout.text(`${`HTTP ${status} ${STATUS_CODES[status] ?? ''}`.trimEnd()}\n${lines.join('')}\n`);
}

async function writeFile({ stdout }: Context, type: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  if (stdout.isTerminal) {
    throw new UsageError(`The response is ${type}, which cannot be printed on a terminal.`, 'Use a pipe, or > FILE.');
  }
  for await (const chunk of chunks) await stdout.bytes(chunk);
}

export const apiCall = defineCommand<ApiOptions>({
  name: 'api',
  summary: 'send any request to the API',
  description:
    'Sends one request and prints the response. Fields become the query of a GET, else the JSON body. Writes are sent ' +
    'without a question.',
  arguments: [
    { name: '<method>', description: 'GET, POST, PUT, PATCH or DELETE (default: GET)', choices: methodList },
    { name: '[path]', description: 'the path, such as /v1/ast' },
  ],
  options: [
    option('-f, --field <name=value>', 'a text field; can be repeated').argParser(textField),
    option('-F, --typed-field <name=json>', 'a field such as 3 or ["cart"]; can be repeated').argParser(typedField),
    option('--input <file>', 'read the body from a file, or from stdin with -'),
    option('-H, --header <name:value>', 'an additional header; can be repeated').argParser(header),
    option('-i, --include', 'print the status and headers first'),
    option('--paginate', 'read all pages of a list'),
  ],
  examples: {
    'trimtab api /v1/ast --paginate': 'all targets',
    "trimtab api POST '/v1/ast/candidates/storefront?dryrun=true'": 'the workloads that can be enrolled',
  },
  exitCodes: [exitCode.ok, exitCode.usage, exitCode.api, exitCode.denied, exitCode.partial, exitCode.interrupted],
  run: async (context, options, words) => {
    const request = await requestOf(options, words);
    if (options.paginate === true) {
      const { readPages } = await import('../../services/api-pages.ts');
      const { data, incomplete } = await readPages(context, request);
      await writeData(context, data);
      if (incomplete !== null) throw new CliError(incomplete, exitCode.partial, 'Run the command again.');
      return;
    }
    const { callApi } = await import('../../services/api-call.ts');
    const content = await callApi(
      context,
      request,
      options.include === true ? (answer) => writeHead(context, answer) : undefined,
    );
    if (content.kind === 'data') await writeData(context, content.data);
    if (content.kind === 'text') await context.stdout.text(content.text);
    if (content.kind === 'file') await writeFile(context, content.type, content.chunks);
  },
});
