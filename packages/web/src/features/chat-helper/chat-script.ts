/** Three predefined conversations. The namespaces use them in turn. */
const scripts = [
  [
    'Hello. I can explain what this summary shows about a namespace.',
    'The figures above count its targets. Overprovisioned targets request more than they use; underprovisioned targets use more than they request.',
    'Sort the table by yearly waste to see where a smaller request saves most.',
  ],
  [
    'Hello. Do you want to know which targets could run in autonomous mode?',
    'For a target on the Recommendation tab, Trimtab only makes suggestions. Compare its predicted need with its usage over a few days.',
    'If both agree, the target is a good candidate for autonomous mode. Targets with warnings should wait.',
  ],
  [
    'Hello. Let us look at risk before savings.',
    'A status of high severity means that a workload may run short of resources, or that there is no data about it.',
    'Open such a target with View. Its page compares usage with requests and explains the suggestions.',
  ],
] as const satisfies readonly (readonly [string, ...string[]])[];

/** The messages for the namespace with this index on the page. */
export function scriptOf(namespaceIndex: number): readonly string[] {
  return scripts[namespaceIndex % scripts.length] ?? scripts[0];
}
