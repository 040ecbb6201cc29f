import { randomUUID } from 'node:crypto';

type Name = { readonly namespace: string; readonly name: string };

type Clients = {
  readonly url: string;
  /** Each of them is enrolled by one client. */
  readonly workloads: readonly Name[];
  readonly clients: number;
  readonly signal: AbortSignal;
};

type Outcome = {
  readonly enrolled: ReadonlySet<string>;
  /** Calls that were answered with 2xx, and all others: those that met a dead replica or no database. */
  readonly answered: number;
  readonly failed: number;
  /** What no failure explains, as sentences. */
  readonly wrong: readonly string[];
};

const lists = [
  '/v1/ast?limit=50',
  '/v1/views/asts?limit=50&view=all',
  '/v1/ast/potential-savings/average?limit=20',
  '/v1/views/changes?limit=20',
];
/** What a client may see while a replica is dead or the database restarts. */
const expectedFailures = new Set([429, 502, 503, 504]);

/**
 * Clients that read, walk through lists and enroll, each call on any replica, until all workloads are enrolled and the
 * signal aborts. Now and then they enroll a target again, which must change nothing.
 */
export async function runClients({ url, workloads, clients, signal }: Clients): Promise<Outcome> {
  const left = [...workloads];
  const enrolled = new Set<string>();
  const wrong: string[] = [];
  const calls = { answered: 0, failed: 0 };
  const ask = async (path: string, init?: RequestInit): Promise<Record<string, unknown> | null> => {
    try {
      const response = await fetch(`${url}${path}`, { ...init, signal: AbortSignal.timeout(240_000) });
      const body: unknown = await response.json();
      if (response.ok && typeof body === 'object' && body !== null) {
        calls.answered += 1;
        return { ...body };
      }
      if (!expectedFailures.has(response.status)) wrong.push(`${path} answered ${response.status}.`);
    } catch {
      // The connection broke, or the answer of the proxy has no body.
    }
    calls.failed += 1;
    return null;
  };
  /** Repeats an enrollment with one key until it is answered. */
  const enroll = async ({ namespace, name }: Name): Promise<void> => {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify({ workloads: [name] }),
    };
    for (;;) {
      const answer = await ask(`/v1/ast/candidates/${namespace}?dryrun=false`, init);
      const text = JSON.stringify(answer);
      if (answer !== null && /"result":"(created|exists)"/.test(text)) break;
      // Prometheus may be asked by a replica that has just started.
      if (answer !== null) wrong.push(`The enrollment of ${namespace}/${name} was answered with ${text}.`);
      if (answer !== null) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    enrolled.add(`${namespace}/${name}`);
    const list = await ask(`/v1/ast/${namespace}`);
    if (list !== null && !namesOf(list).includes(`${namespace}/${name}`)) {
      wrong.push(`${namespace}/${name} was enrolled, but not in the next list.`);
    }
  };
  const enrolledAgain = (turn: number): Name | undefined =>
    turn % 5 === 0 ? workloads[turn % workloads.length] : undefined;
  /** The pages of one list, which different replicas answer. */
  const walk = async (agent: string): Promise<void> => {
    const seen: string[] = [];
    for (let offset = 0, total = 1; offset < total; offset += 7) {
      const page = await ask(`/v1/ast?limit=7&offset=${offset}`, { headers: { 'user-agent': agent } });
      if (page === null) return;
      seen.push(...namesOf(page));
      total = Number(page['total']);
    }
    if (new Set(seen).size !== seen.length) wrong.push('A walk through a list showed a target twice.');
  };
  await Promise.all(
    Array.from({ length: clients }, async (_, index) => {
      for (let turn = index; !signal.aborted || left.length > 0; turn += 1) {
        const next = turn % 3 === 0 ? (left.pop() ?? enrolledAgain(turn)) : undefined;
        if (next !== undefined) await enroll(next);
        else if (turn % 5 === 1) await walk(`client-${index}`);
        else await ask(lists[turn % lists.length] ?? '');
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }),
  );
  return { enrolled, wrong, ...calls };
}

/** The targets in the body of a list. */
export function namesOf(body: Record<string, unknown>): readonly string[] {
  const items: unknown = body['items'];
  if (!Array.isArray(items)) return [];
  return items.map((item: Name) => `${item.namespace}/${item.name}`);
}
