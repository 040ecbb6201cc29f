import type { ExpectedSuggestion } from './figures.ts';

type Amount = { readonly resource: string; readonly value: number };
type Advised = {
  readonly name: string;
  readonly suggestion?: {
    readonly suggestedReplicas: number | null;
    readonly resourceRecommendations: readonly {
      readonly container: string;
      readonly recommendations: readonly Amount[];
    }[];
  };
};

/** Reckoning from raw samples holds up this process for seconds; a kept connection may have been ended meanwhile. */
const ask = async (url: string, method = 'GET'): Promise<Response> =>
  fetch(url, { method }).catch(() => fetch(url, { method }));

const amountOf = (amounts: readonly Amount[], resource: string): number =>
  amounts.find((one) => one.resource === resource)?.value ?? Number.NaN;

/** What the server advises the targets of a namespace now, by name; a target without a suggestion is left out. */
export async function advisedIn(serverUrl: string, namespace: string): Promise<Map<string, ExpectedSuggestion>> {
  const response = await ask(`${serverUrl}/v1/ast/${namespace}/suggestions/bulk`, 'POST');
  if (!response.ok) throw new Error(`Suggestions of ${namespace}: ${response.status} ${await response.text()}`);
  const { items }: { items: readonly Advised[] } = await response.json();
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
  readonly base: string;
  readonly baseValue: number;
  readonly multiplier: number;
  readonly ceiling: number | null;
  readonly clamp: string | null;
};

/** What the requests that a target is advised were made of. */
export async function explainedRequests(
  serverUrl: string,
  namespace: string,
  name: string,
): Promise<readonly ExplainedRequest[]> {
  const response = await ask(`${serverUrl}/v1/ast/${namespace}/${name}/explain`);
  if (!response.ok) return [];
  const { requests }: { requests: readonly ExplainedRequest[] } = await response.json();
  return requests;
}
