/** What the chat helper says to everybody: three scripts, dealt to the namespaces in turn (console.md, section 2). */
const scripts = [
  [
    'Hello. I can walk you through what this summary says about a namespace.',
    'The figures above count its targets. Overprovisioned ones ask for more than they use; underprovisioned ones use more than they ask for.',
    'Sort the table by yearly waste to see first where a smaller request pays most.',
  ],
  [
    'Hello. Wondering which targets could run by themselves?',
    'A target on the Recommendation tab is only advised. Compare its predicted need with what it uses over a few days.',
    'When both agree, it is a good candidate for autonomous mode. Targets with warnings should wait.',
  ],
  [
    'Hello. Let us look at risk before savings.',
    'A status of high severity means that a workload may run short, or that nothing is known about it.',
    'Open such a target with View: its page shows usage against requests, and why a suggestion was made.',
  ],
] as const satisfies readonly (readonly [string, ...string[]])[];

/** The messages of the namespace that stands at this place of the page. */
export function scriptOf(namespaceIndex: number): readonly string[] {
  return scripts[namespaceIndex % scripts.length] ?? scripts[0];
}
