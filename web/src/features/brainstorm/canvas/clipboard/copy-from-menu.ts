import { counted } from "../../../../lib/counted.ts";
import { notify } from "../../../../ui/toast/toast.tsx";
import type { BoardStore } from "../board-store.tsx";
import {
  type ClipboardTexts,
  type CopiedElement,
  copyElements,
  tooLargeToCopy,
  writeCopied,
} from "./copied-elements.ts";

/** Copies elements to the clipboard from a menu. A cut then deletes them, where the viewer may. */
export async function copyFromMenu(
  store: BoardStore,
  ids: Iterable<string>,
  { isCut = false, announce }: { isCut?: boolean; announce?: (text: string) => void } = {},
): Promise<void> {
  const copied = copyElements(store.snapshot.items, ids);
  const texts = textsToCopy(copied);
  if (!texts) return;
  try {
    const blobOf = (text: string, type: string) => new Blob([text], { type });
    const item = new ClipboardItem({
      "text/html": blobOf(texts.html, "text/html"),
      "text/plain": blobOf(texts.text, "text/plain"),
    });
    await navigator.clipboard.write([item]);
  } catch {
    notify.error("This browser does not give the clipboard to menus. Use the keys to copy.");
    return;
  }
  finishCopy(store, copied, { isCut, announce });
}

/** Returns what goes to the clipboard; null, with a toast, when it is too much. */
export function textsToCopy(copied: readonly CopiedElement[]): ClipboardTexts | null {
  const texts = writeCopied(copied);
  if (!texts) notify.error(tooLargeToCopy);
  return texts;
}

/** Deletes elements that were cut. What others changed since they were copied is deleted with them, as by the Delete key. */
export function finishCopy(
  { actions, select, mayWrite }: BoardStore,
  copied: readonly CopiedElement[],
  { isCut, announce }: { isCut: boolean; announce?: ((text: string) => void) | undefined },
): void {
  const isRemoved = isCut && mayWrite && actions.remove(copied.map(({ id }) => id));
  announce?.(`${counted(copied.length, "element")} ${isRemoved ? "cut" : "copied"}`);
  if (isRemoved) select([]);
}
