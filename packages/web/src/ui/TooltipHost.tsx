import { useEffect, useId, useRef } from 'react';
import { classNames } from './class-names.ts';
import { placeBeside } from './place-beside.ts';

/** A tooltip does not open while the pointer only crosses its trigger. */
const openDelayMs = 350;
/** Time to move the pointer onto the tooltip, whose text can be selected (WCAG 1.4.13). */
const closeDelayMs = 120;

/**
 * A tap on these elements performs an action, so it opens no tooltip. A button with the help cursor exists only for its
 * tooltip.
 */
const acting = 'a, input, select, textarea, summary, label, button:not(.cursor-help)';

/** One line is a plain hint. Several lines become a card: the first line is its title. */
function write(popup: HTMLElement, tooltip: HTMLElement, text: string): void {
  const lines = text.split('\n');
  popup.toggleAttribute('data-card', lines.length > 1);
  tooltip.replaceChildren(
    ...lines.flatMap((line, index) => {
      const block = document.createElement('span');
      block.className = classNames('block', lines.length > 1 && (index === 0 ? 'mb-1 font-medium' : 'text-ink-2'));
      block.textContent = line;
      // The line break is for screen readers and for copied text.
      return index === 0 ? [block] : ['\n', block];
    }),
  );
}

/** The one element that shows all tooltips. As a popover it is drawn above dialogs too. */
export function TooltipHost() {
  const popup = useRef<HTMLElement>(null);
  const tooltip = useRef<HTMLDivElement>(null);
  const id = useId();

  useEffect(() => {
    const [element, words] = [popup.current, tooltip.current];
    if (element === null || words === null) return undefined;
    let shown: HTMLElement | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isTouched = false;

    const triggerOf = (target: EventTarget | null) =>
      target instanceof Element ? target.closest<HTMLElement>('[data-tooltip]') : null;
    // If the text changes while the tooltip is open, for example after a fetch, show the new text.
    const change = new MutationObserver(() => {
      if (!shown?.dataset.tooltip) return close();
      write(element, words, shown.dataset.tooltip);
      placeBeside(element, shown, shown.dataset.tooltipSide);
    });
    const isOnPopup = (target: EventTarget | null) => target instanceof Node && element.contains(target);
    const close = () => {
      clearTimeout(timer);
      if (shown === null) return;
      if (shown.getAttribute('aria-describedby') === id) shown.removeAttribute('aria-describedby');
      shown = null;
      change.disconnect();
      element.hidePopover();
    };
    const open = (trigger: HTMLElement) => {
      clearTimeout(timer);
      if (shown === trigger) return;
      close();
      const text = trigger.dataset.tooltip;
      if (!text || !trigger.isConnected) return;
      shown = trigger;
      write(element, words, text);
      if (!trigger.hasAttribute('aria-describedby')) trigger.setAttribute('aria-describedby', id);
      element.showPopover();
      placeBeside(element, trigger, trigger.dataset.tooltipSide);
      change.observe(trigger, { attributeFilter: ['data-tooltip'] });
    };
    const later = (delayMs: number, action: () => void) => {
      clearTimeout(timer);
      timer = setTimeout(action, delayMs);
    };

    const listening = new AbortController();
    const options = { signal: listening.signal, passive: true };
    document.addEventListener(
      'pointerover',
      (event) => {
        if (event.pointerType === 'touch') return;
        if (isOnPopup(event.target)) return clearTimeout(timer);
        const trigger = triggerOf(event.target);
        if (trigger === null) return shown === null ? clearTimeout(timer) : later(closeDelayMs, close);
        later(shown === null ? openDelayMs : 0, () => open(trigger));
      },
      options,
    );
    document.addEventListener(
      'pointerdown',
      ({ target, pointerType }) => {
        isTouched = pointerType === 'touch';
        if (!isOnPopup(target)) close();
      },
      options,
    );
    // Touch has no hover: a tap on the trigger opens the tooltip and a tap elsewhere closes it.
    document.addEventListener(
      'click',
      ({ target }) => {
        const trigger = triggerOf(target);
        if (isTouched && trigger !== null && target instanceof Element && target.closest(acting) === null)
          open(trigger);
      },
      options,
    );
    document.addEventListener(
      'focusin',
      ({ target }) => {
        const trigger = triggerOf(target);
        if (trigger !== null && target instanceof Element && target.matches(':focus-visible')) open(trigger);
      },
      options,
    );
    document.addEventListener('focusout', close, options);
    document.addEventListener('keydown', (event) => event.key === 'Escape' && close(), options);
    document.addEventListener('scroll', close, { ...options, capture: true });
    return () => {
      listening.abort();
      close();
    };
  }, [id]);

  return (
    // A landmark, because it is outside of the page's other landmarks.
    <section
      ref={popup}
      aria-label="Explanation"
      popover="manual"
      className="fixed m-0 w-max max-w-[min(20rem,100vw-1rem)] rounded-md border border-hint-line bg-hint px-2 py-1 text-small break-words text-on-hint shadow-raised data-card:max-w-[min(24rem,100vw-1rem)] data-card:border-line data-card:bg-raised data-card:px-3 data-card:py-2 data-card:text-ink"
    >
      <div ref={tooltip} id={id} role="tooltip" />
    </section>
  );
}
