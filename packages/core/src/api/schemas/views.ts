import * as z from 'zod/mini';
import { listOf, listOrNone, measure, optionalText } from './measure.ts';

/** What each KPI is called, in the order of a strip of them: whoever adds one begins here. */
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
/** Ours: some figures are still being computed; asking again in a moment brings more. */
const computing = z.optional(z.catch(z.optional(z.boolean()), undefined));

export const kpiListSchema = z.extend(listOf(kpiSchema), { computing });

export const severities = ['low', 'medium', 'high'] as const;
export type Severity = (typeof severities)[number];

export const recommendationTypes = ['noChange', 'error', 'noSuggestions', 'upDelta', 'downDelta'] as const;
export type RecommendationType = (typeof recommendationTypes)[number];

const status = z.object({
  severity: z.catch(z.enum(severities), 'low'),
  label: z.string(),
  tooltip: optionalText,
});
const recommendation = z.object({
  type: z.catch(z.enum(recommendationTypes), 'error'),
  label: z.catch(z.string(), ''),
  /** Why there is no suggestion, where there is none. */
  tooltip: optionalText,
});

/** A row of GET /v1/views/namespaces/{ns}/asts. Utilization is a fraction, the money dollars an hour. */
export const targetListItemSchema = z.object({
  name: z.string(),
  namespace: z.string(),
  mode: z.string(),
  status: z.catch(status, () => ({ severity: 'low' as const, label: '' })),
  cpu_utilization: z.optional(measure),
  memory_utilization: z.optional(measure),
  scaling: z.catch(z.string(), ''),
  recommendation: z.catch(recommendation, () => ({ type: 'noSuggestions' as const, label: '' })),
  hourly_waste_savings: z.optional(measure),
});
export type TargetListItem = z.output<typeof targetListItemSchema>;
export const targetListItemsSchema = z.extend(listOf(targetListItemSchema), { computing });

/** What a namespace's rows may be sorted by, and the two directions. */
export const sortFields = ['name', 'mode', 'cost'] as const;
export type SortField = (typeof sortFields)[number];

const hoursSchema = z.catch(z.object({ cpu_core_hours: measure, memory_byte_hours: measure }), () => ({
  cpu_core_hours: null,
  memory_byte_hours: null,
}));
/** Resource-hours: an amount of a resource, held for a time. */
export type ResourceHours = z.output<typeof hoursSchema>;

export const costBuckets = ['Month', 'Week', 'Day'] as const;
export type CostBucket = (typeof costBuckets)[number];

export const costAnalysisSchema = z.object({
  breakdown: listOrNone(z.object({ timestamp: z.string(), realized: hoursSchema, unrealized: hoursSchema })),
  contributors: listOrNone(z.object({ name: z.string(), resource_savings: hoursSchema })),
  /** Ours: what the figures lack, in sentences; absent when they lack nothing. */
  incomplete: z.optional(z.catch(z.optional(z.array(z.string())), undefined)),
});
export type CostAnalysis = z.output<typeof costAnalysisSchema>;
