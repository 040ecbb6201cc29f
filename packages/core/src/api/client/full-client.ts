import { operationOf } from '../operations/index.ts';
import { buildClient, type Client, type ClientOptions } from './client.ts';

/**
 * A client with one method per call of the API, grouped by noun. Each method takes its parameters and `{ signal }`. It
 * rejects with a subclass of `TrimtabError`, or with the error of the token provider.
 *
 * @throws AddressError when the base address is invalid
 */
export const createClient = (options: ClientOptions): Client => buildClient(options, operationOf);
