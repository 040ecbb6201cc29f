/**
 * Descriptions of the fields in the OpenAPI document: the unit, and the meaning of 0 and null. A key is the end of a
 * field's path, such as `Hpa.metrics[].target.value`. The longest matching key is used. They are not part of the
 * schemas, so that the console does not load them.
 */
export const meanings: Readonly<Record<string, string>> = {
  'NodeCosts.nodes': 'Number of nodes; 0 when they are unknown.',
  'NodeCosts.hourly_cost': 'US dollars an hour for all nodes; null when they are unknown.',
  'NodeCosts.paper_hourly_savings':
    'US dollars an hour for the share of the configured node that the suggestions free; negative when they need more, null when unknown.',
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
  reading:
    'How far the first reading of the last 14 days has come since the server started. Absent when it is done, and on a server with sign-in.',
  'reading.targets': 'Number of enrolled targets.',
  'reading.read': 'Number of `targets` whose past usage was read; 0 at first.',
  'reading.minutes_left': 'Whole minutes until all are read, at the pace so far; null when the pace is unknown.',
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
  'Explanation.requests[].value':
    'Suggested request of the container in one pod, in cores or bytes. All amounts of this entry have this unit.',
  computed: 'Result of the method before the bounds, in cores or bytes.',
  statisticValue: 'The statistic that the rule multiplies, in bytes.',
  multiplier: 'Factor applied to the statistic.',
  replayedDays: 'Number of days on which the rules were replayed; 0 on the first day, when only the prior decides.',
  floor: 'Lower bound of the suggestion, in cores or bytes.',
  ruled:
    'The result of the rule, in cores or bytes; the suggestion differs so that requests and replicas fit together.',
  lambda: 'Penalty for an hour of usage above the request, in hours of a completely unused request.',
  'samples.found': 'Number of five-minute samples found in the window.',
  'samples.expected': 'Number of five-minute samples in a window without gaps.',
  'usage[].lowest': 'The lowest sample, in cores or bytes, where the first bin begins.',
  'usage[].step': 'Width of a bin, in cores or bytes; 0 when all samples are the same, which then has one bin.',
  'usage[].counts[]': 'Number of samples in the bin; the last bin contains the highest sample.',
  'usage[].p98': 'The value below which 98 % of the samples lie, in cores or bytes.',
  'usage[].peak': 'The highest sample, in cores or bytes.',
  'usage[].dayPeaks[]': 'The highest sample of a day, in cores or bytes.',
  'usage[].samples.found': 'Number of five-minute samples.',
  'usage[].samples.expected': 'Number of five-minute samples since the first one if there were no gaps.',
  days: 'Number of days with samples that were evaluated.',
  slack: 'Unused share of the request, as a fraction; 0 when all of it was used.',
  timeOver: 'Share of samples above the request, as a fraction; 0 when none was above it.',
  daysOver:
    'Number of days on which usage exceeded the request at least once, or on which the container was killed at a limit that is not below the request.',
  'judged.slack':
    'Unused share as the method compares it: a weighted mean in which recent days count more. Memory: combined with a prior.',
  'judged.over':
    'CPU: share of time plus share of work above the request. Memory: share of days on which it was exceeded. Weighted in the same way.',
  'judged.cost':
    'slack + lambda × over. Memory: no other rule has a lower cost. CPU: for no other value is the mean cost of the requests within 3 % of it more than 1 % lower.',
  'current.request': 'Request of the container in one pod when the suggestion was computed, in cores or bytes.',
  lastHourMedian: 'Median usage of the last hour, in cores or bytes; null without samples.',
  limitBytes: 'Memory limit at which the container was killed, in bytes.',
  'replicas.current': 'Ready pods when the suggestion was computed.',
  'replicas.suggested': 'Suggested number of pods, within the bounds.',
  minReplicas: 'Suggested minimum number of pods; null when replicas are not scaled.',
  floorReplicas:
    'Minimum number of pods that the autoscaler should keep during the next ten minutes; null without an autoscaler or a forecast.',
  'replicas.lastWeek.quantile': 'Share of the last 7 days for whose usage the replicas suffice; 1: all of them.',
  'replicas.lastWeek.usage': 'Usage of all pods that was not exceeded for this share of the time, in cores or bytes.',
  'replicas.lastWeek.needed': 'Pods that this usage needs at the target utilization.',
  'replicas.lastWeek.hours': 'Hours since the first sample of the last 7 days: 168 if they all have samples.',
  'inputs.leastReplicas':
    'Minimum replicas of the mode for this target, before the bounds of the autoscaler are applied.',
  'inputs.newestUsage': 'The newest sample of all pods together, in cores or bytes, from which `reactive` follows.',
  'inputs.reactiveTarget': 'Utilization that `reactive` aims at, as a fraction.',
  'inputs.lowUsage':
    'The 5 % quantile of the usage of the last 7 days, in cores or bytes. `minReplicas` suffices for it at the target utilization.',
  'inputs.highestUsage':
    'The highest usage of the last 14 days, in cores or bytes. `maxReplicas` suffices for 1.25 times this usage at the target utilization.',
  'kept.usage': 'Usage of all pods for which the suggested replicas suffice, in cores or bytes.',
  'kept.share': 'Share of the requests that this usage may take, as a fraction.',
  'shared.replicas': 'Number of pods that share the usage.',
  'shared.usage': 'Usage of all pods together, in cores or bytes.',
  'shared.share': 'Share of the requests that this usage may take, as a fraction.',
  'replicas.horizonMinutes': 'Minutes that the plan covers: 10 under an autoscaler, otherwise 60.',
  maxReplicas: 'Suggested maximum number of pods; null when replicas are not scaled.',
  'bounds.minReplicas': 'Lower bound configured in the autoscaler.',
  'bounds.maxReplicas': 'Upper bound configured in the autoscaler.',
  requestPerPod: 'Request of one pod, summed over its containers, in cores or bytes.',
  'replicas.target': 'Target utilization of the pods, as a fraction.',
  'replicas.quantile': 'Quantile of the forecast that the plan must cover, as a fraction.',
  expectedUsage:
    'Forecast usage of all pods together within `horizonMinutes` at that quantile, in cores or bytes; null without a forecast.',
  planned: 'Number of pods that keep the expected usage at the target utilization; null without a forecast.',
  reactive:
    'Number of pods that the formula of the HorizontalPodAutoscaler gives for the newest sample; null without a sample.',
  weight: 'Weight of this forecasting method in the combined forecast, as a fraction; all weights sum to 1.',
  'forecasts[].values[].value': 'Expected usage of the whole workload, in cores or bytes.',
  level: 'Level of the quantile, as a fraction.',
  'quantiles[].value':
    'Usage stays below this value with the probability `level`, in cores or bytes; null when unknown.',
  'Outlook.resources[].day.value':
    'Expected usage of all pods in the highest five minutes of the next 24 hours, in cores or bytes.',
  'Outlook.resources[].week.value': 'The same for the next seven days.',
  'hours[].value': 'Expected usage of all pods in the highest five minutes of this hour, in cores or bytes.',
  'Outlook.replicas.day.value':
    'Number of pods that the peak of the next 24 hours needs at the target utilization, within the bounds of the autoscaler.',
  'Outlook.replicas.week.value': 'The same for the next seven days.',
  low: 'Lower end of the band, in the unit of the value. 80 % of the outcomes should be inside the band.',
  high: 'Upper end of the band, in the unit of the value.',
  'TradeOff.replicas':
    'Number of ready pods for which prices are computed; null when unknown, and then there are no prices.',
  'Reliability.oomKills.value':
    'Number of out-of-memory kills in the window; 0 when there was none, null when unknown.',
  'Reliability.restarts.value':
    'Number of restarts of containers in the window, kills included; 0 when there was none, null when unknown.',
  'Reliability.throttling.value':
    'Share of the CPU quota periods of the window in which containers had to wait, as a fraction; 0 when they never did, null without a CPU limit or when unknown.',
  'Reliability.cpuAbove.value':
    'Minutes a day in which the CPU usage of all pods was above the request of all pods; 0 when it never was, null when unknown.',
  'Reliability.memoryAbove.value':
    'Minutes a day in which the memory usage of all pods was above the request of all pods; 0 when it never was, null when unknown.',
  'Reliability.memoryOfLimit.value':
    'Highest memory usage of a pod in the window ÷ its current limit, of the container that came closest, as a fraction; null without a limit or when unknown.',
  'Reliability.leak.isSeen':
    'Whether the memory of a container keeps growing; false when no leak was seen, null with too little evidence.',
  'Reliability.leak.bytesPerDay': 'Growth of the memory of the busiest pod in bytes a day; null when no leak was seen.',
  'Reliability.leak.hoursToLimit':
    'Hours until the memory reaches the limit if it keeps growing, 0 when it has; null without a leak or a limit.',
  'Reliability.eventsSince': 'Start of the time in which events were observed; null when they are unknown.',
  'events[].count': 'Number of pods that were killed or whose container restarted at this time, otherwise 1.',
  'events[].from':
    'Request or limit before the change, in cores or bytes; null when there was none. Absent for other events.',
  'events[].to':
    'Request or limit after the change, in cores or bytes; null when there is none. Absent for other events.',
  perPod: 'Limit of one pod, summed over its containers, in cores or bytes; null when a container has none.',
  'points[].request': 'Request of the container in one pod, in cores or bytes.',
  minutesAbovePerDay:
    'Share of the samples above the request × 1,440 minutes; 0 when none was above it. Memory: in these minutes, a pod would have been killed.',
  daysAbove:
    'Number of days on which the request was exceeded, or on which the container was killed at a limit that is not below the request.',
  dollarsUnusedPerYear:
    'Unused part of the request × pods × its share of a node × 8,760 hours, in US dollars; null when the pods are unknown.',
  'marks[].request': 'Request of one of the points, in cores or bytes.',
  'marks[].computed':
    'Result of the method for this mode before the bounds, in cores or bytes; null for the current request.',
  horizonMinutes: 'Time between the forecast and the moment it is for, in minutes.',
  'forecasts[].samples': 'Number of forecasts that could be compared with the usage that followed.',
  wape: 'Weighted absolute percentage error: sum of absolute errors ÷ sum of usage, as a fraction; 0 is perfect. Null when nothing could be compared.',
  seasonalNaiveWape: 'The same error for a baseline forecast that repeats the previous day.',
  coverage:
    'Share of samples between the 10 % and the 90 % quantile of the forecast, as a fraction; 0.8 is ideal. Null when nothing could be compared, absent from servers that do not measure it.',
  'worstShortfall.used': 'Usage at the moment when it exceeded the request most, in cores or bytes.',
  'worstShortfall.request': 'Request at that moment, in cores or bytes.',
  'replays[].value': 'The replayed request, which is the suggestion in force, in cores or bytes.',
  scale: 'Factor applied to the load, from 0.1 to 10; 2 is twice the load.',
  'WhatIf.samples.found':
    'Number of steps of the window with a value of CPU or memory, before they are combined into hours.',
  'WhatIf.samples.expected': 'Number of steps of the window.',
  'WhatIf.window.stepSeconds': 'Seconds between two steps.',
  'WhatIf.replicas.minReplicas': 'Lower bound configured in the autoscaler; null without one.',
  'WhatIf.replicas.maxReplicas': 'Upper bound configured in the autoscaler; null without one.',
  'WhatIf.replicas.peak':
    'Largest number of pods that run in the window, within the bounds of the autoscaler. Null when unknown.',
  'WhatIf.replicas.needed':
    'Largest number of pods that the formula of the HorizontalPodAutoscaler gives, even above the upper bound. Null with fixed replicas.',
  minutesShort:
    'Minutes in which the load needs more pods than the autoscaler may run; 0 when it never does, null with fixed replicas.',
  'containers[].request': 'Assumed request of the container in one pod, in cores or bytes; null without a request.',
  'containers[].limit': 'Limit of the container in one pod, in cores or bytes; null without a limit or when unknown.',
  'containers[].highest': 'Highest usage of the container in one pod, in cores or bytes; null without samples.',
  minutesWithSamples: 'Minutes of the window for which the usage of the container is known; 0 without samples.',
  minutesOverRequest:
    'Minutes in which the container uses more than its request; 0 when it never does, null without a request or samples.',
  minutesOverLimit:
    'Minutes in which the container would use more than its limit; 0 when it never does, null without a limit or samples.',
  'now.replicas': 'Ready pods now; null when unknown.',
  'peak.replicas': 'Largest number of pods that run in the window; null when unknown.',
  'now.cpu': 'CPU requests of these pods together, in cores; null when a container has no request.',
  'now.memory': 'Memory requests of these pods together, in bytes; null when a container has no request.',
  'peak.cpu': 'Assumed CPU requests of these pods together, in cores; null when a container has no request.',
  'peak.memory': 'Assumed memory requests of these pods together, in bytes; null when a container has no request.',
  'nodeShares.cpu': 'CPU requests ÷ cores of a node, a number of nodes such as 1.5; null when unknown.',
  'nodeShares.memory': 'Memory requests ÷ memory of a node, a number of nodes such as 1.5; null when unknown.',
  dollarsPerHour: 'US dollars an hour; null when a request is missing.',
  'WhatIf.dollars': 'US dollars for all replicas of the whole window; null when a request is missing.',
  'WhatIf.steps[].cpu': 'Scaled CPU usage of all pods together, in cores; null without samples.',
  'WhatIf.steps[].memory': 'Scaled memory usage of all pods together, in bytes; null without samples.',
  'WhatIf.steps[].replicas': 'Pods that run; null when unknown.',
  cpuPerPod: 'CPU usage ÷ pods, in cores; null when one of them is unknown.',
  memoryPerPod: 'Memory usage ÷ pods, in bytes; null when one of them is unknown.',
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
  why: 'The reason for the suggestion, with the numbers that it is based on.',
  'requests[].rule':
    'Memory: the rule with the lowest cost. Null for CPU: the constant request that would have cost least over the last 14 days, within 1 %.',
  'rule.statistic': '`p98`: 98 % of recent use was below this level; `peak`: maximum of the last 14 days.',
  ceiling:
    'Upper bound of the suggestion unless a guard raises it: 1.5 × the highest memory usage of the last 14 days; null for CPU.',
  clamp:
    'The bound that replaced `computed`: the ceiling if it is lower, or a guard (any other value) if it is higher. Null when no bound applied.',
  'requests[].replay': 'Result of `value` on the last 14 days, as unweighted means over the samples.',
  'requests[].current': 'The current request; null when none is set.',
  'current.replay': 'Result of the current request on the same days.',
  'requests[].outOfMemory': 'Containers killed for lack of memory (OOM) within the window.',
  'Explanation.replicas': 'How the number of replicas was computed; null when replicas are not scaled.',
  'replicas.minReplicas': 'Suggested minimum number of pods.',
  'replicas.maxReplicas': 'Suggested maximum number of pods.',
  'replicas.targetFrom': '`hpa`: the target of the autoscaler; `planned`: the target of the model mode.',
  'marks[].mark': '`current`: the current request. Otherwise the request of this mode.',
  'marks[].reason':
    'Why `request` differs from `computed` rounded up: a value of `clamp`, how it was adjusted to the replicas, or a sentence about the rules of the namespace. Null when it does not differ.',
  'weights[].expert': 'Name of one of the simple forecasting methods.',
  'Explanation.queries': 'Queries that were sent to the metrics source. You can run them yourself.',
  'Outlook.replicas': 'The same in pods; null when replicas are not scaled.',
  'resources[].week': 'The peak of the next seven days; null with less than ten days of samples.',
  'replicas.week': 'The peak of the next seven days; null with less than ten days of samples.',
  'queries[].figure': 'The figure that the query provides.',
};
