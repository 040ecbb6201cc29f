import type { ExpectedSuggestion } from './figures.ts';

type Amount = { readonly resource: string; readonly value: number };
type Advised = {
  readonly name: string;
  readonly error?: string;
  readonly suggestion?: {
    readonly suggestedReplicas: number | null;
    readonly resourceRecommendations: readonly {
      readonly container: string;
      readonly recommendations: readonly Amount[];
    }[];
  };
};

/**
 * Repeats a request after a 504, which a busy machine can cause, and after a closed connection. Computing the expected
 * numbers blocks this process for seconds, in which the server may close an idle connection.
 */
async function request(url: string, method = 'GET'): Promise<Response> {
  const send = () => fetch(url, { method }).catch(() => fetch(url, { method }));
  let response = await send();
  for (let repeat = 0; repeat < 10 && response.status === 504; repeat += 1) response = await send();
  return response;
}

const amountOf = (amounts: readonly Amount[], resource: string): number =>
  amounts.find((one) => one.resource === resource)?.value ?? Number.NaN;

async function bulk(serverUrl: string, namespace: string): Promise<readonly Advised[]> {
  const response = await request(`${serverUrl}/v1/ast/${namespace}/suggestions/bulk`, 'POST');
  if (!response.ok) throw new Error(`Suggestions of ${namespace}: ${response.status} ${await response.text()}`);
  const { items }: { items: readonly Advised[] } = await response.json();
  return items;
}

/** The current suggestions for the targets of a namespace, by name. Targets without a suggestion are left out. */
export async function advisedIn(serverUrl: string, namespace: string): Promise<Map<string, ExpectedSuggestion>> {
  let items = await bulk(serverUrl, namespace);
  // On a slow machine one call computes only some of the suggestions. The next call continues with the others.
  while (items.some(({ error = '' }) => error.startsWith('There was no time left'))) {
    items = await bulk(serverUrl, namespace);
  }
  return new Map(
    items.flatMap(({ name, suggestion }) => {
      if (suggestion === undefined) return [];
      const containers = suggestion.resourceRecommendations.map(
        ({ container, recommendations }) =>
          [container, { cpu: amountOf(recommendations, 'cpu'), memory: amountOf(recommendations, 'memory') }] as const,
      );
      return [[name, { containers: new Map(containers), replicas: suggestion.suggestedReplicas }] as const];
    }),
  );
}

export type ExplainedRequest = {
  readonly container: string;
  readonly resource: 'cpu' | 'memory';
  readonly value: number;
  readonly computed: number;
  readonly rule: { readonly statistic: string; readonly statisticValue: number; readonly multiplier: number } | null;
  readonly ceiling: number | null;
  readonly clamp: string | null;
  readonly adjusted?: { readonly ruled: number } | null;
};

/** The explanation of the requests that are suggested for a target. */
export async function explainedRequests(
  serverUrl: string,
  namespace: string,
  name: string,
): Promise<readonly ExplainedRequest[]> {
  const response = await request(`${serverUrl}/v1/ast/${namespace}/${name}/explain`);
  if (!response.ok) return [];
  const { requests }: { requests: readonly ExplainedRequest[] } = await response.json();
  return requests;
}
