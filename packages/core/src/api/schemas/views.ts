import * as z from './lazy.ts';
import { dictionary, ifValid, listOf, measure, optionalText } from './measure.ts';

/** Labels of the KPIs, in display order. To add a KPI, start here. */
export const kpiLabels = {
  targets: 'Targets',
  overprovisioned: 'Overprovisioned',
  underprovisioned: 'Underprovisioned',
  warnings: 'Warnings',
  recommendation: 'Recommendation',
  yearly_waste: 'Yearly Waste',
  autonomous: 'Autonomous',
  yearly_savings: 'Yearly Savings',
} as const;
export type KpiId = keyof typeof kpiLabels;
const isKpiId = (id: string): id is KpiId => Object.hasOwn(kpiLabels, id);
export const kpiIds: readonly KpiId[] = Object.keys(kpiLabels).filter(isKpiId);

export const kpiSchema = z.object({
  id: z.string(),
  label: optionalText,
  value: measure,
  tooltip: optionalText,
  icon: optionalText,
  unit: optionalText,
});
export type Kpi = z.output<typeof kpiSchema>;
/** Extension of our server: true while some figures are still being computed. */
const computing = ifValid(z.boolean());

/** Extension of our server: sentences that name the incomplete figures. Absent when all are complete. */
const incomplete = ifValid(z.array(z.string()));

export const readingSchema = z.object({ targets: z.number(), read: z.number(), minutes_left: z.nullable(z.number()) });
export type Reading = z.output<typeof readingSchema>;
/** Extension of our server, only for all targets: the progress of the first reading of past usage. */
const reading = ifValid(readingSchema);

export const kpiListSchema = z.extend(listOf(kpiSchema), { computing, incomplete, reading });

export const severities = ['low', 'medium', 'high'] as const;
export type Severity = (typeof severities)[number];

export const recommendationTypes = ['noChange', 'error', 'noSuggestions', 'upDelta', 'downDelta'] as const;
export type RecommendationType = (typeof recommendationTypes)[number];

/** Null: unknown or missing. */
const severity = z.catch(
  z.pipe(
    z.enum(severities),
    z.transform((sent: Severity): Severity | null => sent),
  ),
  null,
);

/** `isUnrated`: the server sent no severity of these, so that 'low' does not mean that all is well. */
type Status = { severity: Severity; label: string; tooltip?: string | undefined; isUnrated?: true };
const unrated = { severity: 'low', isUnrated: true } as const;

const status = z.pipe(
  z.object({ severity, label: z.string(), tooltip: optionalText }),
  z.transform(
    ({ severity: sent, ...rest }): Status => ({ ...rest, ...(sent === null ? unrated : { severity: sent }) }),
  ),
);
const recommendation = z.object({
  type: z.catch(z.enum(recommendationTypes), 'error'),
  label: z.catch(z.string(), ''),
  /** The reason why there is no suggestion. */
  tooltip: optionalText,
});

/** A row of GET /v1/views/namespaces/{ns}/asts. Utilization is a fraction, cost is in dollars an hour. */
export const targetListItemSchema = z.object({
  name: z.string(),
  namespace: z.string(),
  mode: z.string(),
  status: z.catch(status, () => ({ ...unrated, label: '' })),
  cpu_utilization: z.optional(measure),
  memory_utilization: z.optional(measure),
  scaling: z.catch(z.string(), ''),
  recommendation: z.catch(recommendation, () => ({ type: 'noSuggestions' as const, label: '' })),
  hourly_waste_savings: z.optional(measure),
  /** Extension of our server: what applying all suggestions together saves, in dollars an hour. */
  net_hourly_savings: z.optional(measure),
  /** Extension of our server: the part of the last 24 hours that was observed. */
  observed: z.optional(measure),
});
export type TargetListItem = z.output<typeof targetListItemSchema>;
export const targetListItemsSchema = z.extend(listOf(targetListItemSchema), { computing });

/** The sort fields of the targets of a namespace. */
export const sortFields = ['name', 'mode', 'cost'] as const;
export type SortField = (typeof sortFields)[number];

/** The tabs of the list of all targets. */
export const targetViews = ['at-risk', 'savings', 'attention', 'all'] as const;
export type TargetView = (typeof targetViews)[number];

export const clusterTargetSortFields = [
  'name',
  'namespace',
  'kind',
  'status',
  'cpu',
  'memory',
  'oom_kills',
  'restarts',
  'change',
  'net',
  'mode',
  'last_change',
] as const;
export type ClusterTargetSortField = (typeof clusterTargetSortFields)[number];

/** The KPIs by which the list of all targets can be filtered. */
export const targetRisks = ['overprovisioned', 'underprovisioned', 'warnings'] as const;

const changeOf = ifValid(z.object({ before: measure, after: measure }));
const targetChange = z.object({ cpu: changeOf, memory: changeOf, replicas: changeOf });
/** The suggested change. CPU in cores and memory in bytes, as the sums over the containers of one pod. */
export type TargetChange = z.output<typeof targetChange>;

/** A row of GET /v1/views/asts, an extension of our server. */
export const clusterTargetSchema = z.extend(targetListItemSchema, {
  kind: z.catch(z.string(), ''),
  oom_kills: measure,
  restarts: measure,
  change: z.catch(z.nullable(targetChange), null),
  hourly_cost: measure,
  last_change: z.catch(z.nullable(z.string()), null),
  /** Absent when unknown. */
  labels: ifValid(dictionary(z.string())),
});
export type ClusterTarget = z.output<typeof clusterTargetSchema>;

const targetCounts = z.object({ at_risk: measure, savings: measure, attention: measure, all: measure });
const targetTotals = z.object({
  hourly_cost: measure,
  net_hourly_savings: measure,
  computed: measure,
  targets: measure,
});
const noCounts = () => ({ at_risk: null, savings: null, attention: null, all: null });
const noTotals = () => ({ hourly_cost: null, net_hourly_savings: null, computed: null, targets: null });

export const clusterTargetsSchema = z.extend(listOf(clusterTargetSchema), {
  /** How many targets each tab has with these filters. */
  counts: z.catch(targetCounts, noCounts),
  /** Sums over the whole filtered list. */
  totals: z.catch(targetTotals, noTotals),
  computing,
  /** Sentences that name what is unknown. Absent if nothing is. */
  incomplete,
});
export type ClusterTargets = z.output<typeof clusterTargetsSchema>;
