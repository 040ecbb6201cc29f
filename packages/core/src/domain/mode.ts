/** Whether the product acts on a target, or only suggests. */
export type Mode = 'Autonomous' | 'Recommendation';

/** One direction of a target's spec, as far as the derivations read it. */
export type DirectionSpec = {
  readonly mode?: string | null | undefined;
  readonly name?: string | null | undefined;
  readonly api_version?: string | null | undefined;
  readonly kind?: string | null | undefined;
};

/** The part of an `AstSpecView`'s spec that the derivations read; anything that holds these fields may be passed. */
export type TargetSpec = {
  readonly horizontal?: DirectionSpec | null | undefined;
  readonly vertical?: (DirectionSpec & { readonly containers?: unknown }) | null | undefined;
  readonly scale_target_ref?:
    | { readonly name: string; readonly api_version?: string | undefined; readonly kind?: string | undefined }
    | null
    | undefined;
};

/**
 * Whether a spec's mode text means autonomous: `auto` or `autonomous`, in any case. Everything else, also a missing or
 * unknown text, means recommendation: acting on a cluster must be asked for by name.
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
