/** Text that must be displayed as plain text and have no other effect. */
export const hostileTexts: readonly string[] = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "';alert(1)//",
  '<svg/onload=alert(1)>',
  'javascript:alert(1)',
  '<a href="javascript:alert(1)">x</a>',
  '{{constructor.constructor("alert(1)")()}}',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '\u001b[31mred\u001b[0m',
  '\u001b]0;title\u0007',
  '\u001b]8;;http://evil.example\u001b\\link\u001b]8;;\u001b\\',
  '\u001b]52;c;ZXZpbA==\u0007',
  '\u009b31mred',
  '\u009d0;title\u009c',
  'over\rwritten',
  'two\nlines',
  'a\u0000b\u0007c\u0008d\u007fe',
  '\u202egnp.exe',
  '\u2066isolated\u2069',
  'zero\u200bwidth\ufeff',
  'cafe\u0301',
  '👩‍👩‍👧‍👦',
  '=HYPERLINK("http://evil.example")',
  '"} or vector(1) #',
  `${'x'.repeat(63)}.${'y'.repeat(189)}`,
];

/** Names of properties of plain objects. `constructor` is a valid Kubernetes name. */
export const hostileKeys: readonly string[] = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'];

/** Path parts that must be sent as one segment and encoded exactly once. */
export const hostilePathParts: readonly string[] = [
  'a/b',
  '%2f',
  '%252e%252e',
  'a?b=c',
  'a#b',
  'a b',
  'a+b',
  'a&b=c',
  '..;',
  '...',
  '\\',
  '💥',
  '{name}',
  '$&',
  'caf\u00e9',
  '-',
  'constructor',
  'x'.repeat(253),
];
