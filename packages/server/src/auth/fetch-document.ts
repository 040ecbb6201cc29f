import { readText } from '../read-text.ts';

/** Much larger than any discovery document or key set. */
const maximumBytes = 512 * 1024;

/** Fetches a JSON document of the identity provider. A redirect is an error, because only the address itself is trusted. */
export async function fetchDocument(get: typeof fetch, url: string, signal: AbortSignal): Promise<unknown> {
  const response = await get(url, { headers: { accept: 'application/json' }, redirect: 'error', signal });
  if (response.status !== 200 || response.body === null) {
    await response.body?.cancel();
    throw new Error(`${url} answered ${response.status}.`);
  }
  const tooLarge = () => new Error(`${url} answered more than ${maximumBytes} bytes.`);
  const text = await readText(response.body.getReader(), maximumBytes, tooLarge);
  return JSON.parse(text);
}
