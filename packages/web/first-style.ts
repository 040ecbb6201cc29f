import type { Plugin, Rolldown } from 'vite';

/** The parts of a style sheet that are not inside another part: rules, and at-rules with their content. */
function partsOf(css: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let depth = 0;
  for (let at = 0; at < css.length; at += 1) {
    if (css[at] === '\\') at += 1;
    else if (css[at] === '{') depth += 1;
    else if (css[at] === '}') depth -= 1;
    if (depth > 0 || !'};'.includes(css.charAt(at))) continue;
    parts.push(css.slice(start, at + 1));
    start = at + 1;
  }
  return parts;
}

/** The names of the classes in a selector, as they stand in an element's class attribute. */
const classesIn = (selector: string): string[] =>
  Array.from(selector.matchAll(/\.((?:\\.|[\w-])+)/g), ([, name = '']) => name.replaceAll(/\\(.)/g, '$1'));

/** The rules that may apply to an element of the scripts: rules whose classes all occur in the scripts. */
function rulesFor(code: string, rules: string): string {
  const kept = partsOf(rules).map((part) => {
    const [head, body] = [part.slice(0, part.indexOf('{')), part.slice(part.indexOf('{') + 1, -1)];
    if (!head.startsWith('@')) return classesIn(head).every((name) => code.includes(name)) ? part : '';
    const inside = rulesFor(code, body);
    return inside === '' ? '' : `${head}{${inside}}`;
  });
  return kept.join('');
}

const layer = '@layer utilities{';

/**
 * Divides the console's style sheet. `first` contains what the scripts of the first view use, and `later` the whole
 * layer of utilities. Rules outside of layers have precedence, so an element looks the same whether `later` is loaded
 * or was part of the first. `later` has no layer of its own, because a browser that gets a further layer loads the
 * fonts and lays out the whole page again. All supported browsers can register custom properties, so the layer for
 * other browsers is left out.
 */
export function divideStyle(css: string, code: string): { first: string; later: string } {
  const parts = partsOf(css);
  const later = parts.filter((part) => part.startsWith(layer)).map((part) => part.slice(layer.length, -1));
  const first = parts
    .filter((part) => !part.includes('@layer properties{'))
    .map((part) => (part.startsWith(layer) ? `${layer}${rulesFor(code, part.slice(layer.length, -1))}}` : part));
  return { first: first.join(''), later: later.join('') };
}

/** The names of all scripts that index.html loads for the home page. */
function scriptsIn(html: string): Set<string> {
  const home = /data-pages='\{"":\[([^\]]*)\]/.exec(html)?.[1] ?? '';
  const own = [...html.matchAll(/<(?:script type="module"|link rel="modulepreload")[^>]*"\/(assets\/[^"]+)"/g)];
  return new Set([...own.map(([, file = '']) => file), ...home.replaceAll(/["/]{1,2}(?=assets|,|$)/g, '').split(',')]);
}

/**
 * Replaces the style sheet of index.html with the part that its first view needs. `browser/later-style.ts` loads the
 * rest before the page shows anything that was loaded later.
 */
export function firstStyle(): Plugin {
  return {
    name: 'trimtab:first-style',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle: Rolldown.OutputBundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset') return;
        const html = String(page.source);
        const [link, file = ''] = /<link rel="stylesheet" crossorigin href="\/([^"]+)">/.exec(html) ?? [];
        // The bare page of bench/web is built with the same configuration, and has no styles.
        if (link === undefined) return;
        const sheet = bundle[file];
        if (sheet?.type !== 'asset') throw new Error(`The build has no ${file}.`);
        const scripts = scriptsIn(html);
        const code = Object.values(bundle).map((each) =>
          // The results of the search are loaded while the home page is idle.
          each.type === 'chunk' && (scripts.has(each.fileName) || each.name === 'panel') ? each.code : '',
        );
        const parts = divideStyle(String(sheet.source), html + code.join(''));
        const [first, later] = (['first', 'later'] as const).map((name) =>
          this.getFileName(this.emitFile({ type: 'asset', name: `${name}.css`, source: parts[name] })),
        );
        page.source = html.replace(
          link,
          `<link rel="stylesheet" href="/${first}" />\n    <link data-later rel="alternate" href="/${later}" />`,
        );
      },
    },
  };
}
