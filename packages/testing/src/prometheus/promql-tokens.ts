/** A PromQL token. The text of a string is unquoted. */
export type Token = { readonly kind: 'word' | 'string' | 'symbol'; readonly text: string };

const simple = new Map([
  ['a', '\u0007'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\u000b'],
  ['\\', '\\'],
  ['"', '"'],
]);

/** Reads a double-quoted string by the rules of Prometheus' lexer; throws if the lexer would reject it. */
function readString(query: string, from: number): { text: string; next: number } {
  let text = '';
  let at = from + 1;
  for (;;) {
    const letter = query[at];
    if (letter === undefined || letter === '\n') throw new Error(`unterminated string at ${from}`);
    if (letter === '"') return { text, next: at + 1 };
    if (letter !== '\\') {
      text += letter;
      at += 1;
      continue;
    }
    const escape = query[at + 1] ?? '';
    const plain = simple.get(escape);
    if (plain !== undefined) {
      text += plain;
      at += 2;
    } else if (escape === 'u') {
      const code = Number.parseInt(query.slice(at + 2, at + 6), 16);
      if (Number.isNaN(code) || (code >= 0xd800 && code < 0xe000)) throw new Error(`bad escape at ${at}`);
      text += String.fromCodePoint(code);
      at += 6;
    } else throw new Error(`bad escape at ${at}`);
  }
}

export function tokens(query: string): Token[] {
  const found: Token[] = [];
  let at = 0;
  while (at < query.length) {
    const rest = query.slice(at);
    const blank = /^\s+/.exec(rest)?.[0];
    const word = /^[A-Za-z_:][A-Za-z0-9_:]*/.exec(rest)?.[0];
    const symbol = /^(?:=~|!~|!=|==|[-+*/(){}[\],=:<>.0-9])/.exec(rest)?.[0];
    if (rest.startsWith('#')) throw new Error(`a comment begins at ${at}`);
    if (rest.startsWith('"')) {
      const { text, next } = readString(query, at);
      found.push({ kind: 'string', text });
      at = next;
    } else if (blank !== undefined) at += blank.length;
    else if (word !== undefined) {
      found.push({ kind: 'word', text: word });
      at += word.length;
    } else if (symbol !== undefined) {
      found.push({ kind: 'symbol', text: symbol });
      at += symbol.length;
    } else throw new Error(`unexpected ${JSON.stringify(rest[0])} at ${at}`);
  }
  return found;
}

/** All matchers of a query; values are unquoted. */
export function matchers(query: string): { label: string; operator: string; value: string }[] {
  const list = tokens(query);
  return list.flatMap((token, index) => {
    if (token.kind !== 'string') return [];
    return [{ label: list[index - 2]?.text ?? '', operator: list[index - 1]?.text ?? '', value: token.text }];
  });
}
