import type { CanvasPoint } from "@atoll/contract/documents/canvas";
import { canvasMaxElements } from "@atoll/contract/documents/canvas-limits";
import { type DragEvent, useEffect, useEffectEvent, useRef } from "react";
import { pastedFiles, transferredFiles } from "../../../capabilities/files/upload/transferred-files.ts";
import { counted } from "../../../lib/counted.ts";
import { takesKeys } from "../../../lib/page/shortcuts.ts";
import { notify } from "../../../ui/toast/toast.tsx";
import { useBoardStore } from "./board-store.tsx";
import { boxOfCopied, copyElements, readCopied } from "./clipboard/copied-elements.ts";
import { finishCopy, textsToCopy } from "./clipboard/copy-from-menu.ts";
import { clampPoint, frameAt, noteSize } from "./geometry.ts";
import { fitsNote, linesOf } from "./notes/split-text.ts";

/** More notes than this are made of a text only after asking. */
const maxWithoutAsking = 50;
/** Pasting again in the same place shifts the copies by so much each time. */
const pasteShift = 20;

export interface ClipboardOptions {
  /** The pointer, or the middle of what the viewer looks at. */
  place: () => CanvasPoint;
  /** The place of a pointer on the screen. */
  placeOf: (pointer: { clientX: number; clientY: number }) => { x: number; y: number };
  onImages: (files: readonly File[], at: CanvasPoint) => void;
  /** Announces something to assistive tech. */
  announce: (text: string) => void;
}

export interface BoardClipboard {
  /** Reads the clipboard itself: for a button. */
  paste(): void;
  /** Take texts and images that are dropped on the canvas. The field of a note takes what is dropped into it itself. */
  dropHandlers: { onDragOver: (event: DragEvent) => void; onDrop: (event: DragEvent) => void };
}

/** Copies, cuts and pastes with the browser's own keys and menu. */
export function useClipboard({ place, placeOf, onImages, announce }: ClipboardOptions): BoardClipboard {
  const store = useBoardStore();
  const { snapshot, selectedIds, select, actions, mayWrite, openDialog } = store;
  const lastPaste = useRef<{ html: string; at: CanvasPoint; count: number } | null>(null);

  function pasteElements(html: string, at: CanvasPoint): boolean {
    const read = readCopied(html);
    if (!read) return false;
    const last = lastPaste.current;
    const isAgain = last?.html === html && last.at[0] === at[0] && last.at[1] === at[1];
    const count = isAgain ? last.count + 1 : 0;
    const box = boxOfCopied(read.copied);
    const shift = count * pasteShift;
    const ids = actions.addCopies(read.copied, [
      at[0] - box.x - box.width / 2 + shift,
      at[1] - box.y - box.height / 2 + shift,
    ]);
    if (ids.length === 0) return true;
    lastPaste.current = { html, at, count };
    select(ids);
    announce(`${counted(ids.length, "element")} pasted`);
    if (read.leftOut > 0)
      notify.info(
        `${counted(read.leftOut, "element")} could not be pasted: this page does not know their kind. Reload it and try again.`,
      );
    return true;
  }

  function pasteText(text: string, at: CanvasPoint): boolean {
    const lines = linesOf(text);
    if (lines.length === 0) return false;
    const [width, height] = noteSize;
    const near: CanvasPoint = [Math.round(at[0] - width / 2), Math.round(at[1] - height / 2)];
    const frameId = frameAt({ x: near[0], y: near[1], width, height }, snapshot.items.values());
    const addNotes = (texts: readonly string[]) => {
      const ids = actions.addNotes({ texts, frameId, near });
      if (ids.length === 0) return;
      select(ids);
      announce(`${counted(ids.length, "note")} added`);
    };
    const space = canvasMaxElements - snapshot.items.size;
    if (lines.length <= Math.min(space, maxWithoutAsking)) addNotes(lines);
    else {
      const fits = fitsNote(text);
      openDialog({
        kind: "paste",
        pasted: { text, fits, onNotes: addNotes, onOne: fits ? () => addNotes([text.trim()]) : undefined },
      });
    }
    return true;
  }

  function take(data: DataTransfer, files: readonly File[], at: CanvasPoint): boolean {
    if (!mayWrite) return false;
    if (files.length > 0) {
      onImages(files, at);
      return true;
    }
    return pasteElements(data.getData("text/html"), at) || pasteText(data.getData("text/plain"), at);
  }

  const onCopy = useEffectEvent((event: ClipboardEvent) => {
    if (!event.clipboardData || takesKeys(event.target) || !(getSelection()?.isCollapsed ?? true)) return;
    const copied = copyElements(snapshot.items, selectedIds);
    if (copied.length === 0) return;
    event.preventDefault();
    const texts = textsToCopy(copied);
    if (!texts) return;
    event.clipboardData.setData("text/html", texts.html);
    event.clipboardData.setData("text/plain", texts.text);
    finishCopy(store, copied, { isCut: event.type === "cut", announce });
  });
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const { clipboardData: data } = event;
    if (data && !takesKeys(event.target) && take(data, pastedFiles(data), place())) event.preventDefault();
  });
  useEffect(() => {
    document.addEventListener("copy", onCopy);
    document.addEventListener("cut", onCopy);
    document.addEventListener("paste", onPaste);
    return () => {
      document.removeEventListener("copy", onCopy);
      document.removeEventListener("cut", onCopy);
      document.removeEventListener("paste", onPaste);
    };
  }, []);

  async function pasteFromButton(): Promise<void> {
    const at = place();
    try {
      const [item] = await navigator.clipboard.read();
      const textOf = async (type: string) =>
        item?.types.includes(type) ? await (await item.getType(type)).text() : "";
      if (pasteElements(await textOf("text/html"), at) || pasteText(await textOf("text/plain"), at)) return;
      const imageType = item?.types.find((type) => type.startsWith("image/"));
      if (item && imageType)
        onImages([new File([await item.getType(imageType)], "Pasted image.png", { type: imageType })], at);
      else notify.info("The clipboard is empty");
    } catch {
      notify.error("This browser does not give the clipboard to buttons. Use the keys to paste.");
    }
  }
  return {
    paste: () => void pasteFromButton(),
    dropHandlers: {
      onDragOver(event) {
        if (mayWrite && !isInField(event)) event.preventDefault();
      },
      onDrop(event) {
        if (event.defaultPrevented || isInField(event)) return;
        const { x, y } = placeOf(event);
        const { dataTransfer: data } = event;
        if (take(data, transferredFiles(data), clampPoint([x, y]))) event.preventDefault();
      },
    },
  };
}

const isInField = ({ target }: DragEvent): boolean =>
  target instanceof Element && target.closest("textarea") !== null;
