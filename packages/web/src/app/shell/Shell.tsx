import { type ReactNode, useRef, useState } from 'react';
import { useLocation } from '../../browser/router.tsx';
import { useClearViewParams } from '../../browser/search-params.ts';
import { OverlayProvider } from '../../context/overlay.tsx';
import { TopBarSlotProvider } from '../../context/top-bar-slot.tsx';
import { ErrorBoundary } from '../ErrorBoundary.tsx';
import { AccessBanner } from './AccessBanner.tsx';
import { CopyByHand } from './CopyByHand.tsx';
import { Footer } from './Footer.tsx';
import { NoticeBanner, OfflineBanner } from './OfflineBanner.tsx';
import { LazyDialog, Overlays, preloadDialog } from './Overlays.tsx';
import { PrintTitle } from './PrintTitle.tsx';
import { Sidebar } from './sidebar/Sidebar.tsx';
import { Toasts } from './Toasts.tsx';
import { TopBar } from './top-bar/TopBar.tsx';
import { useFocusContent } from './use-focus-content.ts';
import { usePreloadTargetData } from './use-preload-target-data.ts';
import { useRedirectWhenEmpty } from './use-redirect-when-empty.ts';
import { useScrollToTop } from './use-scroll-to-top.ts';

/** The layout around a page: sidebar, top bar, banners, footer, overlays and toasts. */
export function Shell({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const closeMenu = () => setMenuOpen(false);
  const content = useRef<HTMLElement>(null);
  useScrollToTop();
  useFocusContent(content);
  useRedirectWhenEmpty();
  usePreloadTargetData();

  return (
    <OverlayProvider onClose={useClearViewParams()} preload={preloadDialog}>
      <TopBarSlotProvider>
        <a
          href="#content"
          className="fixed top-2 left-2 z-50 print:hidden -translate-y-16 rounded-md bg-accent px-3 py-2 font-medium text-on-accent focus:translate-y-0"
        >
          Skip to the content
        </a>
        <div className="lg:grid lg:grid-cols-[16rem_minmax(0,1fr)]">
          <aside aria-label="Sidebar" className="sticky top-0 hidden h-dvh border-r lg:block">
            <Sidebar />
          </aside>
          <div className="flex min-h-dvh min-w-0 flex-col">
            <TopBar onOpenMenu={() => setMenuOpen(true)} />
            <OfflineBanner />
            <AccessBanner />
            <NoticeBanner />
            <main
              id="content"
              ref={content}
              tabIndex={-1}
              // A separate stacking context, so that typing in the search box does not repaint the page.
              className="isolate min-w-0 flex-1 px-4 py-5 focus:outline-none lg:px-6"
            >
              <PrintTitle />
              <ErrorBoundary key={pathname}>{children}</ErrorBoundary>
            </main>
            <Footer />
          </div>
        </div>
        <LazyDialog
          content={isMenuOpen ? { title: 'Menu', body: <Sidebar onNavigate={closeMenu} /> } : null}
          place="left"
          bare
          onClose={closeMenu}
        />
        <Overlays />
        <CopyByHand />
        <Toasts />
      </TopBarSlotProvider>
    </OverlayProvider>
  );
}
