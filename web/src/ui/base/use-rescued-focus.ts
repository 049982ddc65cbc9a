import { useEffect } from "react";

const focusable =
  "a[href], button:not(:disabled), input:not(:disabled), textarea:not(:disabled), select:not(:disabled), [contenteditable=true]";

/** Where the focus was, by what may still be there when its element is not. */
interface Place {
  element: Element;
  above: Element[];
  row: { list: Element; at: number; control: number } | undefined;
}

/**
 * Keeps the focus on the page when its element is removed or disabled, as a button is whose work is done: in a list it
 * goes to the same control of the row that took the place, elsewhere to the closest part around that takes it by
 * script (`tabIndex={-1}`), else to the heading. Dialogs give the focus back first.
 */
export function useRescuedFocus(): void {
  useEffect(() => {
    let place: Place | undefined;
    let frame = 0;
    const onFocusIn = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.closest("main")) place = placeOf(target);
    };
    const look = () => {
      if (!place || !isLost(place)) return;
      cancelAnimationFrame(frame);
      // A dialog that closes returns the focus a moment later.
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(
          () => place && isLost(place) && homeOf(place)?.focus({ preventScroll: true }),
        );
      });
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ["disabled", "contenteditable"],
    });
    document.addEventListener("focusin", onFocusIn);
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      document.removeEventListener("focusin", onFocusIn);
    };
  }, []);
}

function isLost({ element }: Place): boolean {
  const active = document.activeElement;
  if (active?.matches(":disabled") !== true && active !== document.body) return false;
  if (element.isConnected && !element.matches(":disabled, [contenteditable=false]")) return false;
  return document.querySelector("[role=dialog], [role=alertdialog], [role=menu]") === null;
}

function placeOf(element: Element): Place {
  const above: Element[] = [];
  for (let one = element.parentElement; one && one.tagName !== "BODY"; one = one.parentElement)
    above.push(one);
  const item = element.closest("li");
  const list = item?.parentElement;
  const controls: readonly Element[] = item ? controlsOf(item) : [];
  return {
    element,
    above,
    row:
      item && list
        ? {
            list,
            at: [...list.children].indexOf(item),
            control: controls.indexOf(element),
          }
        : undefined,
  };
}

const controlsOf = (item: Element): HTMLElement[] => [...item.querySelectorAll<HTMLElement>(focusable)];

function homeOf({ above, row }: Place): HTMLElement | undefined {
  if (row?.list.isConnected && row.list.children.length > 0) {
    const item = row.list.children[Math.min(row.at, row.list.children.length - 1)];
    const controls = item ? controlsOf(item) : [];
    const control = controls[Math.min(Math.max(row.control, 0), controls.length - 1)];
    if (control) return control;
  }
  const around = above.find((one) => one.isConnected)?.closest<HTMLElement>("[tabindex]");
  if (around && around.tagName !== "MAIN" && around.getClientRects().length > 0) return around;
  const main = document.querySelector("main");
  const heading = main?.querySelector("h1") ?? main ?? undefined;
  if (heading) heading.tabIndex = -1;
  return heading;
}
