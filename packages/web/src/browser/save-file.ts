/** Downloads a text as a file. */
export function saveFile(name: string, text: string, type = 'text/plain'): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  // Names of targets may contain characters that file systems do not allow.
  link.download = name.replaceAll(/[^\w.-]+/g, '_');
  link.click();
  // The browser reads the blob after this task.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
