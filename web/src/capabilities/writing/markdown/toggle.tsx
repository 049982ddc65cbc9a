import { useRouter } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { cx } from "../../../ui/base/cx.ts";

/** The title of a toggle that has none of its own. */
export const noTitle = "More";

interface ToggleProps {
  title: ReactNode;
  /** The id of its title, for links to it; empty for a toggle that nothing links to. */
  anchor: string;
  children: ReactNode;
}

/** The toggles that the reader has opened since the app was loaded: a new version of a page closes none of them. */
const opened = new Set<string>();

/**
 * A line that folds the content below it. Whether it is open is the reader's own. The content is part of the page also
 * while it is folded: the browser's search opens it, links to a place in it do, and it is printed open.
 */
export function Toggle({ title, anchor, children }: ToggleProps) {
  const key = `${location.pathname}#${anchor}`;
  const element = useRef<HTMLDetailsElement>(null);
  const isPrinting = useRef(false);
  const [isOpen, setOpen] = useState(() => anchor !== "" && opened.has(key));
  const router = useRouter({ warn: false });
  useEffect(() => {
    const reveal = () => {
      const target = targetOfAddress();
      const details = element.current;
      if (!target || !details?.contains(target) || details.open) return;
      details.open = true;
      target.scrollIntoView();
    };
    reveal();
    return router?.subscribe("onResolved", reveal);
  }, [router]);
  useEffect(() => {
    const details = element.current;
    if (!details) return undefined;
    let wasOpen = details.open;
    const before = () => {
      isPrinting.current = true;
      wasOpen = details.open;
      details.open = true;
    };
    const after = () => {
      details.open = wasOpen;
      isPrinting.current = false;
    };
    window.addEventListener("beforeprint", before);
    window.addEventListener("afterprint", after);
    return () => {
      window.removeEventListener("beforeprint", before);
      window.removeEventListener("afterprint", after);
    };
  }, []);
  return (
    <details
      ref={element}
      id={anchor || undefined}
      open={isOpen}
      className="my-1 scroll-mt-16"
      onToggle={(event) => {
        if (isPrinting.current) return;
        const { open } = event.currentTarget;
        setOpen(open);
        if (open) opened.add(key);
        else opened.delete(key);
      }}
    >
      <summary className="flex cursor-pointer list-none items-start gap-1.5 rounded-xs py-0.5 pointer-coarse:py-2 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden="true"
          className={cx("mt-1 size-4 flex-none text-muted", isOpen && "rotate-90")}
        />
        <div className="min-w-0 flex-1">{title}</div>
      </summary>
      <div className="pt-1 pl-5.5">{children}</div>
    </details>
  );
}

/** The element that the address of the page leads to. */
function targetOfAddress(): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(location.hash.slice(1)));
  } catch {
    // Somebody's half of an address.
    return null;
  }
}
