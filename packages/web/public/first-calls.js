// Starts, while the console's own code is still loading, what every first visit waits for: the configuration, the code of
// the page, and with the configuration the first API calls. api/first-answers.ts hands the answers over to the client.
(() => {
  const options = { headers: { accept: 'application/json' }, redirect: 'error' };
  const answers = new Map();
  globalThis.trimtabFirstAnswers = answers;

  const page = location.pathname.split('/')[1];
  // The build writes the files of each page into this attribute, by the first part of the page's path.
  const { pages = '{}' } = document.currentScript.dataset;
  for (const href of JSON.parse(pages)[page] ?? [])
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));

  const start = (path) => {
    const answer = fetch(path, options);
    // The client reports a failed call. Without this, the browser would report it as well.
    answer.catch(() => {});
    answers.set(path, answer);
  };
  const startCalls = ({ api_base_url, console: signIn, extra }) => {
    const isSimulated = extra?.demo_mode === true || extra?.console === true;
    const hasSignIn = signIn?.oauth_domain && signIn.oauth_client_id;
    // A call to another origin, or with a token, is left to the client.
    if (api_base_url || isSimulated || hasSignIn) return;
    start('/v1/ast?enhancedItems=false&limit=250&offset=0');
    if (page === '') start('/v1/views/kpis');
  };
  const configuration = fetch('/config.json', options);
  answers.set(
    '/config.json',
    configuration.then((response) => response.clone()),
  );
  configuration
    .then((response) => (response.status === 200 ? response.json() : { api_base_url: 'unknown' }))
    .then(startCalls)
    // The client reads the same answer and reports what is wrong with it.
    .catch(() => {});
})();
