/** Environment variables without an option, for the reference pages. */
export const variables: readonly { name: string; does: string }[] = [
  {
    name: 'TRIMTAB_TOKEN',
    does: 'an access token for the API of TRIMTAB_API or of the context, sent unchanged, for scripts and CI',
  },
  {
    name: 'TRIMTAB_CLIENT_ID, TRIMTAB_CLIENT_SECRET',
    does: 'client credentials, for sign-in without a terminal; they need the issuer in TRIMTAB_ISSUER or the context',
  },
  {
    name: 'TRIMTAB_CONFIG_DIR',
    does: 'the folder for contexts and sign-ins; default $XDG_CONFIG_HOME/trimtab, else ~/.config/trimtab',
  },
  { name: 'NO_COLOR', does: 'disables color unless it is empty' },
  { name: 'CLICOLOR_FORCE', does: 'forces color, even in a pipe; NO_COLOR overrides it' },
  { name: 'CI', does: 'disables questions and the browser, even on a terminal' },
  {
    name: 'HTTP_PROXY, HTTPS_PROXY, NO_PROXY',
    does:
      'the proxies of http and https addresses, and the hosts and ranges (10.0.0.0/8) that are reached without one; ' +
      'this machine never uses a proxy',
  },
  { name: 'NODE_EXTRA_CA_CERTS', does: 'a file with additional trusted certificate authorities' },
];
