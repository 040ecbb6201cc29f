import { useFlags } from '../../../context/configuration.tsx';

/** Whether the server records changes: then a target has a history, can be un-enrolled on its page, and changes undone. */
export const useHasHistory = (): boolean => useFlags().extensions.has('views.changes');
