import { limitPolicies } from '../../domain/limit-policy.ts';
import * as z from './lazy.ts';
import {
  arrayOf,
  count,
  dictionary,
  identifier,
  ifValid,
  listOf,
  listOrNone,
  measure,
  optionalText,
} from './measure.ts';

/** Reference to the workload that a target scales, in the format of Kubernetes. */
export const scaleTargetRefSchema = z.object({
  namespace: optionalText,
  name: z.string(),
  api_version: optionalText,
  kind: optionalText,
});

const managedContainer = z.looseObject({ cpu: z.optional(z.unknown()), memory: z.optional(z.unknown()) });
const namedContainer = z.looseObject({
  name: z.string(),
  cpu: z.optional(z.unknown()),
  memory: z.optional(z.unknown()),
});

const horizontalSpec = z.looseObject({
  mode: optionalText,
  name: optionalText,
  api_version: optionalText,
  kind: optionalText,
});

const verticalSpec = z.looseObject({
  mode: optionalText,
  name: optionalText,
  api_version: optionalText,
  kind: optionalText,
  /** An object keyed by container name, or an array of named entries; `domain/managed.ts` makes one Map of both. */
  containers: ifValid(z.union([z.array(namedContainer), dictionary(managedContainer)])),
});

/** A target as configured by its owner. */
export const astSpecViewSchema = z.object({
  namespace: z.string(),
  name: z.string(),
  /** An unreadable spec means recommendation mode, so that it does not invalidate the whole list. */
  spec: z.catch(
    z.looseObject({
      horizontal: z.optional(z.nullable(horizontalSpec)),
      vertical: z.optional(z.nullable(verticalSpec)),
      scale_target_ref: ifValid(z.nullable(scaleTargetRefSchema)),
      model: z.optional(z.nullable(z.looseObject({ mode: optionalText }))),
      /** Null: as configured for the server. Absent: the server has no policies. An extension of our server. */
      limit_policy: ifValid(z.nullable(z.enum(limitPolicies))),
    }),
    () => ({}),
  ),
});
export type AstSpecView = z.output<typeof astSpecViewSchema>;

/** The workload of a target: replicas, containers and requests. CPU in cores, memory in bytes. */
export const scaleTargetSchema = z.object({
  name: optionalText,
  namespace: optionalText,
  /** The cluster of the workload, if the server reads several. An extension of our server. */
  cluster: optionalText,
  kind: optionalText,
  current_replicas: count,
  containers: arrayOf(
    z.object({
      name: z.string(),
      average_requests: z.catch(z.object({ cpu: z.optional(measure), memory: z.optional(measure) }), () => ({})),
      /** Null if there is no limit. Absent: limits are unknown. An extension of our server. */
      limits: ifValid(z.object({ cpu: measure, memory: measure })),
      /** True for a native sidecar, which is one of the init containers. An extension of our server. */
      sidecar: ifValid(z.boolean()),
      /** The resources whose request is null because it is unknown, not because there is none. An extension of our server. */
      unknown_requests: ifValid(z.array(z.string())),
    }),
  ),
  /**
   * The containers that its pods have and its template does not, such as the proxy of a service mesh. Absent: unknown. An
   * extension of our server.
   */
  injected_containers: ifValid(z.array(z.string())),
  /**
   * The quality-of-service class of its newest pod, which also depends on init containers. Absent: unknown. An extension of
   * our server.
   */
  qos_class: ifValid(z.enum(['Guaranteed', 'Burstable', 'BestEffort'])),
});
export type ScaleTarget = z.output<typeof scaleTargetSchema>;

export const hpaSchema = z.object({
  /** An extension of our server. */
  name: optionalText,
  min_replicas: count,
  max_replicas: count,
  metrics: z.optional(
    z.catch(
      arrayOf(
        z.object({
          type: z.string(),
          source: optionalText,
          name: optionalText,
          target: z.object({ type: z.string(), value: measure }),
        }),
      ),
      () => [],
    ),
  ),
});
export type Hpa = z.output<typeof hpaSchema>;

/** GET /v1/ast/{ns}/{name}, and an entry of `itemsEnhanced`. */
export const enhancedTargetSchema = z.object({
  target: scaleTargetSchema,
  aiscaletarget: astSpecViewSchema,
  horizontalpodautoscaler: z.optional(z.nullable(hpaSchema)),
});
export type EnhancedTarget = z.output<typeof enhancedTargetSchema>;

export const targetListSchema = z.extend(listOf(astSpecViewSchema), {
  itemsEnhanced: z.optional(z.nullable(z.array(enhancedTargetSchema))),
});
export type TargetList = z.output<typeof targetListSchema>;

export const namespaceTargetsSchema = listOf(astSpecViewSchema);

const quantityValue = ifValid(z.union([z.number(), z.string()]));

export const podSchema = z.object({
  name: z.string(),
  status: z.catch(z.string(), ''),
  /** Extensions of our server: restarts of the containers, and how the last one ended. Absent: unknown, or no restart. */
  restarts: ifValid(z.number()),
  last_restart: ifValid(
    z.object({
      container: z.string(),
      reason: z.string(),
      exit_code: z.nullable(z.number()),
      at: z.nullable(z.string()),
    }),
  ),
  /** Extension of our server: the names of the init containers that are not sidecars. Absent: none, or unknown. */
  init_containers: ifValid(z.array(z.string())),
  /** RFC 3339. Not parsed here, so that an invalid date affects only its own cell. */
  created: z.catch(z.nullable(z.string()), null),
  labels: z.catch(z.array(z.object({ key: z.string(), value: z.string() })), []),
  containers: z.catch(
    z.array(
      z.object({
        name: z.string(),
        image: z.catch(z.string(), ''),
        /** A number of cores or bytes, or a Kubernetes quantity. */
        cpu_request: quantityValue,
        cpu_limit: quantityValue,
        memory_request: quantityValue,
        memory_limit: quantityValue,
      }),
    ),
    [],
  ),
});
export type Pod = z.output<typeof podSchema>;
export const podListSchema = listOf(podSchema);

/** POST /v1/pod/ast: the owner of the pod. */
export const ownerSchema = z.strictObject({ namespace: identifier, kind: identifier, name: identifier });

export const preflightRequestSchema = z.strictObject({
  scaleTargetRef: z.strictObject({
    namespace: z.optional(identifier),
    name: identifier,
    api_version: z.optional(identifier),
    kind: identifier,
  }),
});
/**
 * Extension of our server: notes for the user before a suggestion is applied. They do not prevent or delay anything.
 */
const notes = ifValid(z.array(z.string()));
export const preflightSchema = z.object({ eligible: z.boolean(), reasons: listOrNone(z.string()), notes });

/** The result of the preflight for one candidate of a namespace. */
export const checkedCandidateSchema = z.object({
  name: z.string(),
  kind: z.string(),
  problems: arrayOf(z.string()),
  warnings: arrayOf(z.string()),
  notes,
});
export type CheckedCandidate = z.output<typeof checkedCandidateSchema>;
export const namespacePreflightSchema = listOf(checkedCandidateSchema);

/** A workload that can be enrolled. After an enrollment: a requested workload and the result. */
export const candidateSchema = z.object({
  target_ref: z.object({ name: z.string(), kind: z.string() }),
  json: dictionary(z.unknown()),
  /** Extension of our server, sent after an enrollment. `exists`: it was already enrolled and is unchanged. */
  result: ifValid(z.enum(['created', 'exists', 'failed'])),
  error: optionalText,
});
export type Candidate = z.output<typeof candidateSchema>;
export const candidatesSchema = z.extend(listOf(candidateSchema), { name: optionalText });
export type Candidates = z.output<typeof candidatesSchema>;
/** PATCH /v1/ast/{ns}/{name}. Null: as configured for the server. */
export const targetChangeSchema = z.strictObject({ limit_policy: z.nullable(z.enum(limitPolicies)) });

/** Absent: all eligible workloads. An empty list is rejected, because it must not mean "all". */
export const enrollRequestSchema = z.strictObject({
  workloads: z.optional(z.array(identifier).check(z.minLength(1), z.maxLength(10_000))),
});
