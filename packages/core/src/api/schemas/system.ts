import * as z from './lazy.ts';
import { dictionary, ifValid, listOf, listOrNone, measure, optionalText } from './measure.ts';
import { readableOf } from './readable.ts';
import { readingSchema } from './views.ts';

/** A namespace, sent as an object or as a string. Parsed, it is always `{ name }`. */
export const namespaceSchema = z.pipe(
  z.union([z.object({ name: z.string() }), z.string()]),
  z.transform((wire) => (typeof wire === 'string' ? { name: wire } : wire)),
);
export const namespaceListSchema = listOf(namespaceSchema);
export type Namespace = { name: string };

export const artifactSummarySchema = z.looseObject({
  name: z.string(),
  kind: optionalText,
  created: optionalText,
  labels: z.optional(z.unknown()),
});
export const artifactSchema = z.looseObject({
  name: z.string(),
  kind: optionalText,
  created: optionalText,
  labels: z.optional(z.unknown()),
  content: ifValid(dictionary(z.unknown())),
});
export type Artifact = z.output<typeof artifactSchema>;
export const artifactListSchema = listOf(artifactSummarySchema);
export const mergePatchSchema = z.record(z.string(), z.unknown());

export const connectorSchema = z.object({
  name: z.string(),
  status: z.catch(z.string(), 'down'),
  detail: optionalText,
});
export const connectorListSchema = listOf(connectorSchema);
export const connectorMetricSchema = z.object({
  name: z.string(),
  type: optionalText,
  help: optionalText,
  unit: optionalText,
});
export const connectorMetricListSchema = listOf(connectorMetricSchema);
export const labeledSeriesSchema = z.object({
  periods: listOrNone(z.string()),
  metrics: readableOf(z.object({ labels: dictionary(z.string()), values: listOrNone(measure) })),
});

export const insightTypes = ['savings'] as const;
export const insightRequestSchema = z.looseObject({ type: z.enum(insightTypes) });
export const insightSchema = z.looseObject({ id: z.string(), type: z.string(), created: z.string() });
export type Insight = z.output<typeof insightSchema>;
export const insightListSchema = listOf(insightSchema);

/** A ticket in the address of an export replaces the token, which a new browser window cannot send. */
export const ticketSchema = z.object({ ticket: z.string(), expires: z.string() });
export type Ticket = z.output<typeof ticketSchema>;

export const healthSchema = z.object({
  status: z.string(),
  reading: ifValid(readingSchema),
});
export const openApiSchema = z.looseObject({ openapi: z.string() });

export const errorBodySchema = z.object({ errors: z.array(z.string()) });
