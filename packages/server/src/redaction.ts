export const redacted = '[redacted]';

const keyNames = '(?:access|account|api|encryption|private|secret|signing)[-_]?key';
/** `pass` and `pwd` only after a separator: `bypass` and the working directory `PWD` are no secrets. */
const shortNames = '[-_](?:pass|pwd)(?![\\w-])';

export const secretName = new RegExp(
  `token|authorization|passw(?:or)?d|passphrase|secret|cookie|credential|${shortNames}|${keyNames}`,
  'i',
);

/** A value in quotes, as in logfmt, connection strings, escaped JSON and Python, or up to the next separator. */
const quotedValue = String.raw`b?"(?:[^"\\]|\\.)+"?|b?'(?:[^'\\]|\\.)+'?|\\{1,3}"[^"\\]+(?:\\{1,3}")?`;

/** A password may contain slashes and further at signs. A number between a colon and a slash is a port. */
const passwordInUrl = /:\/\/(?:[^/\s@:]*:(?!\d+[/?#])[^\s"'<>]{1,200}|[^/\s@]+)@/g;
/** An address of a database as in the Go driver for MySQL: `user:password@tcp(host)/name`. */
const passwordInAddress = /:[^\s"'<>:]{1,200}@(?=(?:tcp|unix)\()/g;
const signatureInUrl = /([?&](?:sig|[\w-]*signature)=)[^\s&"'<>]+/gi;
const secretNames = `[\\w-]*(?:token|password|passwd|passphrase|secret|${shortNames}|${keyNames})`;
const assignment = new RegExp(
  String.raw`(?<![\w-])(--${secretNames}\s+(?!-)|${secretNames}\s*=>?\s*)(?:${quotedValue}|[^\s&"',;]+)`,
  'gi',
);

/**
 * Replaces credentials in text: tokens, keys, and passwords in URLs and assignments. Callers and clusters write this
 * text, so no pattern may take more than linear time.
 */
export const redactText = (text: string): string =>
  text
    .replaceAll(/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, `$1 ${redacted}`)
    .replaceAll(/\beyJ[\w.-]+/g, (word) => (word.split('.').length > 2 ? redacted : word))
    .replaceAll(passwordInUrl, `://${redacted}@`)
    .replaceAll(passwordInAddress, `:${redacted}@`)
    .replaceAll(signatureInUrl, `$1${redacted}`)
    .replaceAll(/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(-----END [A-Z ]*PRIVATE KEY-----|$)/g, redacted)
    .replaceAll(assignment, `$1${redacted}`);

/** A name and the separator before its value: in JSON, escaped JSON, single quotes, after a colon, in headers. */
const pairs = [
  /("[\w.-]+"\s*:\s*")(?:[^"\\]|\\.)+/g,
  /('[\w.-]+'\s*:\s*')(?:[^'\\]|\\.)+/g,
  /(\\{1,3}"[\w.-]+\\{1,3}"\s*:\s*\\{1,3}")[^"\\]+/g,
  new RegExp(String.raw`(?<![\w.-])([\w.-]+\s*:\s*)(?:${quotedValue}|[^\s"',;{}]+)`, 'g'),
  /\b((?:cookie|authorization)\s*[:=]\s*)[^"]+/gi,
];
const knownKeys =
  /\b(?:A[KS]IA[0-9A-Z]{16}|AIza[\w-]{35}|gh[pousr]_\w{30,}|github_pat_\w{30,}|glpat-[\w-]{20,}|npm_\w{36}|sk-[\w-]{32,}|xox[abeprs]-[\w-]{10,}|[rs]k_live_\w{10,})/g;
const keyBegins = /-----BEGIN [A-Z ]*PRIVATE KEY-----/;
/** No key has more lines. After this many lines, assume that the end line of the key is missing. */
const longestKey = 200;

/** Replaces secrets in consecutive lines of a log. It keeps state, because a private key has many lines. */
export function createLineRedaction(): (line: string) => string {
  let keyLines = 0;
  return (line) => {
    if (keyLines > 0) {
      keyLines = line.includes('-----END') ? 0 : keyLines - 1;
      return redacted;
    }
    if (keyBegins.test(line) && !line.includes('-----END')) keyLines = longestKey;
    // Such a line may belong to a key that began before the first line that was read.
    if (/^[\w+/=]{60,76}$/.test(line)) return redacted;
    return pairs
      .reduce(
        (text, pair) =>
          text.replaceAll(pair, (all, name: string) => (secretName.test(name) ? `${name}${redacted}` : all)),
        redactText(line),
      )
      .replaceAll(knownKeys, redacted);
  };
}

/** Returns a copy without secrets. Values whose name or form indicates a secret are replaced. */
export function redactedCopy(value: unknown, under: 'nothing' | 'secret' = 'nothing'): unknown {
  if (typeof value === 'string') return under === 'secret' && value !== '' ? redacted : redactText(value);
  if (Array.isArray(value)) return value.map((entry) => redactedCopy(entry, under));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  // Labels are pairs of key and value, so the name of a secret may itself be a value.
  const isSecretPair = entries.some(
    ([key, name]) => key === 'key' && typeof name === 'string' && secretName.test(name),
  );
  return Object.fromEntries(
    entries.map(([key, entry]) => {
      const isSecret = secretName.test(key) || (isSecretPair && key === 'value');
      // Nested numbers stay: a container may be called `token-service`, and its requests are not secret.
      if (isSecret && typeof entry === 'number') return [key, redacted];
      return [key, redactedCopy(entry, isSecret || under === 'secret' ? 'secret' : 'nothing')];
    }),
  );
}
