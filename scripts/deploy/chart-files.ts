import { readFileSync } from 'node:fs';
import { inCheckout } from '../checkout.ts';

/** The files of the chart that are copies of files in `deploy`. */
const copies: Readonly<Record<string, string>> = {
  'aiscaletargets.yaml': 'crds/aiscaletargets.yaml',
  'grafana-dashboard.json': 'grafana/trimtab.json',
  'prometheus-alerts.yaml': 'prometheus/alerts.yaml',
  'prometheus-day-rules.yaml': 'prometheus/day-rules.yaml',
  'prometheus-rules.yaml': 'prometheus/rules.yaml',
};

/**
 * These copies, by path. They are no symbolic links, because Flux leaves links out when it takes the chart from a Git
 * repository, and Git on Windows replaces them with texts.
 */
export const chartFiles = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(copies).map(([to, from]) => [
      `deploy/helm/trimtab/files/${to}`,
      readFileSync(inCheckout(`deploy/${from}`), 'utf8'),
    ]),
  );
