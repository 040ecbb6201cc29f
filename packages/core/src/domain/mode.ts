/** Whether the product applies suggestions to a target, or only shows them. */
export type Mode = 'Autonomous' | 'Recommendation';

/** One direction of a target's spec, with the fields that this package reads. */
export type DirectionSpec = {
  readonly mode?: string | null | undefined;
  readonly name?: string | null | undefined;
  readonly api_version?: string | null | undefined;
  readonly kind?: string | null | undefined;
};

/** The fields of an `AstSpecView`'s spec that this package reads. */
export type TargetSpec = {
  readonly horizontal?: DirectionSpec | null | undefined;
  readonly vertical?: (DirectionSpec & { readonly containers?: unknown }) | null | undefined;
  readonly scale_target_ref?:
    | { readonly name: string; readonly api_version?: string | undefined; readonly kind?: string | undefined }
    | null
    | undefined;
};

/**
 * Whether a spec's mode text means autonomous: `auto` or `autonomous`, in any case. Every other text, including a
 * missing one, means recommendation, because changes to a cluster must be requested explicitly.
 */
export function isAutonomousMode(text: string | null | undefined): boolean {
  const mode = text?.trim().toLowerCase();
  return mode === 'auto' || mode === 'autonomous';
}

/** Autonomous when either direction is; otherwise, or without any mode, Recommendation. */
export function deriveMode(spec: TargetSpec | null | undefined): Mode {
  return isAutonomousMode(spec?.horizontal?.mode) || isAutonomousMode(spec?.vertical?.mode)
    ? 'Autonomous'
    : 'Recommendation';
}
