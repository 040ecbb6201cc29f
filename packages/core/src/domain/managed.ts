import { deriveMode, type TargetSpec } from './mode.ts';
import type { ResourceName } from './resource.ts';

/** Which of a container's resources the product manages. */
type ManagedResources = { readonly cpu: boolean; readonly memory: boolean };

/**
 * The managed resources of each container in the vertical spec. A resource is managed only if the target is autonomous
 * and the spec has an entry for that container and resource. `containers` may arrive as an object keyed by name or as an
 * array of named entries; a Map, because `constructor` is a legal container name. The first of two entries of one name counts.
 */
export function managedContainers(spec: TargetSpec | null | undefined): Map<string, ManagedResources> {
  const isAutonomous = deriveMode(spec) === 'Autonomous';
  const managed = new Map<string, ManagedResources>();
  for (const [name, entry] of containerEntries(spec?.vertical?.containers)) {
    if (managed.has(name)) continue;
    managed.set(name, {
      cpu: isAutonomous && hasEntry(entry, 'cpu'),
      memory: isAutonomous && hasEntry(entry, 'memory'),
    });
  }
  return managed;
}

/** Whether a resource of a container is managed. Containers that are not in the spec are not managed. */
export function isManaged(
  managed: ReadonlyMap<string, ManagedResources>,
  container: string,
  resource: ResourceName,
): boolean {
  return managed.get(container)?.[resource] ?? false;
}

function containerEntries(containers: unknown): [string, object][] {
  const named: [unknown, unknown][] = Array.isArray(containers)
    ? containers.map((entry: unknown) => [isObject(entry) && 'name' in entry ? entry.name : null, entry])
    : Object.entries(isObject(containers) ? containers : {});
  return named.flatMap(([name, entry]): [string, object][] =>
    typeof name === 'string' && isObject(entry) ? [[name, entry]] : [],
  );
}

function hasEntry(entry: object, resource: ResourceName): boolean {
  const value = Object.entries(entry).find(([key]) => key === resource)?.[1];
  return value !== undefined && value !== null && value !== false;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
