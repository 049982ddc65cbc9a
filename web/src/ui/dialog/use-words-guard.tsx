import { Dialog as Base } from "@base-ui/react/dialog";
import { type ReactNode, type RefObject, useCallback, useRef, useState } from "react";
import { reportDiscarded } from "../../lib/form/report-saved.ts";
import { useCloseByBack } from "../base/close-by-back.ts";
import { overlayBackdrop } from "../base/floating.ts";
import { Button } from "../button/button.tsx";
import { dialogBox } from "./dialog-frame.tsx";
import { followTypedWords, restoredWords } from "./typed-words.ts";

export interface WordsGuard {
  /** For the popup, whose fields are followed. */
  ref: (element: HTMLDivElement | null) => (() => void) | undefined;
  /** Closes, or asks first where typed words would be lost. */
  request: (close: () => void) => void;
  /** Rendered in the popup. */
  question: ReactNode;
}

/** Asks before Escape, a press on the backdrop or the cross throws typed words away. */
export function useWordsGuard(popup: RefObject<HTMLDivElement | null>): WordsGuard {
  const hasWords = useRef((): boolean => false);
  const [close, setClose] = useState<() => void>();
  // One function for as long as the popup is there: another one would forget what was typed before.
  const ref = useCallback(
    (element: HTMLDivElement | null) => {
      popup.current = element;
      if (!element) return undefined;
      const followed = followTypedWords(element);
      hasWords.current = followed.hasWords;
      return () => {
        popup.current = null;
        followed.stop();
      };
    },
    [popup],
  );
  function discard(onClose: () => void): void {
    reportDiscarded(popup.current);
    onClose();
  }
  return {
    ref,
    request(onClose) {
      const hasRestored = popup.current?.querySelector(`[${restoredWords}]`);
      if (hasWords.current() || hasRestored) setClose(() => onClose);
      else discard(onClose);
    },
    question: close && (
      <DiscardQuestion
        onKeep={() => setClose(undefined)}
        onDiscard={() => {
          setClose(undefined);
          discard(close);
        }}
      />
    ),
  };
}

function DiscardQuestion({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  const keep = useRef<HTMLButtonElement>(null);
  useCloseByBack(true, onKeep);
  return (
    <Base.Root open onOpenChange={onKeep}>
      <Base.Portal>
        <Base.Backdrop className={overlayBackdrop} forceRender />
        <Base.Viewport className="fixed inset-0 z-modal grid place-items-center">
          {/* Enter alone discards nothing. */}
          <Base.Popup role="alertdialog" initialFocus={keep} className={`w-[90%] max-w-[380px] ${dialogBox}`}>
            <div className="flex flex-col gap-1 px-5 pt-4 pb-4">
              <Base.Title className="type-dialog">Discard what you typed?</Base.Title>
              <Base.Description className="text-muted">It has not been saved.</Base.Description>
            </div>
            <footer className="flex justify-end gap-2 border-t bg-surface px-5 py-3">
              <Button ref={keep} onClick={onKeep}>
                Keep editing
              </Button>
              <Button variant="danger" onClick={onDiscard}>
                Discard
              </Button>
            </footer>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
