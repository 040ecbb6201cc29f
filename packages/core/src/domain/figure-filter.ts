/** The figures by which targets can be filtered: utilization in percent, incidents of 7 days, dollars a year. */
const figureNames = ['cpu', 'memory', 'oom_kills', 'restarts', 'net', 'cost'] as const;
type FigureName = (typeof figureNames)[number];

const operators = {
  '>': (a: number, b: number) => a > b,
  '>=': (a: number, b: number) => a >= b,
  '<': (a: number, b: number) => a < b,
  '<=': (a: number, b: number) => a <= b,
} as const;

/** Whether figures meet all comparisons of a filter. An unknown figure meets none. Only the compared figures are read. */
export type FigureFilter = (figureOf: (name: FigureName) => number | null) => boolean;

const longest = 200;
const comparison = /^\s*(\w+)\s*([<>]=?)\s*(-?\d+(?:\.\d+)?)\s*$/;

/** Comparisons separated by commas, all of which must hold: `cpu>90,net>=1000`. Null for any other text. */
export function parseFigureFilter(text: string): FigureFilter | null {
  if (text.length > longest) return null;
  const parts = text.split(',').map((part) => {
    const [, field, sign, number] = comparison.exec(part) ?? [];
    const name = figureNames.find((known) => known === field);
    if (name === undefined || (sign !== '>' && sign !== '>=' && sign !== '<' && sign !== '<=')) return null;
    return { name, holds: operators[sign], bound: Number(number) };
  });
  const known = parts.filter((part) => part !== null);
  if (known.length < parts.length) return null;
  return (figureOf) =>
    known.every(({ name, holds, bound }) => {
      const figure = figureOf(name);
      return figure !== null && holds(figure, bound);
    });
}
