/** Far above the size of any discovery document or key set. */
const maximumBytes = 512 * 1024;

/** Fetches a JSON document of the identity provider. A redirect is an error, because only the address itself is trusted. */
export async function fetchDocument(get: typeof fetch, url: string, signal: AbortSignal): Promise<unknown> {
  const response = await get(url, { headers: { accept: 'application/json' }, redirect: 'error', signal });
  if (response.status !== 200 || response.body === null) {
    await response.body?.cancel();
    throw new Error(`${url} answered ${response.status}.`);
  }
  const decoder = new TextDecoder();
  const reader = response.body.getReader();
  let [text, size] = ['', 0];
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.byteLength;
    if (size > maximumBytes) {
      await reader.cancel();
      throw new Error(`${url} answered more than ${maximumBytes} bytes.`);
    }
    text += decoder.decode(next.value, { stream: true });
  }
  return JSON.parse(text + decoder.decode());
}
