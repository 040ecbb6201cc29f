import { describe, expect, it } from 'vitest';
import { hpas } from './hpa-objects.ts';

const target = { type: 'Utilization', averageUtilization: 70 };
const metricsOf = (...metrics: object[]) =>
  hpas.read({
    metadata: { name: 'cart', namespace: 'shop' },
    spec: { scaleTargetRef: { kind: 'Deployment', name: 'cart' }, maxReplicas: 20, metrics },
  })?.metrics;

describe('the metrics of an HPA', () => {
  it('name the container that a ContainerResource metric follows', () => {
    const follows = { type: 'Resource', name: 'cpu', target: { type: 'Utilization', value: 70 } };
    expect(
      metricsOf({ type: 'ContainerResource', containerResource: { name: 'cpu', container: 'app', target } }),
    ).toEqual([{ ...follows, container: 'app' }]);
    expect(metricsOf({ type: 'Resource', resource: { name: 'cpu', target } })).toEqual([follows]);
  });
});
