import { useRef } from "react";
import { closeLostWords, type LostWords } from "../../lib/page/lost-words.ts";
import { Button } from "../button/button.tsx";
import { copyText } from "../toast/copy-text.ts";
import { Dialog } from "./dialog.tsx";

/** The words that a person was typing when their field went away, to copy. The keys that they go on typing press nothing in it. */
export function LostWordsBox({ words }: { words: LostWords }) {
  const copy = useRef<HTMLButtonElement>(null);
  const text = words.text.trim();
  return (
    <Dialog
      role="alertdialog"
      title="What you were writing was not sent"
      description={
        words.why ?? "The place where you typed this was deleted, or you can no longer write there."
      }
      onClose={closeLostWords}
      isClosedByPress={false}
      initialFocus={copy}
      footer={
        <Button ref={copy} variant="primary" onClick={() => copyText(text, "Text copied")}>
          Copy text
        </Button>
      }
    >
      <p
        data-lost-words
        className="wrap-anywhere whitespace-pre-wrap rounded-md border bg-surface-sunken px-3 py-2"
      >
        {text}
      </p>
    </Dialog>
  );
}
