/** Compares plain values deeply: objects, arrays and primitives. Does not support Maps, Sets or dates. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && isEqual(Reflect.get(a, name), Reflect.get(b, name)))
  );
}
