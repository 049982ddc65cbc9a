import { X } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "../base/cx.ts";
import { IconButton } from "../button/icon-button.tsx";

export interface DrawerFrameProps {
  /** The heading element, already in its place for assistive tech. */
  heading: ReactNode;
  head?: ReactNode;
  kind: "detail" | "nav";
  onClose: () => void;
  footer?: ReactNode;
  children?: ReactNode;
}

/** The inside of a drawer: a head of 48px (56 for the navigation, as the header it covers), a body that scrolls, a footer that stays. */
export function DrawerFrame({ heading, head, kind, onClose, footer, children }: DrawerFrameProps) {
  return (
    <>
      <header
        className={cx(
          "flex flex-none items-center gap-2 pr-2 pl-4",
          kind === "nav" ? "h-header" : "h-12 border-b",
        )}
      >
        {head ? (
          <>
            <div className="sr-only">{heading}</div>
            <div className="min-w-0 flex-1">{head}</div>
          </>
        ) : (
          <div className="min-w-0 flex-1 truncate font-semibold">{heading}</div>
        )}
        <IconButton label="Close" icon={X} size="sm" onClick={onClose} />
      </header>
      {/* The place of text for assistive tech in it: without one, a pane far longer than the page would make the page scroll. */}
      <div className="relative min-h-0 flex-1 overflow-y-auto">{children}</div>
      {footer && <footer className="flex-none border-t bg-surface px-4 py-3">{footer}</footer>}
    </>
  );
}
