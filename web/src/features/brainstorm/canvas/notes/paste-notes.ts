import type { ClipboardEvent, DragEvent } from "react";
import { fitsNote, linesOf } from "./split-text.ts";

/** A pasted text that does not become one note without asking. */
export interface PastedText {
  text: string;
  /** Whether it fits into the note that it was pasted into. */
  fits: boolean;
  /** Puts texts on the board: the first one where the text was pasted, if that is empty. */
  onNotes: (texts: readonly string[]) => void;
  /** Puts the whole text where it was pasted; undefined where it does not fit. */
  onOne?: (() => void) | undefined;
}

type Field = HTMLInputElement | HTMLTextAreaElement;

interface PasteOptions {
  /** Asks what becomes of the text. */
  ask: (pasted: PastedText) => void;
  onNotes: PastedText["onNotes"];
  /** Writes the whole text of the field. */
  onText: (text: string) => void;
}

/**
 * Returns the handlers of a field for a note that ask when a text is too long for the note, or has several lines. The
 * field would cut the one and join the others, without a word.
 */
export function pasteHandlers({ ask, onNotes, onText }: PasteOptions) {
  function take(event: ClipboardEvent<Field> | DragEvent<Field>, data: DataTransfer): void {
    const text = data.getData("text/plain");
    const { value, selectionStart, selectionEnd } = event.currentTarget;
    const whole = `${value.slice(0, selectionStart ?? value.length)}${text}${value.slice(selectionEnd ?? value.length)}`;
    const fits = fitsNote(whole);
    if (fits && linesOf(text).length < 2) return;
    event.preventDefault();
    ask({ text, fits, onNotes, onOne: fits ? () => onText(whole) : undefined });
  }
  return {
    onPaste: (event: ClipboardEvent<Field>) => take(event, event.clipboardData),
    onDrop: (event: DragEvent<Field>) => take(event, event.dataTransfer),
  };
}
