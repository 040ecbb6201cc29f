import type { Kpi, TargetListItem } from '@trimtab/core';

/** A row of the target table. The fields that a test leaves out get defaults. */
export type Row = Pick<TargetListItem, 'name'> & Partial<TargetListItem>;
export type NamespaceScript = { autonomous?: readonly Row[]; recommendation?: readonly Row[]; kpis?: readonly Kpi[] };

export type HomeApi = {
  fetch: (url: string, init: { signal: AbortSignal }) => Promise<Response>;
  /** Path and query of every request, in order. */
  requests: string[];
  /** Requests whose URL contains the text fail with this status until `heal`. */
  fail: (text: string, status?: number) => void;
  heal: () => void;
  /** Requests whose URL contains the text wait until the returned function is called. */
  hold: (text: string) => () => void;
};

/** Answers the calls of the home page for the given namespaces, sorted and paged like the real server. */
export function homeApi(namespaces: Record<string, NamespaceScript>, kpis: readonly Kpi[] = []): HomeApi {
  const requests: string[] = [];
  let failure: { text: string; status: number } | null = null;
  let onHold: { text: string; released: Promise<void> } | null = null;

  const answer = (url: URL): object => {
    const [, noun, first, second, last] = url.pathname.slice(1).split('/').map(decodeURIComponent);
    if (noun === 'ast') return { items: specs(namespaces) };
    if (first === 'kpis') return { data: { items: kpis } };
    const section = namespaces[second ?? ''];
    if (last === 'kpis') return { data: { items: section?.kpis ?? [] } };
    const managed = url.searchParams.get('managed') === 'true';
    const rows = ((managed ? section?.autonomous : section?.recommendation) ?? []).map((row) =>
      complete(row, second ?? '', managed),
    );
    const offset = Number(url.searchParams.get('offset'));
    return { data: { items: sorted(rows, url.searchParams.get('sort')).slice(offset, offset + 20) } };
  };

  return {
    requests,
    fail: (text, status = 500) => {
      failure = { text, status };
    },
    heal: () => {
      failure = null;
    },
    hold: (text) => {
      let release: (() => void) | undefined;
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      onHold = { text, released };
      return () => {
        onHold = null;
        release?.();
      };
    },
    fetch: async (address, { signal }) => {
      const url = new URL(address, 'http://api.test');
      const request = `${url.pathname}${url.search}`;
      requests.push(request);
      if (onHold && request.includes(onHold.text)) await onHold.released;
      signal.throwIfAborted();
      if (failure && request.includes(failure.text))
        return Response.json({ errors: ['the source is down'] }, { status: failure.status });
      // The explanations of figures, which other vendors' servers may not have.
      if (url.pathname.startsWith('/v1/ast/')) return Response.json({ errors: ['no such call'] }, { status: 404 });
      return Response.json(answer(url));
    },
  };
}

function specs(namespaces: Record<string, NamespaceScript>) {
  return Object.entries(namespaces).flatMap(([namespace, { autonomous = [], recommendation = [] }]) => [
    ...autonomous.map(({ name }) => ({ namespace, name, spec: { vertical: { mode: 'auto' } } })),
    ...recommendation.map(({ name }) => ({ namespace, name, spec: { vertical: { mode: 'recommend' } } })),
  ]);
}

function complete(row: Row, namespace: string, managed: boolean): object {
  return {
    namespace,
    mode: managed ? 'Autonomous' : 'Recommendation',
    status: { severity: 'low', label: 'Healthy' },
    scaling: 'vertical',
    recommendation: { type: 'noChange', label: 'No change' },
    ...row,
  };
}

function sorted(rows: object[], sort: string | null): object[] {
  const sign = sort?.startsWith('-') ? -1 : 1;
  const field = { cost: 'hourly_waste_savings', mode: 'scaling' }[sort?.slice(1) ?? ''] ?? 'name';
  const value = (row: object) => Reflect.get(row, field) ?? 0;
  return rows.toSorted((a, b) => (value(a) < value(b) ? -sign : sign));
}
