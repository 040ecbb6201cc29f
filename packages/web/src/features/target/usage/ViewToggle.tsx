import { useViewParams } from '../../../browser/search-params.ts';
import { Button } from '../../../ui/Button.tsx';

/** Switches between a chart and its table. The choice is stored in the URL. On a narrow screen the label is one word. */
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
