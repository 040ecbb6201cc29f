import { isMap, isScalar, isSeq } from 'yaml';
import type { ManifestFile } from './manifest-file.ts';
import type { ChartValues } from './mapping-file.ts';
import type { Path } from './yaml-source.ts';

const comment = /#[ \t]*trimtab:[ \t]*([^\s/]+)\/(\S+)[ \t]+(?:container[ \t]+(\S+)|(replicas|autoscaling))[ \t]*$/;

/**
 * The values that comments assign to workloads: `# trimtab: shop/cart container api` beside the key `resources`, or in the
 * line above it, and likewise `replicas` and `autoscaling`.
 */
export function readValueComments(file: ManifestFile): ChartValues[] {
  const { path, text } = file;
  if (!text.includes('trimtab:')) return [];
  const lines = text.split(/\r?\n/);
  const paths = pathsByLine(
    file.source.documents.map(({ contents }) => contents),
    text,
  );
  const byWorkload = new Map<string, ChartValues>();
  for (const [index, line] of lines.entries()) {
    const [found, namespace = '', name = '', container, other] = comment.exec(line) ?? [];
    if (found === undefined) continue;
    const isAlone = line.trim() === found.trim();
    const at = isAlone ? lines.findIndex((one, below) => below > index && !/^\s*(#|$)/.test(one)) : index;
    const value = paths.get(at);
    if (value === undefined) continue;
    const key = `${namespace}/${name}`;
    const none = { namespace, name, kind: null, file: path, containers: {}, replicas: null, autoscaling: null };
    const before = byWorkload.get(key) ?? none;
    byWorkload.set(key, {
      ...before,
      ...(container === undefined ? {} : { containers: { ...before.containers, [container]: value } }),
      ...(other === undefined ? {} : { [other]: value }),
    });
  }
  return [...byWorkload.values()];
}

/** For each line, the path of the first key that begins in it, in the syntax of a mapping file. */
function pathsByLine(roots: readonly unknown[], text: string): ReadonlyMap<number, string> {
  const starts = new Map<number, string>();
  const visitNode = (node: unknown, path: Path): void => {
    if (isSeq(node)) for (const [index, item] of node.items.entries()) visitNode(item, [...path, index]);
    if (!isMap(node)) return;
    for (const { key, value } of node.items) {
      if (!isScalar(key) || !key.range) continue;
      const own = [...path, String(key.value)];
      if (!starts.has(key.range[0])) starts.set(key.range[0], valuePathText(own));
      visitNode(value, own);
    }
  };
  for (const root of roots) visitNode(root, []);
  const byLine = new Map<number, string>();
  let [line, offset] = [0, 0];
  for (const [start, path] of [...starts].toSorted(([a], [b]) => a - b)) {
    line += text.slice(offset, start).split('\n').length - 1;
    offset = start;
    if (!byLine.has(line)) byLine.set(line, path);
  }
  return byLine;
}

const valuePathText = (path: Path): string =>
  path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${key.replaceAll(/[\\.[\]]/g, String.raw`\$&`)}`))
    .join('')
    .replace(/^\./, '');
