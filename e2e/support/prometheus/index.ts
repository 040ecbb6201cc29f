export { type SeededCluster, type SeededSeries, samplesIn, seriesOf } from './cluster.ts';
export { type FilledCluster, type FillOptions, fillCluster } from './fill.ts';
export {
  findPrometheus,
  findVictoriaMetrics,
  type RunningPrometheus,
  startPrometheus,
  startVictoriaMetrics,
} from './start.ts';
export { type SeededContainer, type SeededWorkload, standardWorld } from './world.ts';
