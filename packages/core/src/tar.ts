const blockBytes = 512;
const text = new TextEncoder();

/** A file of an archive. The path is relative, with slashes. */
export type ArchiveFile = { readonly path: string; readonly content: Uint8Array };

/** The end marker of an archive. Readers detect a truncated archive by its absence. */
export const endOfTar = (): Uint8Array<ArrayBuffer> => new Uint8Array(2 * blockBytes);

/**
 * One file in the tar format (POSIX.1-2001, "pax Interchange Format"): its header, its content and the padding to whole
 * blocks. A path that is too long for the header goes into an extended header before it.
 */
export function* tarEntry({ path, content }: ArchiveFile, modifiedAt: number): Generator<Uint8Array<ArrayBuffer>> {
  const pathBytes = text.encode(path);
  if (pathBytes.length > nameBytes) {
    const record = paxRecord('path', pathBytes);
    yield* blocks(header({ name: text.encode('long-path'), type: 'x', size: record.length, modifiedAt }), record);
  }
  yield* blocks(
    header({ name: pathBytes.subarray(0, nameBytes), type: '0', size: content.length, modifiedAt }),
    content,
  );
}

function* blocks(head: Uint8Array<ArrayBuffer>, content: Uint8Array): Generator<Uint8Array<ArrayBuffer>> {
  yield head;
  yield new Uint8Array(content);
  const padding = (blockBytes - (content.length % blockBytes)) % blockBytes;
  if (padding > 0) yield new Uint8Array(padding);
}

/** "length key=value\n", where the length counts its own digits too. */
function paxRecord(key: string, value: Uint8Array): Uint8Array {
  const rest = text.encode(` ${key}=`).length + value.length + 1;
  let length = rest;
  while (length !== rest + String(length).length) length = rest + String(length).length;
  const record = new Uint8Array(length);
  record.set(text.encode(`${length} ${key}=`));
  record.set(value, length - value.length - 1);
  record[length - 1] = 0x0a;
  return record;
}

const nameBytes = 100;

type Header = {
  readonly name: Uint8Array;
  readonly type: '0' | 'x';
  readonly size: number;
  readonly modifiedAt: number;
};

/** A ustar header. Numbers are octal text. Owner and group are left at 0. */
function header({ name, type, size, modifiedAt }: Header): Uint8Array<ArrayBuffer> {
  const block = new Uint8Array(blockBytes);
  const put = (at: number, value: string) => block.set(text.encode(value), at);
  block.set(name);
  put(100, octal(0o644, 7));
  put(108, octal(0, 7));
  put(116, octal(0, 7));
  put(124, octal(size, 11));
  put(136, octal(modifiedAt / 1_000, 11));
  put(148, ' '.repeat(8));
  put(156, type);
  put(257, 'ustar\x0000');
  // The checksum is the sum of all bytes, with spaces in place of the checksum itself.
  const sum = block.reduce((total, byte) => total + byte, 0);
  put(148, `${octal(sum, 6)} `);
  return block;
}

const octal = (value: number, digits: number): string => `${Math.floor(value).toString(8).padStart(digits, '0')}\0`;
