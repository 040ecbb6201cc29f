export const redacted = '[redacted]';

export const secretName = /token|authorization|passw(or)?d|secret|cookie|credential|api[-_]?key|private[-_]?key/i;

/**
 * Replaces credentials in text: tokens, keys, and passwords in URLs and assignments. Callers and clusters write the text,
 * so no pattern may scan a part of it again from each of its characters.
 */
export const redactText = (text: string): string =>
  text
    .replaceAll(/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, `$1 ${redacted}`)
    .replaceAll(/\beyJ[\w.-]+/g, (word) => (word.split('.').length > 2 ? redacted : word))
    .replaceAll(/:\/\/[^/\s@]+@/g, `://${redacted}@`)
    .replaceAll(/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(-----END [A-Z ]*PRIVATE KEY-----|$)/g, redacted)
    .replaceAll(/(?<![\w-])([\w-]*(?:token|password|passwd|secret|api[-_]?key)\s*=\s*)[^\s&"',;]+/gi, `$1${redacted}`);

/** A copy without secrets: values whose name or form is that of a secret are replaced. */
export function redactedCopy(value: unknown, under: 'nothing' | 'secret' = 'nothing'): unknown {
  if (typeof value === 'string') return under === 'secret' && value !== '' ? redacted : redactText(value);
  if (Array.isArray(value)) return value.map((entry) => redactedCopy(entry, under));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  // Labels are pairs of key and value, so the name of the secret is itself a value.
  const isSecretPair = entries.some(
    ([key, name]) => key === 'key' && typeof name === 'string' && secretName.test(name),
  );
  return Object.fromEntries(
    entries.map(([key, entry]) => {
      const isSecret = secretName.test(key) || (isSecretPair && key === 'value');
      // Numbers deeper inside stay: a container may be called `token-service`, and its requests are not secret.
      if (isSecret && typeof entry === 'number') return [key, redacted];
      return [key, redactedCopy(entry, isSecret || under === 'secret' ? 'secret' : 'nothing')];
    }),
  );
}
