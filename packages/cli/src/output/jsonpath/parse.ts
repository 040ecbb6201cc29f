import { UsageError } from '../../failure.ts';

/** One step of a path. Each step applies to all values that the previous steps found. */
export type Step =
  | { kind: 'root' }
  | { kind: 'every' }
  | { kind: 'descendants' }
  | { kind: 'field'; names: readonly string[] }
  | { kind: 'index'; indexes: readonly number[] }
  | { kind: 'slice'; from: number; to: number | null; by: number }
  | { kind: 'filter'; left: Operand; compare: Operator | null; right: Operand | null };

export type Literal = string | number | boolean;
export type Operand = { kind: 'path'; steps: readonly Step[] } | { kind: 'literal'; value: Literal };

const operators = ['==', '!=', '<=', '>=', '<', '>'] as const;
export type Operator = (typeof operators)[number];

/** A part of a template. */
export type Part =
  | { kind: 'text'; text: string }
  | { kind: 'path'; steps: readonly Step[] }
  | { kind: 'range'; steps: readonly Step[]; body: readonly Part[] };

const quotedPattern = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/y;
const namePattern = /(?:[^\s.[\]{}()<>=!,'"|\\]|\\.)+/y;
const numberPattern = /[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const slicePattern = /(-?\d+)?:(-?\d+)?(?::(\d+))?/y;
const indexPattern = /-?\d+/y;
const escapes = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
]);

/** Reads a template from the left. */
class Scanner {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  /** Consumes a text or a pattern at the current position; null if it is not there. */
  take(wanted: string | RegExp): string | null {
    if (typeof wanted === 'string') {
      if (!this.#text.startsWith(wanted, this.#at)) return null;
      this.#at += wanted.length;
      return wanted;
    }
    wanted.lastIndex = this.#at;
    const [found] = wanted.exec(this.#text) ?? [];
    this.#at += found?.length ?? 0;
    return found ?? null;
  }

  takeUntil(end: string): string {
    const next = this.#text.indexOf(end, this.#at);
    const found = this.#text.slice(this.#at, next < 0 ? undefined : next);
    this.#at += found.length;
    return found;
  }

  skipBlanks(): void {
    this.take(/\s*/y);
  }

  require(wanted: string): void {
    if (this.take(wanted) === null) throw this.error(`${wanted} is missing`);
  }

  error(problem: string): UsageError {
    const rest = this.#text.slice(this.#at, this.#at + 20);
    return new UsageError(
      `The JSONPath template is wrong: ${problem}${rest === '' ? ' at the end' : ` before ${rest}`}`.concat('.'),
      "Use the syntax of kubectl, such as -o jsonpath='{.items[*].name}'.",
    );
  }
}

/** The text of a quoted literal, with the escapes of Go. */
const unquoted = (quoted: string): string =>
  quoted
    .slice(1, -1)
    .replace(/\\(?:u([\da-fA-F]{4})|(.))/g, (_all, code: string | undefined, sign: string | undefined) =>
      code === undefined ? (escapes.get(sign ?? '') ?? sign ?? '') : String.fromCharCode(Number.parseInt(code, 16)),
    );

function literalOf(scanner: Scanner): Literal | null {
  const quoted = scanner.take(quotedPattern);
  if (quoted !== null) return unquoted(quoted);
  const number = scanner.take(numberPattern);
  if (number !== null) return Number(number);
  if (scanner.take(/true\b/y) !== null) return true;
  return scanner.take(/false\b/y) === null ? null : false;
}

function operandOf(scanner: Scanner): Operand {
  scanner.skipBlanks();
  const value = literalOf(scanner);
  const operand: Operand = value === null ? { kind: 'path', steps: pathOf(scanner) } : { kind: 'literal', value };
  scanner.skipBlanks();
  return operand;
}

function filterOf(scanner: Scanner): Step {
  const left = operandOf(scanner);
  const compare = operators.find((operator) => scanner.take(operator) !== null) ?? null;
  const right = compare === null ? null : operandOf(scanner);
  scanner.require(')');
  return { kind: 'filter', left, compare, right };
}

/** A list with commas, such as the indexes or names in brackets. */
function listOf(scanner: Scanner, pattern: RegExp): string[] {
  const list: string[] = [];
  do {
    scanner.skipBlanks();
    const item = scanner.take(pattern);
    if (item === null) throw scanner.error('an index, a name in quotes, * or a filter is missing');
    list.push(item);
    scanner.skipBlanks();
  } while (scanner.take(',') !== null);
  return list;
}

/** Parses the content of brackets, after the opening one. */
function bracketsOf(scanner: Scanner): Step {
  scanner.skipBlanks();
  if (scanner.take('*') !== null) return { kind: 'every' };
  if (scanner.take('?(') !== null) return filterOf(scanner);
  const slice = scanner.take(slicePattern);
  if (slice !== null) {
    const [from = '', to = '', by = ''] = slice.split(':');
    return { kind: 'slice', from: Number(from), to: to === '' ? null : Number(to), by: Math.max(1, Number(by || 1)) };
  }
  const quoted = scanner.take(/(?=['"])/y) !== null;
  if (quoted) return { kind: 'field', names: listOf(scanner, quotedPattern).map((name) => unquoted(name)) };
  return { kind: 'index', indexes: listOf(scanner, indexPattern).map(Number) };
}

function fieldOf(scanner: Scanner): Step | null {
  if (scanner.take('*') !== null) return { kind: 'every' };
  const name = scanner.take(namePattern);
  return name === null ? null : { kind: 'field', names: [name.replaceAll(/\\(.)/g, '$1')] };
}

/** A path such as `.items[0].name`, `@` or `$..name`. */
function pathOf(scanner: Scanner): Step[] {
  const steps: Step[] = [];
  if (scanner.take('$') !== null) steps.push({ kind: 'root' });
  else scanner.take('@');
  for (;;) {
    if (scanner.take('..') !== null) {
      steps.push({ kind: 'descendants' });
      const field = fieldOf(scanner);
      if (field !== null) steps.push(field);
    } else if (scanner.take('.') !== null) {
      const field = fieldOf(scanner);
      if (field !== null) steps.push(field);
    } else if (scanner.take('[') !== null) {
      steps.push(bracketsOf(scanner));
      scanner.skipBlanks();
      scanner.require(']');
    } else {
      return steps;
    }
  }
}

/** Parses the content of braces, after the opening one; null for `{end}`. */
function actionOf(scanner: Scanner): Part | null {
  scanner.skipBlanks();
  if (scanner.take(/end\s*\}/y) !== null) return null;
  if (scanner.take(/range\s+/y) !== null) {
    const steps = pathOf(scanner);
    scanner.skipBlanks();
    scanner.require('}');
    return { kind: 'range', steps, body: partsOf(scanner, true) };
  }
  const value = literalOf(scanner);
  const part: Part = value === null ? { kind: 'path', steps: pathOf(scanner) } : { kind: 'text', text: String(value) };
  scanner.skipBlanks();
  scanner.require('}');
  return part;
}

/** The parts up to the end of the template or, in a range, up to `{end}`. As in kubectl, the last `{end}` may be missing. */
function partsOf(scanner: Scanner, isInRange: boolean): Part[] {
  const parts: Part[] = [];
  while (!scanner.isAtEnd) {
    const text = scanner.takeUntil('{');
    if (text !== '') parts.push({ kind: 'text', text });
    if (scanner.take('{') === null) return parts;
    const action = actionOf(scanner);
    if (action === null && isInRange) return parts;
    if (action === null) throw scanner.error('{end} has no {range}');
    parts.push(action);
  }
  return parts;
}

/** Parses a template of kubectl. A template without braces is one path, because it would print only itself. */
export const parseTemplate = (template: string): Part[] =>
  partsOf(new Scanner(template.includes('{') ? template : `{${template.replace(/^(?![.$@[])/, '.')}}`), false);

/** Parses the path of a column, with or without braces and the first dot. */
export function parsePath(text: string): readonly Step[] {
  const [part, ...more] = parseTemplate(text);
  if (part?.kind === 'path' && more.length === 0) return part.steps;
  throw new UsageError(`"${text}" is not the path of a column.`, 'Use a path such as .name or .status.label.');
}
