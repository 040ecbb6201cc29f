import { useViewParams } from '../../../browser/search-params.ts';
import { Button } from '../../../ui/Button.tsx';

/** Turns a chart into its table and back, at an address of its own. On a narrow screen only the last word is in sight. */
export function ViewToggle({ disabled = false }: { disabled?: boolean }) {
  const [params, change] = useViewParams();
  const isTable = params.get('view') === 'table';
  const next = isTable ? 'chart' : 'table';
  return (
    <Button
      disabled={disabled}
      aria-label={`View as ${next}`}
      onClick={() => change({ view: isTable ? null : 'table' })}
    >
      <span className="max-sm:hidden">View as {next}</span>
      <span className="capitalize sm:hidden">{next}</span>
    </Button>
  );
}
