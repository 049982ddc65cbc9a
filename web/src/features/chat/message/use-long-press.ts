import { type MouseEvent, type TouchEvent, useEffect, useRef } from "react";

const holdMs = 500;
/** A finger that moves further scrolls. */
const slackPx = 10;

/**
 * For a list of messages: a finger that rests on one opens its menu. The handlers take the place of what the browser
 * does then, which is selecting a word; links and buttons keep theirs.
 */
export function useLongPress() {
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number } | null>(null);
  const hasOpened = useRef(false);

  function end() {
    clearTimeout(press.current?.timer);
    press.current = null;
  }
  useEffect(() => () => clearTimeout(press.current?.timer), []);
  return {
    onTouchStart({ target, touches }: TouchEvent) {
      end();
      hasOpened.current = false;
      const finger = touches[0];
      const message = messageAt(target);
      if (!finger || touches.length > 1 || !message) return;
      const open = () => {
        press.current = null;
        hasOpened.current = true;
        openMenu(message);
      };
      press.current = { timer: setTimeout(open, holdMs), x: finger.clientX, y: finger.clientY };
    },
    onTouchMove({ touches }: TouchEvent) {
      const finger = touches[0];
      if (!finger || !press.current) return;
      const { x, y } = press.current;
      if (Math.hypot(finger.clientX - x, finger.clientY - y) > slackPx) end();
    },
    onTouchEnd(event: TouchEvent) {
      end();
      // Otherwise it would count as a press outside the menu, which closes it.
      if (hasOpened.current && event.cancelable) event.preventDefault();
    },
    onTouchCancel: end,
    onContextMenu(event: MouseEvent) {
      if ((press.current || hasOpened.current) && messageAt(event.target)) event.preventDefault();
    },
  };
}

function messageAt(target: EventTarget): HTMLElement | null {
  if (!(target instanceof Element) || target.closest("a, button, textarea, input")) return null;
  return target.closest<HTMLElement>("[data-message]");
}

function openMenu(message: HTMLElement): void {
  // Its actions are shown while it has the focus, and may not be there before.
  message.focus({ preventScroll: true });
  requestAnimationFrame(() => message.querySelector<HTMLElement>("[aria-haspopup=menu]")?.click());
}
