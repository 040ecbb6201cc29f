import { PageTitle } from '../../lib/PageTitle.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Tooltip } from '../../ui/Tooltip.tsx';

/** The cost analysis; its breakdown and simulator come with the console's next step. */
export function CostAnalysisPage() {
  return (
    <article className="flex max-w-2xl flex-col gap-3">
      <PageTitle title="Cost analysis" />
      <h1 className="flex items-center gap-3 text-display font-semibold tracking-tight">
        Cost analysis
        <Tooltip text="This feature is in beta. Please report any issues you encounter." side="right">
          <button type="button" className="inline-flex cursor-default rounded-sm">
            <Badge tone="accent">BETA</Badge>
          </button>
        </Tooltip>
      </h1>
      <p className="text-lead text-ink-2">
        This page will break down what your targets cost, save and waste by month, week and day, and let you try other
        utilizations before you change a request.
      </p>
    </article>
  );
}
