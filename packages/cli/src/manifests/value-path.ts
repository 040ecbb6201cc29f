import { isRecord } from '@trimtab/core';
import { valueAt } from './edit-text.ts';
import type { Path } from './yaml-source.ts';

type Step = string | number | { readonly key: string; readonly value: string };

const step = /(?:^|\.)((?:\\.|[^.[\]\\])+)|\[(\d+)\]|\[([\w-]+)=([^\]]+)\]/y;

/** The steps of a path such as `workers[0].resources` or `workers[name=web].resources`; null if it is not one. */
export function readValuePath(text: string): readonly Step[] | null {
  const steps: Step[] = [];
  step.lastIndex = 0;
  while (step.lastIndex < text.length) {
    const found = step.exec(text);
    if (found === null) return null;
    const [, name, index, key = '', value = ''] = found;
    if (name !== undefined) steps.push(name.replaceAll(/\\(.)/g, '$1'));
    else steps.push(index === undefined ? { key, value } : Number(index));
  }
  return steps.length === 0 || typeof steps.at(-1) !== 'string' ? null : steps;
}

/** The path in a document; null if an item of a list does not exist or exists twice. */
export function locate(data: unknown, steps: readonly Step[]): Path | null {
  const path: (string | number)[] = [];
  for (const one of steps) {
    if (typeof one !== 'object') path.push(one);
    else {
      const list = valueAt(data, path);
      const found = (Array.isArray(list) ? list : []).flatMap((item, index) =>
        isRecord(item) && item[one.key] === one.value ? [index] : [],
      );
      const [index] = found;
      if (index === undefined || found.length > 1) return null;
      path.push(index);
    }
  }
  return path;
}
