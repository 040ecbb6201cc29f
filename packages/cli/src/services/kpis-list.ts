import type { Client } from '@trimtab/core';

export async function listKpis(
  client: Client,
  { namespace, clusters }: { namespace: string | null; clusters?: readonly string[] | undefined },
) {
  if (namespace === null) return client.views.kpis(clusters === undefined ? {} : { clusters });
  const kpis = await client.views.namespaceKpis({ namespace });
  const isEmpty = kpis.items.some(({ id, value }) => id === 'targets' && value === 0);
  if (isEmpty) {
    const { refuseUnknownNamespace } = await import('./unknown-namespace.ts');
    await refuseUnknownNamespace(client, namespace);
  }
  return kpis;
}

/** The sums of key figures of namespaces; null for the whole cluster. An unknown figure makes its sum unknown. */
export async function sumKpis(
  client: Client,
  { namespaces, ...wanted }: { namespaces: readonly string[] | null; clusters?: readonly string[] | undefined },
) {
  const read = (namespace: string | null) => listKpis(client, { namespace, ...wanted });
  const answers = await Promise.all((namespaces ?? [null]).map(read));
  const items = (answers[0]?.items ?? []).map((kpi) => {
    const ones = answers.map((answer) => answer.items.find(({ id }) => id === kpi.id));
    const value = ones.reduce<number | null>(
      (sum, one) => (sum === null || one === undefined || one.value === null ? null : sum + one.value),
      0,
    );
    const tooltip = [...new Set(ones.flatMap((one) => one?.tooltip ?? []))].join(' ');
    return { ...kpi, value, ...(tooltip === '' ? {} : { tooltip }) };
  });
  return {
    items,
    computing: answers.some(({ computing }) => computing === true),
    reading: answers[0]?.reading,
    incomplete: [...new Set(answers.flatMap(({ incomplete = [] }) => incomplete))],
  };
}
