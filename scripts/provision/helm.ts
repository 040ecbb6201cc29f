import { programOfLayer } from './layer.ts';

export const { find: findHelm, provision: provisionHelm } = programOfLayer({
  command: 'helm',
  variable: 'HELM_BIN',
  downloadPage: 'https://helm.sh/docs/intro/install/',
});
