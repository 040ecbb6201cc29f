import { Icon } from '../../../ui/Icon.tsx';

/** How the simulator computes costs, and why moving one of the two sliders may change nothing. */
export function SimulatorExplanation() {
  return (
    <div className="grid items-start gap-4 md:grid-cols-2">
      <p className="max-w-prose text-ink-2">
        The cost of a target depends on its total CPU and memory requests, and may be bottlenecked by one of the two.
        Move a slider to the utilization you would run at: the request follows from what is used now, and the cost from
        the request. Nothing is changed in the cluster.
      </p>
      <section aria-label="What are cost bottlenecks?" className="flex gap-3 rounded-lg bg-accent-soft px-4 py-3">
        <Icon name="info" className="mt-0.5 text-accent" />
        <div>
          <h2 className="font-semibold">What are cost bottlenecks?</h2>
          <p className="text-ink-2">
            A node is full as soon as one of its resources is. A target pays for the larger of its CPU share and its
            memory share: that resource is the bottleneck, marked <span className="font-semibold text-danger">*</span>,
            and lowering the other one saves nothing.
          </p>
        </div>
      </section>
    </div>
  );
}
