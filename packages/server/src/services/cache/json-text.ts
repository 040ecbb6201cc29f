/** An item of an answer's list that is already serialized. Either all items of a list are `JsonText` or none. */
export class JsonText {
  readonly text: string;

  constructor(item: object) {
    this.text = JSON.stringify(item);
  }

  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}

/**
 * Serializes the item of each key once, and again only when one of its other inputs is a different object. Keys are
 * objects that are replaced whenever their content changes.
 */
export function writtenOnce<K extends object, I extends readonly unknown[]>(
  write: (key: K, ...inputs: I) => object,
): (key: K, ...inputs: I) => JsonText {
  const written = new WeakMap<K, { readonly inputs: I; readonly item: JsonText }>();
  return (key, ...inputs) => {
    const known = written.get(key);
    if (known?.inputs.every((input, index) => input === inputs[index])) return known.item;
    const item = new JsonText(write(key, ...inputs));
    written.set(key, { inputs, item });
    return item;
  };
}
