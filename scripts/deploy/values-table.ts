import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMap, isScalar, type Pair, parseDocument, stringify, type YAMLMap } from 'yaml';
import { chart } from './render.ts';

type Value = { readonly path: string; readonly meaning: string; readonly initial: string };

const code = (text: string): string => `\`${text}\``;
const cell = (text: string): string => text.trim().replaceAll('|', '\\|').replaceAll('\n', ' ');

/** The values of a map in values.yaml with the comments above them. */
function valuesIn(map: YAMLMap, path: readonly string[]): readonly Value[] {
  return map.items.flatMap((pair: Pair, index) => {
    const key = isScalar(pair.key) ? pair.key : null;
    const own = [...path, String(key?.value)];
    // The comment above the first key of a map belongs to the map.
    const comment = key?.commentBefore ?? (index === 0 && path.length > 0 ? map.commentBefore : undefined) ?? '';
    if (isMap(pair.value) && pair.value.items.length > 0 && comment === '') return valuesIn(pair.value, own);
    const initial = stringify(pair.value, { collectionStyle: 'flow', lineWidth: 0 });
    return [{ path: own.join('.'), meaning: comment, initial }];
  });
}

/** The page of the chart: its text above the table, then a row for each value. */
export function readmeOfChart(): string {
  const document = parseDocument(readFileSync(join(chart, 'values.yaml'), 'utf8'));
  if (!isMap(document.contents)) throw new Error('values.yaml has no values.');
  const rows = valuesIn(document.contents, []).map(
    ({ path, meaning, initial }) => `| ${code(path)} | ${cell(meaning)} | ${code(cell(initial))} |`,
  );
  const [text = ''] = readFileSync(join(chart, 'README.md'), 'utf8').split('\n| Value |');
  return [text, '| Value | Meaning | Default |', '|---|---|---|', ...rows, ''].join('\n');
}
