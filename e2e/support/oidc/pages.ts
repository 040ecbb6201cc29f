const escapes: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
]);
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => escapes.get(character) ?? '');

/** The pages of the provider. They load nothing from other hosts. */
export const page = (title: string, content: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escaped(title)}</title><h1>${escaped(title)}</h1>${content}</html>`;

export const loginPage = (uid: string, problem = ''): string =>
  page(
    'Sign in',
    `<p role="alert">${escaped(problem)}</p>
     <form method="post" action="/login/${escaped(uid)}">
       <label>Account <input name="account" autofocus></label> <button>Continue</button>
     </form>`,
  );

/** The form of the provider library, with a submit button. */
export const formPage = (title: string, form: string, button: string): string =>
  page(title, form.replace('</form>', `<button>${escaped(button)}</button></form>`));
