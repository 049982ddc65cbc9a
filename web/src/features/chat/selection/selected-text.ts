import type { Message } from "@atoll/contract/chat/schemas";
import { readText } from "./read-text.ts";

export interface SelectedText {
  /** Without the names and times between messages. */
  text: string;
  /** The message it is from, or the first one. */
  message: Message;
}

const saidIn = new WeakMap<Element, Message>();

/** Marks the element with the text of a message; see `SaidBy`. */
export const saidAttribute = "data-said";

export function rememberSaid(element: Element, message: Message): void {
  saidIn.set(element, message);
}

/** Returns the selected part of the messages' texts, as shown on screen. Null if there is none. */
export function selectedText(selection: Selection | null = getSelection()): SelectedText | null {
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  // Selecting everything on the page is not a selection of messages.
  if (!isInMessage(range.startContainer) && !isInMessage(range.endContainer)) return null;
  const parts = [...document.querySelectorAll(`[${saidAttribute}]`)]
    .filter((element) => range.intersectsNode(element))
    .map((element) => ({ message: saidIn.get(element), text: readText(partOf(element, range)) }))
    .filter(({ text }) => text !== "");
  const message = parts[0]?.message;
  return message ? { message, text: parts.map(({ text }) => text).join("\n") } : null;
}

/** Returns the text of a message as shown: the selected part if there is one, and otherwise all. */
export function textOfMessage(message: Message): SelectedText {
  const selected = selectedText();
  if (selected?.message.id === message.id) return selected;
  const element = [...document.querySelectorAll(`[${saidAttribute}]`)].find(
    (one) => saidIn.get(one)?.id === message.id,
  );
  return { message, text: element ? readText(element) : message.content };
}

function isInMessage(node: Node): boolean {
  const element = node instanceof Element ? node : node.parentElement;
  return element?.closest("[data-message]") != null;
}

function partOf(element: Element, range: Range): Node {
  const part = document.createRange();
  part.selectNodeContents(element);
  if (range.compareBoundaryPoints(Range.START_TO_START, part) > 0)
    part.setStart(range.startContainer, range.startOffset);
  if (range.compareBoundaryPoints(Range.END_TO_END, part) < 0)
    part.setEnd(range.endContainer, range.endOffset);
  return part.cloneContents();
}
