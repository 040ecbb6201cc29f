import type { Candidates, Client } from '@trimtab/core';

type NamespaceAnswer = { readonly namespace: string; readonly answer: Pick<Candidates, 'items' | 'name'> };

/**
 * What `candidates` and `enroll` print as JSON: for one namespace the answer of the API, otherwise the items of all
 * namespaces, each with the name of its namespace.
 */
export function candidatesData(answers: readonly NamespaceAnswer[], isOne: boolean): unknown {
  if (isOne) return answers[0]?.answer;
  return { items: answers.flatMap(({ namespace, answer }) => answer.items.map((item) => ({ namespace, ...item }))) };
}

/** The workloads that can be enrolled in a namespace. */
export async function listCandidates(client: Client, { namespace }: { namespace: string }): Promise<Candidates> {
  const candidates = await client.targets.candidates({ namespace });
  if (candidates.items.length === 0) {
    const { refuseUnknownNamespace } = await import('./unknown-namespace.ts');
    await refuseUnknownNamespace(client, namespace);
  }
  return candidates;
}
