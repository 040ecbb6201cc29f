import { operation, requiredWindow } from './operation.ts';

export const exportQuery = {
  'include-pod-logs': { type: 'boolean', description: 'Adds the logs of pods.' },
  'include-metrics': { type: 'boolean', description: 'Adds metrics.' },
  namespace: { type: 'text', description: 'With targetName: only this target.' },
  targetName: { type: 'text', description: 'With namespace: only this target.' },
  start: { ...requiredWindow.start, fallback: 'seven days before the end' },
  end: { ...requiredWindow.end, fallback: 'now' },
} as const;

export const exportDiagnostics = operation({
  id: 'diagnostics.export',
  method: 'GET',
  path: '/v1/export',
  summary: 'Download diagnostics as a compressed archive.',
  query: {
    ...exportQuery,
    ticket: {
      type: 'text',
      description:
        'A ticket from POST /v1/export/tickets with the same parameters. It replaces the token, which a new window cannot send.',
    },
  },
  download: true,
});
