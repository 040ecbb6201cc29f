import * as z from './lazy.ts';
import { ifValid, listOf, measure, openEnum, optionalText } from './measure.ts';
import { targetNameSchema } from './metrics.ts';

/** The kinds of changes: three that are observed in the cluster, and four that were made with Trimtab. */
export const changeEvents = [
  'resources',
  'replicas',
  'image',
  'suggestion',
  'export',
  'enrolled',
  'unenrolled',
] as const;
export type ChangeEvent = (typeof changeEvents)[number];

const changeVerdicts = ['better', 'worse', 'same', 'unclear'] as const;

const textOrNull = z.catch(z.nullable(z.string()), null);

export const changeStateSchema = z.object({
  containers: z.catch(
    z.array(
      z.object({
        name: z.string(),
        cpu_request: measure,
        cpu_limit: measure,
        memory_request: measure,
        memory_limit: measure,
        image: textOrNull,
      }),
    ),
    () => [],
  ),
  replicas: measure,
  min_replicas: measure,
  max_replicas: measure,
});
/**
 * What the cluster declared, or what a suggestion contains. Requests and limits of one pod: CPU in cores, memory in
 * bytes.
 */
export type ChangeState = z.output<typeof changeStateSchema>;

export const changeFiguresSchema = z.object({
  cpu_usage: measure,
  memory_usage: measure,
  cpu_requested: measure,
  memory_requested: measure,
  oom_kills: measure,
  restarts: measure,
  cpu_throttled: measure,
  yearly_cost: measure,
});
export type ChangeFigures = z.output<typeof changeFiguresSchema>;

export const changeCheckSchema = z.object({
  /** `impossible`: it cannot be verified, for the `reason`. */
  state: z.catch(z.enum(['pending', 'done', 'impossible']), 'pending'),
  due: textOrNull,
  reason: optionalText,
  verdict: z.catch(z.nullable(z.enum(changeVerdicts)), null),
  sentence: optionalText,
  before: z.catch(z.nullable(changeFiguresSchema), null),
  after: z.catch(z.nullable(changeFiguresSchema), null),
});
/** A comparison of the time before a change with an equally long time after it. */
export type ChangeCheck = z.output<typeof changeCheckSchema>;

export const changeSchema = z.object({
  id: z.string(),
  at: z.string(),
  namespace: z.string(),
  name: z.string(),
  kind: z.catch(z.string(), ''),
  event: openEnum(changeEvents),
  by: textOrNull,
  before: z.catch(z.nullable(changeStateSchema), null),
  after: z.catch(z.nullable(changeStateSchema), null),
  suggestion: textOrNull,
  verification: z.catch(z.nullable(z.object({ day: changeCheckSchema, week: changeCheckSchema })), null),
});
/** A record of what happened to a target. An extension of our server. */
export type Change = z.output<typeof changeSchema>;

export const changeListSchema = z.extend(listOf(changeSchema), {
  /** Sentences that name what is missing. Absent if nothing is. */
  incomplete: ifValid(z.array(z.string())),
});
export type ChangeList = z.output<typeof changeListSchema>;

/** POST /v1/views/changes: a client reports for which targets it exported the suggested changes. */
export const exportRecordSchema = z.strictObject({
  targets: z.array(targetNameSchema).check(z.minLength(1), z.maxLength(10_000)),
});
