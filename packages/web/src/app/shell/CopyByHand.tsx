import { useEffect, useMemo } from 'react';
import { styled } from '../../browser/later-style.ts';
import { loadedLater } from '../../browser/loaded-later.tsx';
import { showByHand, useByHand } from '../../context/copy.ts';
import { LazyDialog } from './Overlays.tsx';

const SelectedText = loadedLater(
  'selected-text',
  () => styled(import('../../ui/SelectedText.tsx')).then((module) => module.SelectedText),
  null,
);

/**
 * A dialog with a text that could not be copied. It is not the app's modal, because closing the modal clears the URL's
 * parameters.
 */
export function CopyByHand() {
  const byHand = useByHand();
  const content = useMemo(() => byHand && { title: byHand.title, body: <SelectedText {...byHand} /> }, [byHand]);
  useEffect(() => () => showByHand(null), []);
  return <LazyDialog content={content} place="center" onClose={() => showByHand(null)} />;
}
