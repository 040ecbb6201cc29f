/** Puts a text on the clipboard; answers whether it is there. Denied, absent (plain http) and unfocused all answer false. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
