/** Copies a text to the clipboard. Returns false if the clipboard is denied, missing (plain http) or the page has no focus. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
