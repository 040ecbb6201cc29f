import type { AppDeps } from '../app.ts';
import type { Store } from '../ports/index.ts';
import { type Connectors, createConnectors } from './connectors.ts';
import { type CurrentMetricsReader, createCurrentMetrics } from './current-metrics.ts';
import { createEnrolment, type Enrolment } from './enrolment.ts';
import { createExports, type Exports } from './export/export.ts';
import { observeStore, type Stored } from './observed-store.ts';
import { createSnapshots, type Snapshots } from './snapshot.ts';
import { createSources, type Sources } from './sources.ts';
import { createTargets, type Targets } from './targets.ts';

/** The use cases over the ports; routes know nothing else. */
export type Services = {
  readonly store: Store;
  readonly stored: () => Promise<Stored>;
  readonly sources: Sources;
  readonly snapshots: Snapshots;
  readonly targets: Targets;
  readonly enrolment: Enrolment;
  readonly currentMetrics: CurrentMetricsReader;
  readonly connectors: Connectors;
  readonly exports: Exports;
  readonly clock: AppDeps['clock'];
  readonly logger: AppDeps['logger'];
  readonly version: string;
};

export function createServices(deps: AppDeps): Services {
  const { store, stored } = observeStore(deps.store, deps.clock);
  const sources = createSources(deps);
  const snapshots = createSnapshots(deps, stored, sources);
  const targets = createTargets(deps, sources);
  return {
    store,
    stored,
    sources,
    snapshots,
    targets,
    enrolment: createEnrolment(store, sources, deps),
    currentMetrics: createCurrentMetrics(sources),
    connectors: createConnectors(deps.connectors ?? new Map()),
    exports: createExports({ deps, stored, snapshots, targets }),
    clock: deps.clock,
    logger: deps.logger,
    version: deps.version,
  };
}
