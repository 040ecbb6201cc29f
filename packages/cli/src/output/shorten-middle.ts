/** Cuts the middle of a text that is too wide, because its end distinguishes it from others. For texts of ASCII letters. */
export function shortenMiddle(text: string, width: number): string {
  if (text.length <= width) return text;
  const end = Math.ceil((width - 1) / 2);
  return `${text.slice(0, width - 1 - end)}…${text.slice(text.length - end)}`;
}
