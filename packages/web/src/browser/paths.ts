/** The paths of the console's pages. */
export const paths = {
  home: '/',
  onboarding: '/onboarding',
  costAnalysis: '/cost-analysis',
  costSimulator: '/cost-analysis/simulator',
  target: (namespace: string, name: string) => `/ast/${encodeURIComponent(namespace)}/${encodeURIComponent(name)}`,
  eventSimulator: (namespace: string, name: string) => `${paths.target(namespace, name)}/event-simulator`,
} as const;
