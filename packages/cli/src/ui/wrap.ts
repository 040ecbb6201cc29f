/** Breaks a text between words. A word longer than the width gets its own line. */
export function wrapWords(
  text: string,
  columns: number,
  widthOf: (line: string) => number = (line) => line.length,
): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && widthOf(longer) > columns) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return [...lines, line];
}
