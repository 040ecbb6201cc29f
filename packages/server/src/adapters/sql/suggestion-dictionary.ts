import { Buffer } from 'node:buffer';

/**
 * Text that stored suggestions have in common: with it, each takes 40 % of the space. A suggestion can be read only with the
 * dictionary that it was written with, so this text never changes.
 */
export const suggestionDictionary = Buffer.from(
  [
    '{"answer":{"id":"","created":"2026-11-20T10:00:00.000Z",',
    '"publishedBecause":"The usage of the last hour was above the suggested request: Fewer replicas have been enough for an hour.More replicas are needed.It differs by 10% or more: cpu of ,',
    ' memory of app.",',
    '"why":"Cost savings: Max assurance: Balanced: CPU 100m = 1 × busy level 100m (98% of recent CPU work ran below it). Replayed on the last 13 days this rule left 20% unused and was exceeded 0.0% of the time; your request of 500m leaves 50% unused and is exceeded 0.0% of the time. Memory 500M = 1.05 × the highest of the last 14 days,',
    ' 500M. Replayed on the last 13 days this rule left 20% unused and was exceeded on 0 of 13 days; your request of 500M leaves 40% unused. Replicas 4: 500m CPU expected within 10 minutes (75% of forecasts end below) ÷ (100m per pod × 70% planned utilization) needs 4; 70% HPA target; usage right now needs 3,',
    ' and 3 are running; this mode keeps at least 2; the HPA allows 2 to 10.","metric":"cpu",',
    '"currentReplicas":3,"suggestedReplicas":4,"minReplicas":2,"maxReplicas":10,"forecasts":[],',
    '"resourceRecommendations":[{"container":"app","recommendations":[{"resource":"cpu","value":0.1},',
    '{"resource":"memory","value":1}]}]},"record":{"because":"It is the first suggestion.",',
    '"currentReplicas":3,"appliesTo":"[\\"StatefulSet\\",\\"DaemonSet\\",\\"Deployment\\",\\"cost_savings\\",',
    '\\"max_assurance\\",\\"balanced\\",\\"autonomous\\",\\"recommendation\\",\\"recommendation\\",[[\\"app\\"]],',
    '{\\"name\\":\\"\\",\\"minReplicas\\":2,\\"maxReplicas\\":10,\\"metrics\\":[{\\"type\\":\\"Resource\\",',
    '\\"name\\":\\"cpu\\",\\"target\\":{\\"type\\":\\"Utilization\\",\\"value\\":70}}]}null]","newestKillAt":null,',
    '"recommendation":{"mode":"balanced","start":1793961000000,"end":1795170600000,',
    '"containers":[{"name":"app","cpu":0.1,"memory":1}],"replicas":4,"minReplicas":2,"maxReplicas":10,',
    '"metric":"cpu","sized":[{"container":"app","resource":"cpu","samples":{"found":4032,',
    '"expected":4032},"firstSampleAt":1793961000000,"suggestion":{"value":0.1,"clamp":null,"base":"busy",',
    '"baseValue":0.1,"multiplier":1,"replay":{"slack":0.2,"over":0.0},"observed":{"days":13,"slack":0.2,',
    '"timeOver":0.0,"daysOver":0},"lambda":3,"ceiling":0.3},"current":{"request":0.5,"replay":{"days":13,',
    '"slack":0.5,"timeOver":0,"daysOver":0}},"lastHour":0.1,"kills":[]},{"container":"app",',
    '"resource":"memory","samples":{"found":4032,"expected":4032},"firstSampleAt":1793961000000,',
    '"suggestion":{"value":1,"clamp":null,"base":"peak14","baseValue":1,"multiplier":1.05,',
    '"replay":{"slack":0.2,"over":0.0},"observed":{"days":13,"slack":0.1,"timeOver":0,"daysOver":0},',
    '"lambda":3,"ceiling":null},"current":{"request":1,"replay":{"days":13,"slack":0.4,"timeOver":0,',
    '"daysOver":0}},"lastHour":1,"kills":[]}],"scaled":{"metric":"cpu","current":3,"requestPerPod":0.1,',
    '"targetFrom":"hpa","targetFrom":"planned","bounds":null,"suggestion":{"suggested":4,"minReplicas":2,',
    '"maxReplicas":10,"floor":4,"reactive":3,"target":0.7,"expectedUsage":0.2}},',
    '"why":"Balanced: CPU "}}}',
  ].join(''),
);
