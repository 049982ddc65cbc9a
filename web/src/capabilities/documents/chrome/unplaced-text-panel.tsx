import { formatInstant } from "../../../lib/time/format-date.ts";
import { Button } from "../../../ui/button/button.tsx";
import { copyText } from "../../../ui/toast/copy-text.ts";
import type { KeptText } from "../sharing/document-status.ts";

export interface KeptTextsPanelProps {
  texts: readonly KeptText[];
  /** Absent where nothing can be inserted. */
  onInsert: ((text: string) => void) | undefined;
  onDismiss: (id: string) => void;
  /** The title of the page, where the texts are shown outside its draft. */
  about?: string;
  /** To a draft in which the texts can be inserted. */
  toDraft?: { label: string; open: () => void } | undefined;
}

/** Why a text is not in the document, for its author. */
export const keptReasons: Record<KeptText["why"], string> = {
  unplaced: "Someone deleted the place where you typed this",
  earlier: "You typed this into a draft that has ended",
  refused: "The server could not save this",
  not_permitted: "This was not saved: you can no longer write here",
};

/** Text of the viewer that has no place in the document: to insert, to copy, or to let go. */
export function KeptTextsPanel({ texts, onInsert, onDismiss, about, toDraft }: KeptTextsPanelProps) {
  if (texts.length === 0) return null;
  return (
    <section
      aria-labelledby="kept-texts"
      className="max-h-[40%] flex-none overflow-y-auto border-t bg-surface-sunken px-5 py-3"
    >
      <h2 id="kept-texts" className="font-semibold">
        {about ? `Unplaced text for “${about}”` : "Unplaced text"}
      </h2>
      {toDraft && (
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-2 text-muted">
          You typed this, and it is not part of the page. Copy it, or insert it in a draft.
          <Button size="sm" variant="secondary" onClick={toDraft.open}>
            {toDraft.label}
          </Button>
        </p>
      )}
      <ul className="mt-2 flex flex-col gap-3">
        {texts.map(({ id, why, text, at }) => (
          <li key={id} className="rounded-lg border bg-surface-raised p-3">
            <p className="text-muted text-xs">
              {keptReasons[why]}
              {` · ${formatInstant(new Date(at))}`}
            </p>
            <p className="mt-1 max-h-40 overflow-y-auto whitespace-pre-wrap">{text}</p>
            <div className="mt-2 flex flex-wrap gap-2">
              {onInsert && (
                <Button
                  size="sm"
                  variant="secondary"
                  onClick={() => {
                    onInsert(text);
                    onDismiss(id);
                  }}
                >
                  Insert at the cursor
                </Button>
              )}
              <Button size="sm" variant="secondary" onClick={() => copyText(text, "Text copied")}>
                Copy
              </Button>
              <Button size="sm" variant="ghost" onClick={() => onDismiss(id)}>
                Discard
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
