import type { DirectionSpec, TargetSpec } from './mode.ts';

/** The workload a target scales. A part that the spec does not name is null. */
export type ScaleTargetRef = {
  readonly name: string;
  readonly apiVersion: string | null;
  readonly kind: string | null;
};

/**
 * `scale_target_ref`, or else the reference in `horizontal`, or else in `vertical`; null when none names a workload.
 * All parts come from the same source, because parts of two sources could belong to two workloads.
 */
export function deriveScaleTargetRef(spec: TargetSpec | null | undefined): ScaleTargetRef | null {
  return read(spec?.scale_target_ref) ?? read(spec?.horizontal) ?? read(spec?.vertical);
}

function read(source: Omit<DirectionSpec, 'mode'> | null | undefined): ScaleTargetRef | null {
  if (!source?.name) return null;
  return { name: source.name, apiVersion: source.api_version || null, kind: source.kind || null };
}
