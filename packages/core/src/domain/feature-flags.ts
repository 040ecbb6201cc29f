import { type ExtensionCall, extensionCalls } from '../api/operations/extension-calls.ts';
import type { Extras } from './configuration.ts';

/** The parameter of GET /v1/system/namespaces that also lists the product's own namespace. */
const defaultNamespaceFlag = 'include_trimtab';

/** The features that a deployment has enabled. */
export type FeatureFlags = {
  /** Responses come from the simulated cluster. The metric selector is hidden and the chart shows CPU. */
  readonly demoMode: boolean;
  /** The data set of the demo; null when none is named. */
  readonly demoDataName: string | null;
  /** Only the success page is shown. */
  readonly console: boolean;
  readonly costAnalysis: boolean;
  readonly costSimulator: boolean;
  readonly costBreakdownV2: boolean;
  readonly chatHelper: boolean;
  readonly eventSimulator: boolean;
  readonly includeTrimtab: boolean;
  /** The extensions that the server announces. The demo runs our server, which has all. */
  readonly extensions: ReadonlySet<ExtensionCall>;
  /** Page size of the list of targets after its first page; undefined unless the server names a number from 250 to 1,000. */
  readonly listPageSize: number | undefined;
  /** Page size of enhanced items, savings and comparisons; undefined unless the server names a number from 1 to 250. */
  readonly detailedPageSize: number | undefined;
  /** The clusters whose names are the prefixes of namespaces; empty if the server reads one cluster. */
  readonly clusters: readonly string[];
  /** Name of the query parameter for `includeTrimtab`. */
  readonly namespaceFlag: string;
};

/**
 * The flags of a configuration. Only the literal `true` enables a flag; `"true"` and 1 do not, because a
 * string that a deployment template wrote must not enable a feature by accident.
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
    extensions: announced(extra),
    listPageSize: wholeFrom(250, 1_000, extra.list_page_size),
    detailedPageSize: wholeFrom(1, 250, extra.detailed_page_size),
    clusters: texts(extra.clusters),
    namespaceFlag: textOrNull(extra.namespace_flag) ?? defaultNamespaceFlag,
  };
}

function announced({ extensions, demo_mode }: Extras): ReadonlySet<ExtensionCall> {
  const listed: readonly unknown[] = Array.isArray(extensions) ? extensions : [];
  return new Set(extensionCalls.filter((call) => demo_mode === true || listed.includes(call)));
}

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

const wholeFrom = (minimum: number, maximum: number, value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value >= minimum && value <= maximum ? value : undefined;

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}
