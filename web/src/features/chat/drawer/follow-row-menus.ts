import type { MenuStart } from "../../../ui/popup/use-lazy-popup.ts";

const holdMs = 500;
/** A finger that moves further scrolls. */
const slackPx = 10;

type OpenMenu = (channelId: string, anchor: HTMLElement, startAt: MenuStart) => void;

/** Listens for every way to open the menu of a chat's row. Returns a function that stops listening. */
export function followRowMenus(list: HTMLElement | null, open: OpenMenu): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let finger: { x: number; y: number } | undefined;
  let hasOpened = false;

  function openAt(target: EventTarget | null, startAt: MenuStart): boolean {
    const link = linkAt(target);
    const channelId = link?.dataset.channel;
    if (!link || !channelId) return false;
    open(channelId, link, startAt);
    return true;
  }
  list?.addEventListener(
    "click",
    (event) => {
      const button = event.target instanceof Element && event.target.closest<HTMLElement>("[aria-haspopup]");
      const channelId = button && linkAt(button)?.dataset.channel;
      if (!channelId) return;
      // A press by a key has no clicks to count.
      open(channelId, button, event.detail === 0 ? "first" : "popup");
    },
    { signal },
  );
  list?.addEventListener(
    "contextmenu",
    (event) => {
      const byMouse = event.button === 2;
      clearTimeout(timer);
      const isOpen = finger !== undefined && hasOpened;
      if (!isOpen && !openAt(event.target, byMouse || finger ? "popup" : "first")) return;
      event.preventDefault();
      hasOpened = true;
    },
    { signal },
  );
  // Not every browser of a phone asks for a menu by itself.
  list?.addEventListener(
    "touchstart",
    ({ touches, target }) => {
      end();
      hasOpened = false;
      const [first, ...others] = touches;
      if (!first || others.length > 0 || !linkAt(target)) return;
      finger = { x: first.clientX, y: first.clientY };
      timer = setTimeout(() => {
        hasOpened ||= openAt(target, "popup");
      }, holdMs);
    },
    { signal, passive: true },
  );
  list?.addEventListener(
    "touchmove",
    ({ touches: [now] }) => {
      if (finger && now && Math.hypot(now.clientX - finger.x, now.clientY - finger.y) > slackPx) end();
    },
    { signal, passive: true },
  );
  list?.addEventListener(
    "touchend",
    (event) => {
      end();
      // Otherwise the press would also follow the link.
      if (hasOpened && event.cancelable) event.preventDefault();
    },
    { signal },
  );
  list?.addEventListener("touchcancel", end, { signal });
  function end() {
    clearTimeout(timer);
    finger = undefined;
  }
  return () => {
    end();
    stop.abort();
  };
}

function linkAt(target: EventTarget | null): HTMLElement | null {
  if (!(target instanceof Element)) return null;
  return target.closest("li")?.querySelector<HTMLElement>("[data-channel]") ?? null;
}
