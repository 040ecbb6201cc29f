import { DownloadCsv, type DownloadCsvProps } from '../../table/DownloadCsv.tsx';
import type { CostState } from './use-cost-targets.ts';

type CostCsvProps = Omit<DownloadCsvProps, 'waitsFor'> & { state: CostState };

/** Downloads rows that are computed from costs. While the costs load, and if some are missing, no file is saved. */
export function CostCsv({ state, rows, ...props }: CostCsvProps) {
  const allRows = () => {
    if (state === 'partial') throw new Error('Some targets or their costs could not be loaded.');
    return rows();
  };
  return (
    <DownloadCsv {...props} rows={allRows} waitsFor={state === 'loading' ? 'Costs are still being read.' : null} />
  );
}
