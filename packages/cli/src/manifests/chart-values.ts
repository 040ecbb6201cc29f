import { isRecord } from '@trimtab/core';
import { valueAt } from './edit-text.ts';
import type { Layer } from './layer.ts';
import type { ManifestFile } from './manifest-file.ts';
import type { ChartValues } from './mapping-file.ts';
import type { Composed } from './placement.ts';
import { locate, readValuePath } from './value-path.ts';
import { dataOf, type Path } from './yaml-source.ts';

/** A workload that a chart deploys. The values that its templates read replace its manifest. */
export function chartWorkload(values: ChartValues, file: ManifestFile): Composed {
  const { namespace, name, kind, autoscaling } = values;
  const datas = file.source.documents.map(dataOf);
  const wanted = [...Object.values(values.containers), ...(values.replicas === null ? [] : [values.replicas])];
  const document = Math.max(
    datas.findIndex((data) => wanted.every((path) => isThere(data, path))),
    0,
  );
  const base = { file, document, data: datas[document] };
  const bounds = autoscaling === null ? null : boundsLayer(base, autoscaling);
  const workload = {
    origin: file.path,
    namespace,
    name,
    kind,
    layers: [workloadLayer(base, values)],
    autoscaler: null,
  };
  return bounds === null ? workload : { ...workload, autoscaler: { ...workload, kind: null, layers: [bounds] } };
}

/** Whether a value can be set in a document, which requires that the map around it exists. */
function isThere(data: unknown, text: string): boolean {
  const path = pathIn(data, text);
  return path !== null && isRecord(valueAt(data, path.slice(0, -1)));
}

function pathIn(data: unknown, text: string): Path | null {
  const steps = readValuePath(text);
  return steps === null ? null : locate(data, steps);
}

type Base = { readonly file: ManifestFile; readonly document: number; readonly data: unknown };

const layer = (
  { file, document }: Base,
  more: Pick<Layer, 'data' | 'placeOf'> & { readonly missing: string | undefined },
): Layer => ({
  file,
  source: file.source,
  document,
  inside: [document],
  form: 'object',
  removed: null,
  data: more.data,
  placeOf: more.placeOf,
  problem: file.problem ?? (more.missing === undefined ? null : `it has no ${more.missing}`),
});

const below = (path: Path, key: readonly string[]) => ({ map: path.slice(0, -1), key: [String(path.at(-1)), ...key] });

function workloadLayer(base: Base, { containers, replicas }: ChartValues): Layer {
  const all = Object.entries(containers).map(([name, text]) => ({ name, text, path: pathIn(base.data, text) }));
  const count = replicas === null ? null : pathIn(base.data, replicas);
  const list = all.map(({ name, path }) => ({ name, resources: path === null ? undefined : valueAt(base.data, path) }));
  return layer(base, {
    missing: all.find(({ text }) => !isThere(base.data, text))?.text,
    data: {
      spec: {
        ...(count === null ? {} : { replicas: valueAt(base.data, count) }),
        // The mapping does not say whether a container is an init container.
        template: { spec: { containers: list, initContainers: list } },
      },
    },
    placeOf: (start, [, ...key]) => {
      const index = start.at(-1);
      const path = typeof index === 'number' ? (all[index]?.path ?? null) : count;
      if (path === null) return null;
      return below(path, typeof index === 'number' ? key : []);
    },
  });
}

function boundsLayer(base: Base, text: string): Layer {
  const path = pathIn(base.data, text);
  const found = path === null ? undefined : valueAt(base.data, path);
  return layer(base, {
    missing: isThere(base.data, text) ? undefined : text,
    data: { spec: isRecord(found) ? found : {} },
    placeOf: (_start, [, ...key]) => (path === null ? null : below(path, key)),
  });
}
