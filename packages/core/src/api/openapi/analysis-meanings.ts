/** The part of `meanings` for explanations, forecasts, reliability and the simulator. */
export const analysisMeanings: Readonly<Record<string, string>> = {
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
  why: 'The reason for the suggestion, with the numbers that it is based on.',
  'requests[].rule':
    'Memory: the rule with the lowest cost. Null for CPU: the constant request whose cost over the last 14 days, as a mean over the requests within 3 % of it, is at most 1 % above the lowest.',
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
