import { labelTooLong } from './response.ts';

/** All endpoints that are used. No part of a path comes from user input. */
export type Path = 'query' | 'query_range' | 'metadata' | 'label/__name__/values';

/** An object or list of a response that is read entry by entry, and its depth, itself included. */
type Container = { readonly key: string; readonly open: number; readonly depth: number };

const codeOf = (character: string): number => character.codePointAt(0) ?? 0;
const [quote, backslash, comma] = ['"', '\\', ','].map(codeOf);
const [bracket, brace] = [codeOf('['), codeOf('{')];
const [bracketEnd, braceEnd] = [codeOf(']'), codeOf('}')];

const results: Container = { key: 'result', open: bracket, depth: 3 };
const containers: Readonly<Record<Path, Container>> = {
  query: results,
  query_range: results,
  metadata: { key: 'data', open: brace, depth: 2 },
  'label/__name__/values': { key: 'data', open: bracket, depth: 2 },
};

/**
 * A series of 11,000 points has 330 KB, and the rest of a response a few KB. In memory, both may take 30 times as much.
 */
const mostCharacters = 512 * 1024;
/** Mimir and Cortex store labels of 2,048 characters by default, VictoriaMetrics of 4,096, Kubernetes of 253. */
const mostLabelCharacters = 4_096;
/** Buckets of native histograms are nine levels deep. */
const mostDepth = 32;

/**
 * Cuts the JSON of a response, which arrives in parts, into the entries of its list. The whole response is never parsed
 * at once, because a hostile one would take thirty times its bytes. Each entry is parsed on its own. An entry of an
 * object becomes an object with one key. `tooLong` is the error for an entry that is too long or too deep, or for too
 * much text around the list. A series with a long label is rejected before its text is kept.
 */
export function createEntryReader(path: Path, onEntry: (entry: unknown) => void, tooLong: () => Error) {
  const { key, open, depth: ownDepth } = containers[path];
  const name = new RegExp(`"${key}"\\s*:\\s*$`);
  let [outside, entry] = ['', ''];
  let [depth, count] = [0, 0];
  let isInside = false;
  /** Whether the last part ended within a string, and within the string after a backslash. */
  let [isString, isEscaped] = [false, false];
  let stringLength = 0;

  const keep = (text: string) => {
    if (isInside) entry += text;
    else outside += text;
    if (entry.length > mostCharacters || outside.length > mostCharacters) throw tooLong();
  };
  const endEntry = () => {
    onEntry(JSON.parse(open === brace ? `{${entry}}` : entry));
    entry = '';
    count += 1;
  };
  const isStart = (text: string, from: number, at: number) =>
    depth === ownDepth && name.test(outside.slice(-40) + text.slice(Math.max(from, at - 40), at));

  const countString = (characters: number) => {
    stringLength += characters;
    if (isInside && containers[path] === results && stringLength > mostLabelCharacters) {
      throw labelTooLong(mostLabelCharacters);
    }
  };

  /** The end of the string that contains the position `at`. */
  const endOfString = (text: string, at: number): number => {
    let isNextEscaped = isEscaped;
    for (let next = at; next < text.length; next += 1) {
      const code = text.charCodeAt(next);
      if (isNextEscaped) isNextEscaped = false;
      else if (code === backslash) isNextEscaped = true;
      else if (code === quote) {
        [isString, isEscaped] = [false, false];
        countString(next - at);
        stringLength = 0;
        return next;
      }
    }
    [isString, isEscaped] = [true, isNextEscaped];
    countString(text.length - at);
    return text.length;
  };

  return {
    /** Returns how many values the part contains. @throws SyntaxError, and what `onEntry` throws */
    add(text: string): number {
      let [from, values] = [0, 0];
      for (let at = isString ? endOfString(text, 0) + 1 : 0; at < text.length; at += 1) {
        const code = text.charCodeAt(at);
        if (code === quote) at = endOfString(text, at + 1);
        else if (code === comma) {
          values += 1;
          if (!isInside || depth !== ownDepth) continue;
          keep(text.slice(from, at));
          from = at + 1;
          endEntry();
        } else if (code === bracket || code === brace) {
          values += 1;
          depth += 1;
          if (depth > mostDepth) throw tooLong();
          if (isInside || code !== open || !isStart(text, from, at)) continue;
          keep(text.slice(from, at + 1));
          from = at + 1;
          isInside = true;
        } else if (code === bracketEnd || code === braceEnd) {
          if (isInside && depth === ownDepth) {
            keep(text.slice(from, at));
            from = at;
            if (count > 0 || entry.trim() !== '') endEntry();
            isInside = false;
          }
          depth -= 1;
        }
      }
      keep(text.slice(from));
      return values;
    },
    /** The response without the entries. */
    outside: () => outside,
  };
}
