import { canvasTextMaxLength } from "@atoll/contract/documents/canvas-limits";
import { type CSSProperties, useEffect, useState } from "react";
import { cx } from "../../../../ui/base/cx.ts";
import type { CanvasItem } from "../board-canvas.ts";
import { useNoteStore } from "../board-store.tsx";
import type { TextSize } from "../looks/text-sizes.ts";
import { pasteHandlers } from "./paste-notes.ts";

export interface NoteTextProps {
  item: CanvasItem;
  className?: string;
  placeholder?: string;
  /** Lines that fit: a text that may need more ends with an ellipsis. */
  maxLines?: number;
  /** Left out: that of the place where the text is. */
  textSize?: TextSize;
}
/** A line of medium text of fewer characters than this is never wrapped. */
const surelyOneLine = 9;
const mediumPx = 13;

/** The text of an element; a field while the viewer edits it. */
export function NoteText({ item, className, placeholder = "", maxLines, textSize }: NoteTextProps) {
  const { editingId } = useNoteStore();
  const { text } = item.element;
  if (editingId === item.id) return <TextEditor item={item} className={className} textSize={textSize} />;
  const inLine = (surelyOneLine * mediumPx) / (textSize?.px ?? mediumPx);
  const isLong = maxLines !== undefined && (text.includes("\n") || text.length > maxLines * inLine);
  return (
    <p
      className={cx("whitespace-pre-wrap wrap-anywhere", className, isLong && "line-clamp-(--lines)")}
      style={{ ...sizeStyle(textSize), ...(isLong && clampStyle(maxLines)) }}
    >
      {text === "" ? <span className="text-faint">{placeholder}</span> : text}
    </p>
  );
}

const sizeStyle = (size: TextSize | undefined): CSSProperties | undefined =>
  size && { fontSize: size.px, lineHeight: `${size.line}px` };

type ClampStyle = CSSProperties & { "--lines": number };

function clampStyle(maxLines: number): ClampStyle {
  const lines = Math.max(1, maxLines);
  return { "--lines": lines, maxHeight: `${lines}lh` };
}

function TextEditor({ item, className, textSize }: NoteTextProps) {
  const { canvas, edit, actions, openDialog } = useNoteStore();
  const { kind, at, frame } = item.element;
  // Typed text is shared at once. Until it comes back from the shared text, the field shows it as it was typed.
  const [text, setText] = useState(item.element.text);
  const [sharedText, setSharedText] = useState(item.element.text);
  if (item.element.text !== sharedText) {
    setSharedText(item.element.text);
    setText(item.element.text);
  }
  useEffect(() => {
    canvas.beginText();
    return canvas.endText;
  }, [canvas]);
  function write(next: string): void {
    setText(next);
    canvas.setText(item.id, next);
  }
  const paste = pasteHandlers({
    ask: (pasted) => openDialog({ kind: "paste", pasted }),
    onText: write,
    onNotes(texts) {
      const [first, ...others] = texts;
      const isFirstHere = kind === "note" && item.element.text === "" && first !== undefined;
      if (isFirstHere) write(first);
      actions.addNotes({
        texts: isFirstHere ? others : texts,
        frameId: kind === "note" ? frame : null,
        near: at,
      });
    },
  });
  return (
    <textarea
      {...paste}
      // biome-ignore lint/a11y/noAutofocus: the person has just asked to type here
      autoFocus
      aria-label="Text"
      className={cx("nodrag nopan nowheel w-full resize-none bg-transparent outline-none", className)}
      style={sizeStyle(textSize)}
      rows={1}
      // Stops what is typed past the end; what is pasted or dropped past it is asked about.
      maxLength={canvasTextMaxLength}
      value={text}
      onFocus={({ target }) => target.setSelectionRange(target.value.length, target.value.length)}
      onBlur={() => edit(null)}
      onChange={({ target }) => write(target.value)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Escape" || (event.key === "Enter" && (event.ctrlKey || event.metaKey))) edit(null);
      }}
    />
  );
}
