// Runs while the console's own code is still loading, and starts what every first visit waits for: the configuration,
// the code of the page and, after the configuration, the first API calls. api/first-answers.ts passes the answers to
// the client.
(() => {
  const options = { headers: { accept: 'application/json' }, redirect: 'error' };
  const answers = new Map();
  globalThis.trimtabFirstAnswers = answers;

  const page = location.pathname.split('/')[1];
  // The build writes the files of each page into this attribute, by the first part of the page's path.
  const { pages = '{}' } = document.currentScript.dataset;
  for (const href of JSON.parse(pages)[page] ?? [])
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  const later = document.querySelector('link[data-later]');
  if (page !== '' && later !== null)
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'preload', as: 'style', href: later.href }),
    );

  const start = (path) => {
    const answer = fetch(path, options);
    // The client reports a failed call. Without this, the browser would report it as well.
    answer.catch(() => {});
    answers.set(path, answer);
    return answer;
  };
  let sections = 2;
  /** Shows how many targets there are, and sends the calls of the first namespaces. */
  const showList = ({ items, total }) => {
    const namespaces = [...new Set(items.map(({ namespace }) => namespace))].sort();
    const title = document.querySelector('[data-title]');
    if (title !== null && items.length > 0 && items.length === total)
      title.textContent = `${total} targets across ${namespaces.length} namespaces`;
    for (const namespace of namespaces.slice(0, sections)) {
      const path = `/v1/views/namespaces/${encodeURIComponent(namespace)}`;
      start(`${path}/asts?managed=true&sort=%2Bname&limit=20&offset=0`);
      start(`${path}/kpis`);
    }
  };
  const begin = ({ api_base_url, console: signIn, extra }) => {
    const hasSignIn = signIn?.oauth_domain && signIn.oauth_client_id;
    // The sign-in and the success page are shown without the outline of the console.
    if (hasSignIn || extra?.console === true) return;
    const outline = document.querySelector('#outline');
    for (const part of [outline, outline?.querySelector(`[data-page="${CSS.escape(page)}"]`)])
      part?.removeAttribute('hidden');
    // Calls to another origin are left to the client.
    if (api_base_url || extra?.demo_mode === true) return;
    const list = start('/v1/ast?enhancedItems=false&limit=250&offset=0');
    if (page !== '') return;
    start('/v1/views/kpis');
    // An address with parameters may ask for other rows.
    if (location.search === '')
      globalThis.trimtabFirstSections = new Promise((resolve) => {
        list
          .then((response) => response.clone().json())
          .then((answer) => showList(answer.data ?? answer))
          .then(resolve, resolve);
        // If the list is slow or never arrives, the client sends the calls of its sections itself.
        setTimeout(() => resolve((sections = 0)), 3000);
      });
  };
  const configuration = fetch('/config.json', options);
  answers.set(
    '/config.json',
    configuration.then((response) => response.clone()),
  );
  configuration
    .then((response) => (response.status === 200 ? response.json() : { api_base_url: 'unknown' }))
    .then(begin)
    // The client reads the same answers and reports their errors.
    .catch(() => {});
})();
