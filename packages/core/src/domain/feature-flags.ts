import type { Extras } from './configuration.ts';

/** The parameter of GET /v1/system/namespaces that asks for the product's own namespace too. */
const defaultNamespaceFlag = 'include_trimtab';

/** What a deployment has switched on. */
export type FeatureFlags = {
  /** Answers come from the simulated cluster; the metric selector is hidden and the chart shows cpu. */
  readonly demoMode: boolean;
  /** The data set of the demo; null when none is named. */
  readonly demoDataName: string | null;
  /** The console flag: only the success page is shown. */
  readonly console: boolean;
  readonly costAnalysis: boolean;
  readonly costSimulator: boolean;
  readonly costBreakdownV2: boolean;
  readonly chatHelper: boolean;
  readonly eventSimulator: boolean;
  readonly includeTrimtab: boolean;
  /** The name under which `includeTrimtab` is sent. */
  readonly namespaceFlag: string;
};

/**
 * The flags of a configuration. Only the literal `true` switches one on: `"false"`, `"true"` and 1 do not, because a
 * text that a template wrote must never open a feature.
 */
export function featureFlags(configuration: { readonly extra?: Extras | null | undefined }): FeatureFlags {
  const extra = configuration.extra ?? {};
  return {
    demoMode: extra.demo_mode === true,
    demoDataName: textOrNull(extra.demo_data_name),
    console: extra.console === true,
    costAnalysis: extra.cost_analysis === true,
    costSimulator: extra.cost_simulator === true,
    costBreakdownV2: extra.cost_breakdown_v2 === true,
    chatHelper: extra.chat_helper === true,
    eventSimulator: extra.event_simulator === true,
    includeTrimtab: extra.include_trimtab === true,
    namespaceFlag: textOrNull(extra.namespace_flag) ?? defaultNamespaceFlag,
  };
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}
