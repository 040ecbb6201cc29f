export const redacted = '[redacted]';

export const secretName = /token|authorization|passw(or)?d|secret|cookie|credential|api[-_]?key|private[-_]?key/i;

/** A credential is one wherever it stands, whatever it is called. */
export const redactText = (text: string): string =>
  text
    .replaceAll(/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, `$1 ${redacted}`)
    .replaceAll(/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, redacted)
    .replaceAll(/:\/\/[^/\s@]+@/g, `://${redacted}@`)
    .replaceAll(/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(-----END [A-Z ]*PRIVATE KEY-----|$)/g, redacted)
    .replaceAll(/\b([\w-]*(?:token|password|passwd|secret|api[-_]?key)\s*=\s*)[^\s&"',;]+/gi, `$1${redacted}`);

/** A copy that is safe to hand to somebody else: whatever is called like a secret, or looks like one, is replaced. */
export function redactedCopy(value: unknown, under: 'nothing' | 'secret' = 'nothing'): unknown {
  if (typeof value === 'string') return under === 'secret' && value !== '' ? redacted : redactText(value);
  if (Array.isArray(value)) return value.map((entry) => redactedCopy(entry, under));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  // Labels travel as pairs, whose name is a value itself.
  const isSecretPair = entries.some(
    ([key, name]) => key === 'key' && typeof name === 'string' && secretName.test(name),
  );
  return Object.fromEntries(
    entries.map(([key, entry]) => {
      const isSecret = secretName.test(key) || (isSecretPair && key === 'value');
      // Figures deeper down stay: a container may be called `token-service`, and what it requests is no secret.
      if (isSecret && typeof entry === 'number') return [key, redacted];
      return [key, redactedCopy(entry, isSecret || under === 'secret' ? 'secret' : 'nothing')];
    }),
  );
}
