import { Dialog as Base } from "@base-ui/react/dialog";
import { useEffect, useRef } from "react";
import { followVisibleHeight } from "../../lib/page/visible-height.ts";
import { useCloseByBack } from "../base/close-by-back.ts";
import { cx } from "../base/cx.ts";
import { overlayBackdrop } from "../base/floating.ts";
import { DrawerFrame } from "./drawer-frame.tsx";
import type { DrawerProps } from "./drawer-props.ts";
import { keepsWords } from "./typed-words.ts";
import { useWordsGuard } from "./use-words-guard.tsx";

/** The visible part of Drawer; loaded at the first opening. */
export function DrawerPanel(props: DrawerProps) {
  const { open = true, onClose, title, kind = "detail", head, children, footer, finalFocus } = props;
  const popup = useRef<HTMLDivElement | null>(null);
  const guard = useWordsGuard(popup);
  const close = (byEscape = false) => guard.request(() => onClose(byEscape));
  useCloseByBack(open, close);
  useEffect(() => (open ? followVisibleHeight() : undefined), [open]);
  const width = props.width ?? (kind === "nav" ? 280 : 520);
  return (
    <Base.Root open={open} onOpenChange={(next, { reason }) => !next && close(reason === "escape-key")}>
      <Base.Portal>
        <Base.Backdrop className={overlayBackdrop} />
        <Base.Popup
          ref={guard.ref}
          {...{ [keepsWords]: props.keepsWords }}
          style={{ width }}
          className={cx(sheet, kinds[kind])}
          data-drawer={kind}
          // Keys are for what is shown, not for the first of its buttons.
          initialFocus={kind === "detail" ? popup : undefined}
          finalFocus={finalFocus && (() => finalFocus() ?? true)}
        >
          <DrawerFrame
            heading={<Base.Title className="truncate">{title}</Base.Title>}
            head={head}
            kind={kind}
            onClose={() => close()}
            footer={footer}
          >
            {children}
          </DrawerFrame>
          {guard.question}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

const sheet =
  "fixed z-modal flex flex-col overflow-hidden text-text shadow-4 outline-none transition-transform duration-layout " +
  "ease-tide";

const kinds = {
  detail:
    // Above the keyboard of a phone, whose fields it may hold at its lower edge.
    "top-2 right-2 h-[calc(var(--visible-height,100dvh)-16px)] max-w-[calc(100vw-16px)] rounded-xl border bg-surface " +
    "data-ending-style:translate-x-[calc(100%+8px)] data-starting-style:translate-x-[calc(100%+8px)]",
  nav:
    "inset-y-0 left-0 max-w-[calc(100vw-48px)] bg-canvas " +
    "data-ending-style:-translate-x-full data-starting-style:-translate-x-full",
};
