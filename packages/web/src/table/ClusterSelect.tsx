import { useViewParams } from '../browser/search-params.ts';
import { useFlags } from '../context/configuration.tsx';
import { Select } from '../ui/Select.tsx';

/** The cluster that the address selects; null for all, and on a server that reads one cluster. */
export function useCluster(): string | null {
  const [params] = useViewParams();
  const { clusters } = useFlags();
  return (clusters.length > 0 && params.get('cluster')) || null;
}

type ClusterSelectProps = {
  param?: string;
  /** Search parameters that name a namespace or a target, which may be in another cluster. */
  clears?: readonly string[];
  className?: string;
};

/** Selects a cluster as a search parameter. Nothing on a server that reads one cluster. */
export function ClusterSelect({ param = 'cluster', clears = [], className = 'max-w-44' }: ClusterSelectProps) {
  const [params, change] = useViewParams();
  const { clusters } = useFlags();
  if (clusters.length === 0) return null;
  const chosen = params.get(param) ?? '';
  return (
    <Select
      aria-label="Cluster"
      className={className}
      value={chosen}
      onChange={({ target: { value } }) =>
        change({ ...Object.fromEntries(clears.map((name) => [name, null])), [param]: value || null }, { replace: true })
      }
    >
      <option value="">All clusters</option>
      {/* The address may name several clusters, or one that the server does not have. */}
      {chosen === '' || clusters.includes(chosen) ? null : (
        <option value={chosen}>{chosen.replaceAll(',', ', ')}</option>
      )}
      {clusters.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </Select>
  );
}
