import { Dialog as Base } from "@base-ui/react/dialog";
import { type PointerEvent, useEffect, useRef } from "react";
import { followVisibleHeight } from "../../lib/page/visible-height.ts";
import { useCloseByBack } from "../base/close-by-back.ts";
import { cx } from "../base/cx.ts";
import { overlayBackdrop } from "../base/floating.ts";
import { DialogFrame, dialogBox } from "./dialog-frame.tsx";
import type { DialogProps } from "./dialog-props.ts";
import { keepsWords } from "./typed-words.ts";
import { useWordsGuard } from "./use-words-guard.tsx";

/** The visible part of Dialog; loaded at the first opening. */
export function DialogPanel(props: DialogProps) {
  const { open = true, onClose, title, description, children, footer, onSubmit } = props;
  const { width = 500, role = "dialog" } = props;
  const popup = useRef<HTMLDivElement | null>(null);
  useEffect(() => (open ? followVisibleHeight() : undefined), [open]);
  const guard = useWordsGuard(popup);
  const close = () => guard.request(onClose);
  useCloseByBack(open, close);
  return (
    <Base.Root
      open={open}
      disablePointerDismissal={props.isClosedByPress === false}
      onOpenChange={(next) => !next && close()}
    >
      <Base.Portal>
        <Base.Backdrop className={overlayBackdrop} />
        <Base.Viewport
          className={cx("fixed inset-0 z-modal grid place-items-center overflow-hidden", sheetPlace)}
        >
          <Base.Popup
            ref={guard.ref}
            {...{ [keepsWords]: props.keepsWords }}
            data-clear-of-toasts="sheet"
            role={role}
            // The first field rather than the cross. After a touch nothing is focused, for a field
            // would bring the keyboard up over half the dialog.
            initialFocus={
              props.initialFocus ??
              ((by) => by === "touch" || (popup.current?.querySelector<HTMLElement>(fields) ?? true))
            }
            style={{ maxWidth: width }}
            onPointerDownCapture={holdHeight}
            className={cx("float-motion max-h-[90vh] w-[90%]", dialogBox, sheet)}
          >
            <DialogFrame
              heading={<Base.Title className="type-dialog">{title}</Base.Title>}
              onClose={close}
              onSubmit={onSubmit}
              footer={footer}
              isOnlyText={props.isOnlyText}
            >
              {description && <Base.Description className="text-muted">{description}</Base.Description>}
              {children}
            </DialogFrame>
            {guard.question}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

/**
 * Keeps the height while a pointer is down. What arrives late, such as similar ideas, would otherwise move the pressed
 * button away before its release, and the press would do nothing.
 */
function holdHeight({ currentTarget }: PointerEvent<HTMLElement>) {
  const { style } = currentTarget;
  style.height = getComputedStyle(currentTarget).height;
  const released = new AbortController();
  const release = () => {
    released.abort();
    // After the click, which follows the release.
    requestAnimationFrame(() => style.removeProperty("height"));
  };
  for (const end of ["pointerup", "pointercancel"])
    addEventListener(end, release, { signal: released.signal, capture: true });
}

/** On a phone it rises from the lower edge, as wide as the screen, or from the keyboard over that edge. */
const sheetPlace = "max-md:bottom-auto max-md:h-[var(--visible-height,100dvh)] max-md:place-items-end";
const sheet =
  "max-md:max-h-[92%] max-md:w-full max-md:max-w-none! max-md:rounded-b-none max-md:border-x-0 max-md:border-b-0 " +
  "max-md:pb-[env(safe-area-inset-bottom)] max-md:data-ending-style:translate-y-full " +
  "max-md:data-starting-style:translate-y-full";
const fields = ":is(input, textarea, [role=combobox]):not(:disabled, [type=hidden])";
