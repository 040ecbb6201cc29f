import { programOfLayer } from './layer.ts';

export const { find: findKubectl, provision: provisionKubectl } = programOfLayer({
  command: 'kubectl',
  variable: 'KUBECTL_BIN',
  downloadPage: 'https://kubernetes.io/docs/tasks/tools/',
});
