import type { APIResponse, BrowserContext } from 'playwright/test';

/** Texts that would be harmful if they were interpreted as markup, a script, a style, a link or a template. */
const payloads: readonly string[] = [
  '<script>alert(1)</script>',
  '"><script>alert(2)</script>',
  "'><script>alert(3)</script>",
  '</title><script>alert(4)</script>',
  '</textarea><script>alert(5)</script>',
  '</style><script>alert(6)</script>',
  '<img src=x onerror=alert(7)>',
  '"><img src=x onerror=alert(8)>',
  '<img/src/onerror=alert(9)>',
  '<IMG SRC="jav&#x09;ascript:alert(10);">',
  '<svg onload=alert(11)>',
  '<svg><script>alert(12)</script></svg>',
  '<svg><animate onbegin=alert(13) attributeName=x dur=1s>',
  '<svg><use href="data:image/svg+xml,<svg id=x xmlns=http://www.w3.org/2000/svg><a href=javascript:alert(14)/></svg>#x">',
  '<body onload=alert(15)>',
  '<iframe src=javascript:alert(16)></iframe>',
  '<iframe srcdoc="<script>alert(17)</script>"></iframe>',
  '<object data=javascript:alert(18)></object>',
  '<embed src=javascript:alert(19)>',
  '<a href=javascript:alert(20)>go</a>',
  'javascript:alert(21)',
  'JaVaScRiPt:alert(22)',
  ' javascript:alert(23)',
  'data:text/html,<script>alert(24)</script>',
  '" onmouseover="alert(25)',
  "' onfocus='alert(26)' autofocus='",
  '` onerror=alert(27) x=`',
  '<input autofocus onfocus=alert(28)>',
  '<details open ontoggle=alert(29)>',
  '<video><source onerror=alert(30)></video>',
  '<math><mtext></p><img src=x onerror=alert(31)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(32)>">',
  '<template><script>alert(33)</script></template>',
  '<form action=javascript:alert(34)><button>go</button></form>',
  '<base href="https://elsewhere.example.test/">',
  '<meta http-equiv=refresh content="0;url=https://elsewhere.example.test/">',
  '<link rel=stylesheet href="https://elsewhere.example.test/x.css">',
  '<style>*{background:url(https://elsewhere.example.test/)}</style>',
  '${alert(39)}{{constructor.constructor("alert(39)")()}}',
  '\u003cimg src=x onerror=alert(40)\u003e\u2028</script>',
];
/** A harmless text for comparison. */
const harmless = ' plain words that mean nothing';

/** Fields that decide what the console shows. With another value, most other fields would not be shown. */
const deciding = new Set(['mode', 'type', 'unit', 'kind', 'resource', 'status', 'severity', 'scaling', 'query']);
const isMoment = (text: string): boolean => /^\d{4}-\d\d-\d\dT/.test(text);

export type Poison = {
  /** `words`: all texts except those that decide what is shown; `everything`: all texts. */
  depth: 'words' | 'everything';
  kind: 'hostile' | 'harmless';
  /** Selects which payload each text gets. */
  round: number;
  /** The answers of an earlier visit. They are sent again, so that both visits show the same figures. */
  answers: Map<string, Answer>;
};
type Answer = { readonly response: APIResponse; readonly body: unknown };

/** Whether the request succeeded and no figure of its answer is still being computed. Otherwise the console repeats it. */
const isFinal = ({ response, body }: Answer): boolean =>
  response.ok() && !(typeof body === 'object' && body !== null && 'computing' in body && body.computing === true);

const cleaned = (text: string): string =>
  [harmless, ...payloads].reduce((rest, each) => rest.replaceAll(each, ''), text);

/** Adds a payload to every text of the API's answers, and removes it from the requests of the console. */
export async function poison(context: BrowserContext, { depth, kind, round, answers }: Poison): Promise<Set<string>> {
  const fields = new Set<string>();
  // The same text always gets the same payload, because the console joins answers by name.
  const suffixOf = (text: string): string => {
    if (kind === 'harmless') return harmless;
    let hash = round;
    for (const character of text) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
    return payloads[hash % payloads.length] ?? harmless;
  };
  const altered = (value: unknown, path: string): unknown => {
    if (Array.isArray(value)) return value.map((each) => altered(each, `${path}[]`));
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, altered(each, `${path}.${key}`)]));
    }
    if (typeof value !== 'string') return value;
    const key = path.split('.').at(-1) ?? '';
    const decides = deciding.has(key) || isMoment(value) || (key === 'id' && path.includes('kpis'));
    if (depth === 'words' && decides) return value;
    fields.add(path);
    return value + suffixOf(value);
  };
  await context.route(/\/v1\//, async (route) => {
    const url = new URL(route.request().url());
    const path = url.pathname
      .split('/')
      .map((part) => encodeURIComponent(cleaned(decodeURIComponent(part))))
      .join('/');
    const query = new URLSearchParams([...url.searchParams].map(([name, value]) => [name, cleaned(value)]));
    const asked = `${url.origin}${path}?${query.toString()}`;
    const key = `${route.request().method()} ${asked} ${cleaned(route.request().postData() ?? '')}`;
    const read = async (): Promise<Answer> => {
      const answer = await route.fetch({ maxRetries: 3, timeout: 0, url: asked });
      return { response: answer, body: await answer.json().catch(() => null) };
    };
    const known = answers.get(key);
    // The first visit reuses the answers of its own earlier requests. Otherwise a figure could change between two of its
    // pages, while the second visit would show the newest value on both.
    const { response, body } = known !== undefined && (kind === 'hostile' || isFinal(known)) ? known : await read();
    if (kind === 'harmless') answers.set(key, { response, body });
    await route.fulfill({ response, json: altered(body, url.pathname.split('/').slice(2, 4).join('/')) });
  });
  return fields;
}
