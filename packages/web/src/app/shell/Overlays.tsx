import { type ReactNode, useState } from 'react';
import { styled } from '../../browser/later-style.ts';
import { loadedLater } from '../../browser/loaded-later.tsx';
import { type OverlayContent, useOverlays, useShownOverlays } from '../../context/overlay.tsx';
import type { DialogPlace } from '../../ui/Dialog.tsx';

const Dialog = loadedLater('dialog', () => styled(import('../../ui/Dialog.tsx')).then((module) => module.Dialog), null);

export const preloadDialog = Dialog.preload;

type LazyDialogProps = { content: OverlayContent | null; place: DialogPlace; bare?: boolean; onClose: () => void };

/** A dialog whose code is loaded when it first opens. It keeps its last content while it fades out. */
export function LazyDialog({ content, place, bare = false, onClose }: LazyDialogProps): ReactNode {
  const [last, setLast] = useState(content);
  if (content !== null && content !== last) setLast(content);
  const shown = content ?? last;
  if (shown === null) return null;
  return (
    <Dialog
      open={content !== null}
      onClose={onClose}
      title={shown.title}
      place={place === 'right' && shown.isWide ? 'wide' : place}
      bare={bare}
    >
      {shown.body}
    </Dialog>
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
