type Filters = Readonly<Record<string, string>>;

function filtered(path: string, filters: Filters): string {
  const search = new URLSearchParams(filters).toString();
  return search === '' ? path : `${path}?${search}`;
}

/** The paths of the console's pages. */
export const paths = {
  home: '/',
  /** The list of all targets, with these filters. */
  targets: (filters: Filters = {}) => filtered('/targets', filters),
  /** What happened, with these filters. */
  activity: (filters: Filters = {}) => filtered('/activity', filters),
  onboarding: '/onboarding',
  costAnalysis: '/cost-analysis',
  costSimulator: '/cost-analysis/simulator',
  target: (namespace: string, name: string) => `/ast/${encodeURIComponent(namespace)}/${encodeURIComponent(name)}`,
  eventSimulator: (namespace: string, name: string) => `${paths.target(namespace, name)}/event-simulator`,
} as const;

/** The target in the path of its pages; null on other pages, and if the path has invalid percent-encoding. */
export function targetInPath(pathname: string): { namespace: string; name: string } | null {
  const [, page, namespace, name] = pathname.split('/');
  if (page !== 'ast' || !namespace || !name) return null;
  try {
    return { namespace: decodeURIComponent(namespace), name: decodeURIComponent(name) };
  } catch {
    return null;
  }
}
