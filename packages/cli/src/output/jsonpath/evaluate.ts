import { isRecord } from '@trimtab/core';
import { UsageError } from '../../failure.ts';
import { type Literal, type Operand, type Operator, type Part, parseTemplate, type Step } from './parse.ts';

const failed = (problem: string): UsageError =>
  new UsageError(`The JSONPath template does not fit the data: ${problem}.`, 'To see the data: -o json');

function arrayOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  throw failed(`${text(value).slice(0, 40)} is not a list`);
}

function elementAt(list: readonly unknown[], index: number): unknown {
  const at = index < 0 ? list.length + index : index;
  if (at >= 0 && at < list.length) return list[at];
  throw failed(`there is no element ${index} in a list of ${list.length}`);
}

function slice(list: readonly unknown[], { from, to, by }: Extract<Step, { kind: 'slice' }>): unknown[] {
  const end = to ?? list.length;
  return list.slice(from, end).filter((_, index) => index % by === 0);
}

function childrenOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  return isRecord(value) ? Object.values(value) : [];
}

/** The value and everything in it. */
const descendantsOf = (value: unknown): unknown[] => [value, ...childrenOf(value).flatMap(descendantsOf)];

function fieldsOf(value: unknown, names: readonly string[]): unknown[] {
  if (!isRecord(value)) return [];
  return names.flatMap((name) => (Object.hasOwn(value, name) ? [value[name]] : []));
}

const comparisons: Record<Operator, (a: Literal, b: Literal) => boolean> = {
  '==': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
};

const isLiteral = (value: unknown): value is Literal => ['string', 'number', 'boolean'].includes(typeof value);

/** The value of an operand; undefined if there is none or if it cannot be compared. */
function operandValue(operand: Operand, root: unknown, value: unknown): Literal | undefined {
  if (operand.kind === 'literal') return operand.value;
  const [found, ...more] = find(operand.steps, root, value);
  if (more.length > 0) throw failed('a comparison needs one value on each side');
  return isLiteral(found) ? found : undefined;
}

function matches({ left, compare, right }: Extract<Step, { kind: 'filter' }>, root: unknown, value: unknown): boolean {
  if (compare === null || right === null) {
    return left.kind === 'literal' ? left.value === true : find(left.steps, root, value).length > 0;
  }
  const a = operandValue(left, root, value);
  const b = operandValue(right, root, value);
  if (a === undefined || b === undefined) return false;
  if (typeof a !== typeof b) throw failed(`${text(a)} and ${text(b)} cannot be compared`);
  return comparisons[compare](a, b);
}

function stepFrom(step: Step, root: unknown, value: unknown): unknown[] {
  switch (step.kind) {
    case 'root':
      return [root];
    case 'every':
      return childrenOf(value);
    case 'descendants':
      return descendantsOf(value);
    case 'field':
      return fieldsOf(value, step.names);
    case 'index':
      return step.indexes.map((index) => elementAt(arrayOf(value), index));
    case 'slice':
      return slice(arrayOf(value), step);
    case 'filter':
      break;
  }
  return arrayOf(value).filter((each) => matches(step, root, each));
}

/** All values at a path. A missing field gives none. */
export const find = (steps: readonly Step[], root: unknown, value: unknown): unknown[] =>
  steps.reduce<unknown[]>((values, step) => values.flatMap((each) => stepFrom(step, root, each)), [value]);

/** A text without quotes, anything else as JSON. */
export const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function render(parts: readonly Part[], root: unknown, value: unknown): string {
  return parts
    .map((part) => {
      if (part.kind === 'text') return part.text;
      const found = find(part.steps, root, value);
      if (part.kind === 'path') return found.map(text).join(' ');
      return found.map((each) => render(part.body, root, each)).join('');
    })
    .join('');
}

/** Fills a template with data. As in kubectl, nothing is added at its end. */
export const fillTemplate = (template: string, data: unknown): string => render(parseTemplate(template), data, data);
