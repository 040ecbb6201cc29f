import { type ReactNode, useState } from 'react';
import { styled } from '../../browser/later-style.ts';
import { loadedLater } from '../../browser/loaded-later.tsx';
import { type OverlayContent, useOverlays, useShownOverlays } from '../../context/overlay.tsx';
import { CardBoundary } from '../../table/CardBoundary.tsx';
import type { DialogPlace } from '../../ui/Dialog.tsx';

const Dialog = loadedLater('dialog', () => styled(import('../../ui/Dialog.tsx')).then((module) => module.Dialog), null);

export const preloadDialog = Dialog.preload;

type LazyDialogProps = { content: OverlayContent | null; place: DialogPlace; bare?: boolean; onClose: () => void };

/**
 * A dialog whose code is loaded when it is first opened. It still shows its last content while it fades out. If the content
 * fails to render, the dialog shows the error and a button to retry.
 */
export function LazyDialog({ content, place, bare = false, onClose }: LazyDialogProps): ReactNode {
  const [last, setLast] = useState(content);
  if (content !== null && content !== last) setLast(content);
  const shown = content ?? last;
  if (shown === null) return null;
  const remove = () => {
    setLast(null);
    onClose();
  };
  return (
    <CardBoundary name={shown.title} onFailure={remove}>
      <Dialog
        open={content !== null}
        onClose={onClose}
        title={shown.title}
        place={place === 'right' && shown.isWide ? 'wide' : place}
        bare={bare}
      >
        <CardBoundary key={shown.title} name={shown.title}>
          {shown.body}
        </CardBoundary>
      </Dialog>
    </CardBoundary>
  );
}

/** Renders the app's modal and drawer. */
export function Overlays() {
  const { modal, drawer } = useShownOverlays();
  const { closeModal, closeDrawer } = useOverlays();
  return (
    <>
      <LazyDialog content={drawer} place="right" onClose={closeDrawer} />
      <LazyDialog content={modal} place="center" onClose={closeModal} />
    </>
  );
}
