import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { counted } from "../../../lib/counted.ts";
import { Kbd } from "../../../ui/badge/kbd.tsx";
import { cx } from "../../../ui/base/cx.ts";
import type { MenuStore, OpenMenu } from "../editor/menu-store.ts";

export interface FloatingItem {
  key: string;
  mark: ReactNode;
  name: string;
  detail: string;
  choose: () => void;
}

export interface FloatingMenuProps {
  store: MenuStore;
  menu: OpenMenu;
  label: string;
  items: readonly FloatingItem[];
  /** Stands below the items. */
  foot: ReactNode;
}

/** A list at the caret. The focus stays in the text: the editor hands the keys on. */
export function FloatingMenu({ store, menu, label, items, foot }: FloatingMenuProps) {
  const [active, setActive] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const at = Math.min(active, Math.max(0, items.length - 1));
  const names = items.map(({ key }) => key).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins at its first item.
  useEffect(() => setActive(0), [names]);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (items.length === 0) return false;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const step = event.key === "ArrowDown" ? 1 : -1;
      setActive((at + step + items.length) % items.length);
      return true;
    }
    if (event.key !== "Enter" && event.key !== "Tab") return false;
    items[at]?.choose();
    return true;
  });
  useEffect(() => {
    const handler = (event: KeyboardEvent) => onKey(event);
    store.onKey = handler;
    return () => {
      if (store.onKey === handler) store.onKey = null;
    };
  }, [store]);
  useLayoutEffect(() => {
    box.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  });
  const style = placeAt(menu.rect);
  if (!style) return null;
  return createPortal(
    <div
      ref={box}
      style={style}
      className="fixed z-popover flex w-[320px] max-w-[calc(100vw-16px)] flex-col rounded-lg border border-strong bg-surface-raised text-text shadow-3"
    >
      <div
        role="listbox"
        aria-label={label}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-1"
      >
        {items.map((item, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the editor has the focus, and hands the keys on.
          <div
            key={item.key}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            className={cx(
              "flex min-h-11 cursor-pointer items-center gap-2.5 rounded-sm px-2 py-1.5",
              index === at && "bg-surface-selected",
            )}
            onPointerMove={() => setActive(index)}
            onMouseDown={(event) => event.preventDefault()}
            onClick={item.choose}
          >
            {item.mark}
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium">{item.name}</span>
              <span className="block truncate text-faint text-xs">{item.detail}</span>
            </span>
            {index === at && (
              <span className="max-md:hidden">
                <Kbd>Enter</Kbd>
              </span>
            )}
          </div>
        ))}
      </div>
      <p className="border-t px-3 py-1.5 text-faint text-xs">{foot}</p>
      <span className="sr-only" aria-live="polite">
        {counted(items.length, "suggestion")}
        {items[at] ? `, ${items[at].name}` : ""}
      </span>
    </div>,
    document.body,
  );
}

const gapPx = 6;
const widthPx = 320;
const heightPx = 320;

/** Below the line, or above it where there is more room. */
function placeAt(rect: DOMRect | null) {
  if (!rect) return undefined;
  const viewport = window.visualViewport;
  const height = viewport?.height ?? window.innerHeight;
  const below = height - rect.bottom - 2 * gapPx;
  const left = Math.max(8, Math.min(rect.left, window.innerWidth - widthPx - 8));
  if (below >= heightPx || below >= rect.top)
    return { left, top: rect.bottom + gapPx, maxHeight: Math.min(heightPx, below) };
  return {
    left,
    bottom: window.innerHeight - rect.top + gapPx,
    maxHeight: Math.min(heightPx, rect.top - 16),
  };
}
