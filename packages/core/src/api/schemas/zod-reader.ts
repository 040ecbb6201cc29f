/**
 * The part of `zod/mini` that reads values, in a twelfth of its size. The build of the console replaces zod with this
 * module, because zod would be a tenth of the console's first load. `zod-reader.test.ts` checks that both read values
 * in the same way.
 */

type Issue = { code: string; path: PropertyKey[]; message: string; input?: unknown; [detail: string]: unknown };
/** Returns the value that was read, and adds an issue for each error. */
type Read = (value: unknown, issues: Issue[]) => unknown;
type Check = (value: unknown, issues: Issue[]) => void;
type Shape = Readonly<Record<string, Schema>>;
type Options = { reportInput?: boolean };

const issue = (code: string, input: unknown, details: object = {}): Issue => ({
  code,
  path: [],
  message: 'Invalid input',
  input,
  ...details,
});

const noShape: Shape = {};

class Schema {
  readonly read: Read;
  /** Whether the input object may lack a field of this schema. */
  readonly mayLack: boolean;
  /** Whether the result object may lack a field of this schema. */
  readonly mayOmit: boolean;
  readonly shape: Shape;
  readonly others: Others;

  constructor(read: Read, mayLack = false, mayOmit = false, shape: Shape = noShape, others: Others = 'dropped') {
    this.read = read;
    this.mayLack = mayLack;
    this.mayOmit = mayOmit;
    this.shape = shape;
    this.others = others;
  }

  check(...checks: readonly Check[]): Schema {
    const checked: Read = (value, issues) => {
      const before = issues.length;
      const read = this.read(value, issues);
      if (issues.length === before) for (const one of checks) one(read, issues);
      return read;
    };
    return new Schema(checked, this.mayLack, this.mayOmit, this.shape, this.others);
  }

  safeParse(value: unknown, options?: Options) {
    return safeParse(this, value, options);
  }

  parse(value: unknown): unknown {
    return parse(this, value);
  }
}

class SchemaError extends Error {
  override name = 'SchemaError';
  readonly issues: Issue[];

  constructor(issues: Issue[]) {
    super(JSON.stringify(issues.map(({ code, path }) => ({ code, path }))));
    this.issues = issues;
  }
}

export function safeParse(schema: Schema, value: unknown, { reportInput = false }: Options = {}) {
  const issues: Issue[] = [];
  const data = schema.read(value, issues);
  if (issues.length === 0) return { success: true, data };
  if (!reportInput) for (const one of issues) delete one.input;
  return { success: false, error: new SchemaError(issues) };
}

export function parse(schema: Schema, value: unknown): unknown {
  const { data, error } = safeParse(schema, value);
  if (error !== undefined) throw error;
  return data;
}

/** Reads a part of a value. The paths of its issues start with the key of the part. */
function readPart({ read }: Schema, value: unknown, key: PropertyKey, issues: Issue[]): unknown {
  const before = issues.length;
  const part = read(value, issues);
  for (let index = before; index < issues.length; index += 1) issues[index]?.path.unshift(key);
  return part;
}

const ofType = (expected: string, accepts: (value: unknown) => boolean): Read => {
  return (value, issues) => {
    if (!accepts(value)) issues.push(issue('invalid_type', value, { expected }));
    return value;
  };
};
const plain = (expected: string, accepts: (value: unknown) => boolean) => {
  const schema = new Schema(ofType(expected, accepts));
  return () => schema;
};

export const string = plain('string', (value) => typeof value === 'string');
export const boolean = plain('boolean', (value) => typeof value === 'boolean');
export const number = plain('number', Number.isFinite);
export const int = () => number().check(ofType('int', Number.isSafeInteger));
export const unknown = plain('unknown', () => true);

const oneOf = (values: readonly unknown[]) =>
  new Schema((value, issues) => {
    if (!values.includes(value)) issues.push(issue('invalid_value', value, { values }));
    return value;
  });

export const optional = (inner: Schema) =>
  new Schema((value, issues) => (value === undefined ? undefined : inner.read(value, issues)), true, true);

export const nullable = (inner: Schema) =>
  new Schema((value, issues) => (value === null ? null : inner.read(value, issues)), inner.mayLack, inner.mayOmit);

const catching = (inner: Schema, instead: unknown) =>
  new Schema(
    (value) => {
      const issues: Issue[] = [];
      const read = inner.read(value, issues);
      if (issues.length === 0) return read;
      return typeof instead === 'function' ? instead() : instead;
    },
    true,
    inner.mayOmit,
  );

export const array = (item: Schema) =>
  new Schema((value, issues) => {
    if (Array.isArray(value)) return value.map((one: unknown, index) => readPart(item, one, index, issues));
    issues.push(issue('invalid_type', value, { expected: 'array' }));
    return value;
  });

export const union = (options: readonly Schema[]) =>
  new Schema(
    (value, issues) => {
      for (const option of options) {
        const own: Issue[] = [];
        const read = option.read(value, own);
        if (own.length === 0) return read;
      }
      issues.push(issue('invalid_union', value));
      return value;
    },
    options.some(({ mayLack }) => mayLack),
    options.some(({ mayOmit }) => mayOmit),
  );

export const pipe = (from: Schema, to: Schema) =>
  new Schema(
    (value, issues) => {
      const before = issues.length;
      const read = from.read(value, issues);
      return issues.length === before ? to.read(read, issues) : read;
    },
    from.mayLack,
    to.mayOmit,
  );

/** A function may add issues to its second argument. */
export const transform = (change: (value: unknown, context: { issues: object[] }) => unknown) =>
  new Schema((value, issues) => {
    const own: { path?: PropertyKey[] }[] = [];
    const changed = change(value, { issues: own });
    for (const { path = [], ...details } of own) issues.push({ ...issue('custom', value), ...details, path });
    return changed;
  }, true);

/** How fields that a shape does not name are treated. */
type Others = 'dropped' | 'kept' | 'refused';

function readFields(shape: Shape, value: object, issues: Issue[]): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const key of Object.keys(shape)) {
    const schema = shape[key];
    if (schema === undefined) continue;
    const isPresent = key in value;
    if (!isPresent && schema.mayLack && schema.mayOmit) continue;
    const before = issues.length;
    const field = readPart(schema, Reflect.get(value, key), key, issues);
    if (!isPresent && !schema.mayLack && issues.length === before)
      issues.push({ ...issue('invalid_type', undefined, { expected: 'nonoptional' }), path: [key] });
    if (field !== undefined || isPresent) fields[key] = field;
  }
  return fields;
}

const objectOf = (others: Others) => (shape: Shape) =>
  new Schema(
    (value, issues) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) {
        issues.push(issue('invalid_type', value, { expected: 'object' }));
        return value;
      }
      const fields = readFields(shape, value, issues);
      if (others === 'dropped') return fields;
      const more = Object.keys(value).filter((key) => !Object.hasOwn(shape, key));
      if (others === 'refused' && more.length > 0) issues.push(issue('unrecognized_keys', value, { keys: more }));
      else for (const key of more) if (key !== '__proto__') fields[key] = Reflect.get(value, key);
      return fields;
    },
    false,
    false,
    shape,
    others,
  );

export const object = objectOf('dropped');
export const looseObject = objectOf('kept');
export const strictObject = objectOf('refused');
export const extend = ({ shape, others }: Schema, more: Shape) => objectOf(others)({ ...shape, ...more });

export const record = (_keys: Schema, item: Schema) =>
  new Schema((value, issues) => {
    if (Object.prototype.toString.call(value) !== '[object Object]') {
      issues.push(issue('invalid_type', value, { expected: 'record' }));
      return value;
    }
    const own = Object.entries(Object(value)).filter(([key]) => key !== '__proto__');
    return Object.fromEntries(own.map(([key, one]) => [key, readPart(item, one, key, issues)]));
  });

const bound =
  (code: 'too_small' | 'too_big', isBeyond: (size: number, limit: number) => boolean, inclusive = true) =>
  (limit: number): Check =>
  (value, issues) => {
    const size = typeof value === 'string' || Array.isArray(value) ? value.length : Number(value);
    if (!isBeyond(size, limit)) return;
    const origin = Array.isArray(value) ? 'array' : typeof value;
    const limits = code === 'too_big' ? { maximum: limit } : { minimum: limit };
    issues.push(issue(code, value, { origin, inclusive, ...limits }));
  };

export const gte = bound('too_small', (size, limit) => size < limit);
export const lte = bound('too_big', (size, limit) => size > limit);
const gt = bound('too_small', (size, limit) => size <= limit, false);

export { gte as minLength, lte as maxLength };
export const positive = () => gt(0);
export const nonnegative = () => gte(0);

export { catching as catch, oneOf as enum };
