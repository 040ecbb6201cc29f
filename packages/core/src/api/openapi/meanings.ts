import { analysisMeanings } from './analysis-meanings.ts';

/**
 * Descriptions of the fields in the OpenAPI document: the unit, and the meaning of 0 and null. A key is the end of a
 * field's path, such as `Hpa.metrics[].target.value`. The longest matching key is used. They are not part of the
 * schemas, so that the console does not load them.
 */
export const meanings: Readonly<Record<string, string>> = {
  ...analysisMeanings,
  'NodeCosts.nodes': 'Number of nodes; 0 when they are unknown.',
  'NodeCosts.hourly_cost': 'US dollars an hour for all nodes; null when they are unknown.',
  'NodeCosts.paper_hourly_savings':
    'US dollars an hour for the share of the configured node that the suggestions for targets in recommendation mode free; negative when they need more, null when unknown.',
  'NodeCosts.realizable_hourly_savings':
    'US dollars an hour: the current cost of the packed nodes minus their cost with the suggestions. 0 when no node becomes empty, negative when more are needed, null when unknown or when more pods fit no node.',
  'groups[].nodes': 'Number of nodes of this type.',
  'groups[].cpu_cores': 'Allocatable cores of one node.',
  'groups[].memory_bytes': 'Allocatable bytes of one node.',
  'groups[].hourly_cost': 'US dollars an hour for one node.',
  'NodeCosts.now.nodes': 'Number of nodes that the pods fit on with the present requests; 0 without pods.',
  'NodeCosts.now.hourly_cost': 'US dollars an hour for these nodes; 0 without pods.',
  'NodeCosts.now.unplaced': 'Number of pods that fit no node; 0 when all fit.',
  'NodeCosts.suggested.nodes': 'Number of nodes that the pods fit on with the suggestions; 0 without pods.',
  'NodeCosts.suggested.hourly_cost': 'US dollars an hour for these nodes; 0 without pods.',
  'NodeCosts.suggested.unplaced': 'Number of pods that fit no node; 0 when all fit.',
  total: 'Total number of items, independent of the page.',
  computing: 'True while some figures are still being computed. Repeat the request in a few seconds to get them.',
  problem: 'A sentence with the reason why figures are missing; absent when none is missing.',
  incomplete: 'Sentences that name the incomplete figures; absent when all are complete.',
  'Hpa.min_replicas': 'Minimum number of replicas of the autoscaler.',
  'Hpa.max_replicas': 'Maximum number of replicas of the autoscaler.',
  'Hpa.metrics[].target.value': 'A whole percentage if `type` is a utilization, otherwise in the unit of the metric.',
  'Pod.restarts': 'How often its containers restarted since it was created; 0 when never, absent when unknown.',
  'last_restart.exit_code': 'The exit code of the container; null when unknown.',
  cpu_request: 'CPU request of the container in one pod, in cores; absent without a request.',
  cpu_limit: 'CPU limit of the container in one pod, in cores; absent without a limit.',
  memory_request: 'Memory request of the container in one pod, in bytes; absent without a request.',
  memory_limit: 'Memory limit of the container in one pod, in bytes; absent without a limit.',
  current_replicas:
    'Ready pods, or the desired number if readiness is unknown. 0: the workload is scaled down; null: unknown.',
  'average_requests.cpu': 'CPU request of the container in one pod, in cores; null without a request.',
  'average_requests.memory': 'Memory request of the container in one pod, in bytes; null without a request.',
  cpu_core_hours: 'Cores × hours within the bucket; 0 when nothing was saved or wasted, null when unknown.',
  memory_byte_hours: 'Bytes × hours within the bucket; 0 when nothing was saved or wasted, null when unknown.',
  'resource_savings.cpu_core_hours':
    'Cores × hours saved over the whole window; negative when the target now requests more than before.',
  'resource_savings.memory_byte_hours':
    'Bytes × hours saved over the whole window; negative when the target now requests more than before.',
  'Kpi.value': 'Number of targets, or US dollars a year if `unit` is `currency`. Null when unknown for all targets.',
  cpu_utilization:
    'Mean CPU usage of the last 24 hours ÷ CPU request, as a fraction; above 1 when usage exceeds the request. Null when unknown.',
  memory_utilization: 'Mean memory usage of the last 24 hours ÷ memory request, as a fraction. Null when unknown.',
  hourly_waste_savings:
    'US dollars an hour. In recommendation mode the waste, negative when the target needs more; in autonomous mode the savings. Null when unknown.',
  net_hourly_savings:
    'US dollars an hour that applying all suggestions together saves, negative when it costs more. In autonomous mode and when unknown null.',
  observed:
    'The part of the last 24 hours in which usage and requests were both observed, as a fraction; 0 when never, null or absent when unknown.',
  oom_kills:
    'How often a container was killed for lack of memory in the last 7 days; 0 when none was, null when unknown.',
  restarts: 'How often a container restarted in the last 7 days; 0 when none did, null when unknown.',
  'ClusterTarget.change':
    'What the suggestion changes. A part that does not change is absent; null when nothing is to be changed.',
  'change.cpu': 'CPU requests of one pod, all containers together.',
  'change.memory': 'Memory requests of one pod, all containers together.',
  'change.replicas': 'Number of pods.',
  'cpu.before': 'Cores now; null when a container has no request.',
  'cpu.after': 'Cores with the suggestion; null when a container has no suggestion.',
  'memory.before': 'Bytes now; null when a container has no request.',
  'memory.after': 'Bytes with the suggestion; null when a container has no suggestion.',
  'replicas.before': 'Ready pods now, or the desired number if readiness is unknown; null when both are unknown.',
  'replicas.after': 'Suggested number of pods; null without a suggestion.',
  'ClusterTarget.hourly_cost': 'US dollars an hour for the current requests of all pods; null when unknown.',
  last_change:
    'When requests, limits, replicas or an image last changed in the cluster. Without a recorded change, when the suggestion in force was published; null without one.',
  labels:
    'Labels that all pods share and, where they are known, those of the workload. Characters of keys may be replaced with underscores. Absent when unknown.',
  'Health.reading':
    'How far the first reading of the last 14 days has come since the server started. Absent when it is done, and on a server with sign-in.',
  'KpiList.reading':
    'How far the first reading of the last 14 days has come since the server started. Absent when it is done, and for one namespace.',
  'Reading.targets': 'Number of enrolled targets.',
  'Reading.read': 'Number of `targets` whose past usage was read; 0 at first.',
  'Reading.minutes_left': 'Whole minutes until all are read, at the pace so far; null when the pace is unknown.',
  counts: 'Number of targets in each view that match all other filters.',
  'counts.at_risk': 'Number of targets at risk; 0 when there are none.',
  'counts.savings': 'Number of targets with a net savings above 0; 0 when there are none.',
  'counts.attention': 'Number of targets that need attention; 0 when there are none.',
  'counts.all': 'Number of targets; 0 when there are none.',
  totals: 'Sums over the whole filtered list, independent of the page. Targets without a known figure add nothing.',
  'totals.hourly_cost': 'US dollars an hour; null when no target has a known cost.',
  'totals.net_hourly_savings': 'US dollars an hour; null when no target has known net savings.',
  'totals.computed': 'Number of `targets` whose suggestion is not still being computed.',
  'totals.targets':
    'Number of targets in any view that match all other filters: those that are still being computed may join this view.',
  'cpu.optimized.total_usage': 'Average CPU usage of all pods together, in cores; null without samples.',
  'cpu.optimized.total_request':
    'CPU requests of all pods together with suggestions applied, in cores; null without a suggestion.',
  'cpu.unoptimized.total_usage': 'Average CPU usage of all pods together, in cores; null without samples.',
  'cpu.unoptimized.total_request':
    'CPU requests of all pods together without suggestions, in cores; null when a container has no request.',
  'memory.optimized.total_usage': 'Average memory usage of all pods together, in bytes; null without samples.',
  'memory.optimized.total_request':
    'Memory requests of all pods together with suggestions applied, in bytes; null without a suggestion.',
  'memory.unoptimized.total_usage': 'Average memory usage of all pods together, in bytes; null without samples.',
  'memory.unoptimized.total_request':
    'Memory requests of all pods together without suggestions, in bytes; null when a container has no request.',
  'hourly_cost.optimized.cpu': 'US dollars an hour for the CPU requests with suggestions applied; null when unknown.',
  'hourly_cost.optimized.memory':
    'US dollars an hour for the memory requests with suggestions applied; null when unknown.',
  'hourly_cost.unoptimized.cost': 'US dollars an hour without suggestions; null when unknown.',
  node_cpu_cores: 'Cores of one node; above 0.',
  node_memory_bytes: 'Bytes of memory of one node; above 0.',
  node_hourly_cost: 'US dollars an hour for one node; above 0.',
  raw: 'Current cost in US dollars an hour; null when unknown.',
  withSuggestions:
    'Cost in US dollars an hour with the suggestion for this direction applied; null without a suggestion.',
  'Unoptimized.replicas': 'Number of pods before autonomous mode.',
  'requests.cpu': 'CPU request of the container in one pod, in cores; 0, null or absent without a request.',
  'requests.memory': 'Memory request of the container in one pod, in bytes; 0, null or absent without a request.',
  averageValue: 'Mean usage per pod in the last five minutes, in cores or bytes; 0 when idle, null without samples.',
  averageRequest: 'Request of the container in one pod, in cores or bytes; null without a request.',
  'cpu.averageValue':
    'Mean CPU usage per pod in the last five minutes, summed over containers, in cores; null when a container has no samples.',
  'memory.averageValue':
    'Mean memory usage per pod in the last five minutes, summed over containers, in bytes; null when a container has no samples.',
  'Series.metrics[].values[]':
    'One value for each period, in cores, bytes or pods; a utilization is a fraction. Null for a period without samples.',
  'Series.metrics[].predicted[]':
    'The forecast for each period, in the same unit; null for a period without a forecast.',
  'Series.metrics[].pods[]': 'Ready pods in the period; null where unknown.',
  'Series.metrics[].predictedLow[]':
    'Lower end of the range around `predicted` that should contain 80 % of the samples, in the unit of the metric; null where unknown.',
  'Series.metrics[].predictedHigh[]': 'Upper end of that range; null where unknown.',
  'Series.metrics[].requested[]':
    'The requests of all ready pods in each period, in the same unit; null where a container had no request, or requests are unknown.',
  'LabeledSeries.metrics[].values[]':
    'One value for each period, as the connector returns it; null for a period without samples.',
  stepSeconds: 'Seconds between two samples.',
  'QueueStats.pending': 'Number of jobs that wait, including jobs that a worker took and did not finish in time.',
  'QueueStats.running': 'Number of jobs that a worker has taken and not finished.',
  'QueueStats.completed':
    'Number of completed jobs. The target gets a new job one hour after the creation of the last.',
  'QueueStats.failed': 'Number of failed jobs. The target gets a new job one hour after the creation of the last.',
  currentReplicas:
    'Ready pods when the suggestion was computed; 0 when the workload was scaled down, null when unknown.',
  suggestedReplicas: 'Suggested number of pods; null when replicas are not scaled.',
  'recommendations[].value': 'Suggested request of the container in one pod: cores for `cpu`, bytes for `memory`.',
  'recommendations[].limit':
    'Limit of the container that goes with the request, in the same unit. Null: it has no limit and gets none. Absent: its limits are unknown.',
  'recommendations[].reason':
    'Why the limit changes, or which LimitRange or quota bounded the request. Absent: neither.',
  'limits.cpu': 'CPU limit of the container in one pod, in cores; null without a limit.',
  'limits.memory': 'Memory limit of the container in one pod, in bytes; null without a limit.',
  'containers[].sidecar': 'True for a native sidecar, which is one of the init containers of the pod.',
  'containers[].unknown_requests':
    'The resources (`cpu`, `memory`) whose request is null because it is unknown, not because there is none. Absent: none.',
  'ScaleTarget.injected_containers':
    'The containers that the pods have and the template of the workload does not, such as the proxy of a service mesh. A patch must not name them. Absent: unknown.',
  'ScaleTarget.qos_class':
    'Quality-of-service class of the newest pod, which also depends on its init containers. Absent: unknown.',
  'Hpa.name': 'Name of the autoscaler.',
  'limit.policy': '`keep`, `ratio` or `equal`: how the limit changes with the request.',
  'limit.qosClass': 'Quality-of-service class of the pod; null if its limits are unknown.',
  'limit.current': 'Current limit, in cores or bytes; null without a limit.',
  'limit.value': 'Suggested limit, in cores or bytes; null without a limit.',
  'limit.wantedRequest': 'The request before a LimitRange or a quota changed it, in cores or bytes.',
  limit_policy: '`keep`, `ratio` or `equal`: how limits change with requests. Null: as configured for the server.',
  'spec.horizontal': 'Present when replicas are scaled.',
  'spec.vertical': 'Present when requests are scaled.',
  'horizontal.mode':
    '`autonomous` or `auto`: suggestions are applied automatically. Any other value: suggestions are only shown.',
  'vertical.mode':
    '`autonomous` or `auto`: suggestions are applied automatically. Any other value: suggestions are only shown.',
  'model.mode': '`balanced`, `cost_savings` or `max_assurance`: how much headroom a suggestion leaves.',
  'vertical.containers': 'The containers and resources whose requests are scaled.',
  'Candidate.json': 'The manifest that represents the enrolled workload.',
  'Candidate.result': 'Result of the enrollment; absent in a dry run.',
  'EnrollRequest.workloads': 'Names of the workloads. Absent: all workloads of the namespace.',
  'breakdown[].timestamp': 'Start of the bucket, in UTC.',
  'breakdown[].realized': 'Savings of the autonomous targets in this bucket.',
  'breakdown[].unrealized': 'Waste of the targets in recommendation mode in this bucket.',
  'Kpi.tooltip': 'A sentence with the reason why the figure is incomplete; absent when it is complete.',
  'Kpi.unit': '`currency`: US dollars. Absent: a count.',
  'TargetListItem.mode': '`Autonomous` or `Recommendation`.',
  'TargetListItem.scaling': '`none`, `horizontal`, `vertical` or `multi dimensional`.',
  'status.tooltip': 'A sentence that gives the reason.',
  'recommendation.type': '`upDelta`: the change in `label` is an increase; `downDelta`: a decrease.',
  'recommendation.label': 'Text of the badge, such as `-38%` or `+2 pods`.',
  'recommendation.tooltip': 'A sentence with the reason why there is no suggestion.',
  'PotentialSavings.horizontalCost': 'Cost of the current and of the suggested replicas, both at the current requests.',
  'PotentialSavings.verticalCost': 'Cost of the current and of the suggested requests, both at the current replicas.',
  'MetricDescriptor.id': 'Identifier for the parameter `metricIds` of other calls.',
  'MetricDescriptor.unit': '`cores` or `bytes`; absent for counts and fractions.',
  'Series.periods': 'Timestamps of the entries of `values`, in the same order.',
  'LabeledSeries.periods': 'Timestamps of the entries of `values`, in the same order.',
  'Change.at':
    'When it happened. Changes in the cluster: when it first showed, with an error of up to five minutes, or of an hour for the time before the server watched the target.',
  'Change.event':
    '`resources` (requests or limits), `replicas` (also the bounds of an autoscaler) and `image` are changes that the cluster showed. `suggestion`: published; `export`: the change was exported; `enrolled`, `unenrolled`.',
  'Change.by':
    'The subject of the caller, `trimtab` for what the server did by itself. Null when unknown: always for changes in the cluster.',
  'Change.before': 'State before the change; null when unknown, and for events that change no values.',
  'Change.after': 'State after the change, or the suggested state; null for events that change no values.',
  'Change.suggestion':
    'Identifier of the suggestion that was published or exported, or that the changed requests match within 1 %; null without one.',
  'Change.verification': 'Comparisons of equally long times before and after. Null for all events but `resources`.',
  'verification.day': 'A day after the change with the day before it.',
  'verification.week': 'A week after the change with the week before it.',
  'ChangeCheck.state': '`pending`: until `due`; `done`; `impossible`: it cannot be verified, for the `reason`.',
  'ChangeCheck.verdict':
    '`better`, `worse`, `same`, or `unclear` if too little was observed. Null unless `state` is `done`.',
  'ChangeCheck.sentence': 'The result in one sentence. Absent unless `state` is `done`.',
  'ChangeState.containers': 'The containers of one pod; empty when unknown.',
  'ChangeState.containers[].image': 'Image of the container; null when unknown.',
  'ChangeState.containers[].cpu_request':
    'CPU request of the container in one pod, in cores; null without a request or when unknown.',
  'ChangeState.containers[].cpu_limit':
    'CPU limit of the container in one pod, in cores; null without a limit or when unknown.',
  'ChangeState.containers[].memory_request':
    'Memory request of the container in one pod, in bytes; null without a request or when unknown.',
  'ChangeState.containers[].memory_limit':
    'Memory limit of the container in one pod, in bytes; null without a limit or when unknown.',
  'ChangeState.replicas': 'Declared replicas; null when unknown or when an autoscaler sets them.',
  'ChangeState.min_replicas': 'Minimum number of replicas of the autoscaler; null without one.',
  'ChangeState.max_replicas': 'Maximum number of replicas of the autoscaler; null without one.',
  'ChangeFigures.cpu_usage': 'Mean CPU usage of all pods together, in cores; null when unknown.',
  'ChangeFigures.memory_usage': 'Mean memory usage of all pods together, in bytes; null when unknown.',
  'ChangeFigures.cpu_requested': 'Mean CPU requests of all pods together, in cores; null when unknown.',
  'ChangeFigures.memory_requested': 'Mean memory requests of all pods together, in bytes; null when unknown.',
  'ChangeFigures.oom_kills': 'Out-of-memory kills in this time; null when unknown.',
  'ChangeFigures.restarts': 'Restarts of containers in this time; null when unknown.',
  'ChangeFigures.cpu_throttled':
    'Share of the CPU periods in which the containers were throttled; 0 when they never were, null when unknown.',
  'ChangeFigures.yearly_cost': 'Mean cost of the requests × 8,760 hours, in US dollars; null when unknown.',
};
