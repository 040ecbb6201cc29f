/** Variables that stand for no flag: the reference pages name them beside those that do. */
export const variables: readonly { name: string; does: string }[] = [
  { name: 'TRIMTAB_TOKEN', does: 'an access token, sent as it is: for scripts and CI' },
  {
    name: 'TRIMTAB_CLIENT_ID, TRIMTAB_CLIENT_SECRET',
    does: 'the credentials of a machine, which sign in without anybody at a terminal',
  },
  {
    name: 'TRIMTAB_CONFIG_DIR',
    does: 'where contexts and sign-ins are kept; else $XDG_CONFIG_HOME/trimtab, else ~/.config/trimtab',
  },
  { name: 'NO_COLOR', does: 'no color, unless it is empty' },
  { name: 'CLICOLOR_FORCE', does: 'color in a pipe too; NO_COLOR beats it' },
  { name: 'CI', does: 'nobody is asked and no browser is started, even on a terminal' },
  {
    name: 'HTTP_PROXY, HTTPS_PROXY, NO_PROXY',
    does: 'the proxy, and the hosts that are reached without one; this machine always is',
  },
  { name: 'NODE_EXTRA_CA_CERTS', does: 'a file of certificate authorities to trust as well' },
];
