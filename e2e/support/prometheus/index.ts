export { type RawSample, type SeededCluster, type SeededSeries, samplesIn, seriesOf } from './cluster.ts';
export { type FilledCluster, type FillOptions, fillCluster } from './fill.ts';
export { type ClusterOptions, generateCluster } from './generate.ts';
export { findPrometheus, type RunningPrometheus, startPrometheus } from './start.ts';
export { type SeededContainer, type SeededHpa, type SeededWorkload, standardWorld } from './world.ts';
