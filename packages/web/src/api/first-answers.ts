declare global {
  /** The answers that public/first-calls.js has requested, by path; undefined if it was not loaded. */
  var trimtabFirstAnswers: Map<string, Promise<Response>> | undefined;
  /** Resolves when the calls of the first sections have been sent, or are left to the client. */
  var trimtabFirstSections: Promise<void> | undefined;
}

/** In an older page the answers may be out of date. */
const isYoung = () => performance.now() < 10_000;

/** An answer that nobody reads would hold one of the browser's few connections. */
function dropAnswers() {
  const answers = globalThis.trimtabFirstAnswers;
  for (const answer of answers?.values() ?? []) answer.then(({ body }) => body?.cancel()).catch(() => {});
  answers?.clear();
}

/**
 * A `fetch` that uses the answers that public/first-calls.js has requested while the page was loading. Each is used once:
 * a later call, for example a retry, is sent. After a write none is used.
 */
export function withFirstAnswers(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  const take: typeof globalThis.fetch = (input, init) => {
    const answers = globalThis.trimtabFirstAnswers;
    if (init?.method !== 'GET' || !isYoung()) dropAnswers();
    const answer = typeof input === 'string' ? answers?.get(input) : undefined;
    if (answer === undefined || typeof input !== 'string') return fetch(input, init);
    answers?.delete(input);
    return answer;
  };
  // A page restored from the last visit shows the first sections at once, but the script sends their calls only after it
  // has the list. These calls wait for the script, so that none is sent twice.
  return (input, init) => {
    const isOfSection = typeof input === 'string' && input.startsWith('/v1/views/namespaces/');
    const sections = isOfSection && isYoung() ? globalThis.trimtabFirstSections : undefined;
    return sections === undefined ? take(input, init) : sections.then(() => take(input, init));
  };
}
