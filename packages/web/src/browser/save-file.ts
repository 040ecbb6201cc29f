/** Hands a text to the browser as a file to keep. */
export function saveFile(name: string, text: string, type = 'text/plain'): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  // A name may hold what a file system does not like.
  link.download = name.replaceAll(/[^\w.-]+/g, '_');
  link.click();
  // The browser reads the blob after this task.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
