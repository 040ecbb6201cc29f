/** Downloads a text, or the parts of a binary file. */
export function saveFile(
  name: string,
  content: string | readonly Uint8Array<ArrayBuffer>[],
  type = 'text/plain',
): void {
  const blob =
    typeof content === 'string'
      ? new Blob([content], { type: `${type};charset=utf-8` })
      : new Blob([...content], { type });
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  // Names of targets may contain characters that file systems do not allow.
  link.download = name.replaceAll(/[^\w.-]+/g, '_');
  link.click();
  // The browser reads the blob after this task.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
