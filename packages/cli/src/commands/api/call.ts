import { exitCode } from '../../exit-code.ts';
import { UsageError } from '../../failure.ts';
import { writeData } from '../../output/present.ts';
import { defineCommand } from '../define.ts';
import { option } from '../options.ts';
import { apiPath, type Field, textField, typedField, withQuery } from './fields.ts';

const methodList = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

async function bodyFrom(file: string): Promise<string> {
  const { readInput } = await import('./input.ts');
  return readInput(file);
}

export const apiCall = defineCommand<{ field?: Field[]; typedField?: Field[]; input?: string }>({
  name: 'api',
  summary: 'send any request to the API',
  description:
    'Sends one request and prints the response as JSON or YAML. Fields become the query of a GET and the JSON body of any ' +
    'other method. Writes are sent without a question.',
  arguments: [
    { name: '<method>', description: 'GET, POST, PUT, PATCH or DELETE (default: GET)', choices: methodList },
    { name: '[path]', description: 'the path, such as /v1/ast' },
  ],
  options: [
    option('-f, --field <name=value>', 'a text field; can be repeated').argParser(textField),
    option('-F, --typed-field <name=json>', 'a JSON field, such as a number or a list; can be repeated').argParser(
      typedField,
    ),
    option('--input <file>', 'read the body from a file, or from stdin with -'),
  ],
  examples: {
    'trimtab api GET /v1/ast -f limit=10': 'the first ten targets',
    "trimtab api POST '/v1/ast/candidates/storefront?dryrun=true'": 'the workloads that can be enrolled',
  },
  exitCodes: [exitCode.ok, exitCode.usage, exitCode.api, exitCode.denied, exitCode.interrupted],
  run: async (context, options, [first = '', second]) => {
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
    const path = withQuery(apiPath(target), method === 'GET' ? fields : []);
    const fieldBody = method === 'GET' || fields.length === 0 ? null : JSON.stringify(Object.fromEntries(fields));
    const body = options.input === undefined ? fieldBody : await bodyFrom(options.input);
    const { callApi } = await import('../../services/api-call.ts');
    const data = await callApi(context, { method, path, body });
    if (data !== undefined) await writeData(context, data);
  },
});
