import { fileNameOf } from "@atoll/contract/text/file-name";
import { Copy, Download } from "lucide-react";
import { downloadText } from "../../../lib/request/download.ts";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { copyText } from "../../../ui/toast/copy-text.ts";
import { usePendingNotes } from "../data/pending-notes.ts";
import { usePrivateNotes } from "../data/use-board.ts";

interface KeepNotesProps {
  boardTitle: string;
  texts: readonly { text: string }[];
}

/** Copies the viewer's private notes, or saves them as a file. Nothing about the board can prevent it. */
export function KeepNotes({ boardTitle, texts }: KeepNotesProps) {
  if (texts.length === 0) return null;
  const whole = texts.map(({ text }) => text).join("\n\n");
  return (
    <>
      <IconButton
        size="xs"
        icon={Copy}
        label="Copy your private notes"
        onClick={() => copyText(whole, texts.length === 1 ? "Note copied" : `${texts.length} notes copied`)}
      />
      <IconButton
        size="xs"
        icon={Download}
        label="Save your private notes as a file"
        onClick={() =>
          downloadText(`${fileNameOf(boardTitle, "Board")}, private notes.txt`, whole, "text/plain")
        }
      />
    </>
  );
}

/** The viewer's private notes of a board that they can no longer open. */
export function NotesLeftBehind({ boardId }: { boardId: string }) {
  const notes = usePrivateNotes(boardId) ?? [];
  const { pending } = usePendingNotes(boardId);
  const waiting = pending.filter(({ id }) => !notes.some((note) => note.id === id));
  const texts = [...notes, ...waiting.map(({ id, body }) => ({ id, text: body.note.text }))];
  if (texts.length === 0) return null;
  return (
    <section
      aria-label="Your private notes"
      className="mx-auto mt-6 flex max-w-[480px] flex-col gap-2 rounded-md border bg-surface-raised p-3 text-sm"
    >
      <div className="flex items-center gap-1.5">
        <h2 className="flex-1 font-semibold text-xs">Your private notes on this board</h2>
        <KeepNotes boardTitle="Board" texts={texts} />
      </div>
      <ul className="flex max-h-80 flex-col gap-1 overflow-y-auto">
        {texts.map(({ id, text }) => (
          <li key={id} className="wrap-anywhere whitespace-pre-wrap rounded-xs bg-surface-sunken px-2 py-1">
            {text}
          </li>
        ))}
      </ul>
    </section>
  );
}
