import { dayMs, formatMoneyShort, hoursPerYear, type Insight, isRecord, yearlyFigure } from '@trimtab/core';
import { digest } from '../../hex.ts';
import { iso } from '../../iso.ts';
import type { Clock, InsightStore, RequestContext } from '../../ports/index.ts';
import { createTimeSlices } from '../event-loop/time-slices.ts';
import type { Lists, Snapshot } from '../targets/snapshot.ts';
import type { ListRow } from '../targets/target-row.ts';

/** The scope of an insight: all targets, a namespace, or one target. */
type InsightScope = { readonly namespace?: string; readonly name?: string };
type InsightRequest = { readonly type: 'savings' } & InsightScope & Readonly<Record<string, unknown>>;

const storedInsights = 1_000;
const activeForMs = 30 * dayMs;
const mostTargets = 100;
/** In dollars per hour, about $1 a year. Smaller savings are not worth an action. */
const worthActing = 1 / hoursPerYear;

export function createInsights(store: InsightStore, lists: Lists, clock: Clock) {
  return {
    /** Null if the named target does not exist. A repetition with the same Idempotency-Key (`key`) stores nothing. */
    async record(request: InsightRequest, context: RequestContext, key: string | null): Promise<Insight | null> {
      const snapshot = await lists.current(context);
      const rows = await rowsOf(snapshot, request);
      if (request.name !== undefined && rows.length === 0) return null;
      const body = JSON.stringify(request);
      // Depends only on caller, key and request, so that a repetition gets the same id.
      const wanted = key === null ? crypto.randomUUID() : (await digest([context.principal, key, body])).slice(0, 32);
      const { id, createdAt } = await store.add({ id: wanted, createdAt: clock.now(), body }, storedInsights);
      return { ...request, id, created: iso(createdAt), ...savings(rows) };
    },
    /** The current savings: the stored insights that still apply, then the targets with the most waste. */
    async active(context: RequestContext): Promise<readonly Insight[]> {
      const snapshot = await lists.current(context);
      const recorded: Insight[] = [];
      const ofScopes = new Map<string, ReturnType<typeof savings>>();
      const yieldIfDue = createTimeSlices();
      for (const { id, createdAt, body } of await store.list()) {
        if (clock.now() - createdAt > activeForMs) continue;
        const request = readRequest(body);
        const scope = JSON.stringify([request.namespace, request.name]);
        const found = ofScopes.get(scope) ?? savings(await rowsOf(snapshot, request));
        ofScopes.set(scope, found);
        await yieldIfDue();
        if (!(found.hourly_savings !== null && found.hourly_savings >= worthActing)) continue;
        recorded.push({ ...request, id, created: iso(createdAt), ...found });
      }
      return [...recorded, ...computed(await snapshot.all(), snapshot.end)];
    },
  };
}

/** The targets in recommendation mode that waste something, most wasteful first. */
function computed(rows: readonly ListRow[], end: number): readonly Insight[] {
  return rows
    .filter((row) => wasteOf(row) >= worthActing && row.recommendation.type !== 'noChange')
    .toSorted((a, b) => wasteOf(b) - wasteOf(a))
    .slice(0, mostTargets)
    .map((row) => ({
      // The id of a target's insight is the same in every response.
      id: `savings.${row.record.namespace}.${row.record.name}`,
      type: 'savings',
      created: iso(end),
      namespace: row.record.namespace,
      name: row.record.name,
      ...savings([row]),
    }));
}

const wasteOf = ({ mode, netHourlySavings }: ListRow): number =>
  mode === 'Recommendation' ? (netHourlySavings ?? 0) : 0;

async function rowsOf(snapshot: Snapshot<ListRow>, { namespace, name }: InsightScope): Promise<readonly ListRow[]> {
  const rows = namespace === undefined ? await snapshot.all() : snapshot.inNamespace(namespace);
  return name === undefined ? rows : rows.filter(({ record }) => record.name === name);
}

/** Sums like the KPI for yearly waste: one target's shortage does not reduce another target's waste. */
function savings(rows: readonly ListRow[]) {
  const advised = rows.filter(({ mode, netHourlySavings }) => mode === 'Recommendation' && netHourlySavings !== null);
  const wasting = advised.filter((row) => wasteOf(row) > 0);
  const hourly = advised.length === 0 ? null : wasting.reduce((sum, row) => sum + wasteOf(row), 0);
  return {
    targets: wasting.length,
    hourly_savings: hourly,
    yearly_savings: yearlyFigure(hourly),
    message: sentence(wasting.length, yearlyFigure(hourly)),
  };
}

function sentence(targets: number, yearly: number | null): string {
  if (yearly === null) return 'Savings are not known yet: there is no suggestion for any of these targets.';
  if (targets === 0) return 'There is nothing to save: no target requests more than is suggested.';
  return targets === 1
    ? `Following the suggestion saves ${formatMoneyShort(yearly)} a year.`
    : `Following the suggestions for ${targets} targets saves ${formatMoneyShort(yearly)} a year.`;
}

function readRequest(body: string): InsightRequest {
  const read: unknown = JSON.parse(body);
  const fields = isRecord(read) ? read : {};
  const text = (key: string) => (typeof fields[key] === 'string' ? { [key]: fields[key] } : {});
  return { ...fields, ...text('namespace'), ...text('name'), type: 'savings' };
}
