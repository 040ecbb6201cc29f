import { useViewParams } from '../browser/search-params.ts';
import { useFlags } from '../context/configuration.tsx';
import { Select } from '../ui/Select.tsx';

/** The cluster that the address selects; null for all, and on a server that reads one cluster. */
export function useCluster(): string | null {
  const [params] = useViewParams();
  const { clusters } = useFlags();
  const chosen = params.get('cluster');
  return chosen !== null && clusters.includes(chosen) ? chosen : null;
}

/** Selects a cluster. Nothing on a server that reads one cluster. */
export function ClusterSelect() {
  const [, change] = useViewParams();
  const { clusters } = useFlags();
  const chosen = useCluster();
  if (clusters.length === 0) return null;
  return (
    <Select
      aria-label="Cluster"
      className="max-w-44"
      value={chosen ?? ''}
      onChange={({ target: { value } }) => change({ cluster: value === '' ? null : value }, { replace: true })}
    >
      <option value="">All clusters</option>
      {clusters.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </Select>
  );
}
