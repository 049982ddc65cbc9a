import type { Subject } from "@atoll/contract/comments/schemas";
import { escapeHtml } from "@atoll/contract/text/escape-html";
import { isId } from "@atoll/contract/uuid";
import { Extension } from "@tiptap/core";
import type { Node as ProseNode } from "@tiptap/pm/model";
import { type EditorState, Plugin, type Transaction } from "@tiptap/pm/state";
import { Marked } from "marked";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { highlight } from "../../writing/markdown/document-rules.ts";
import { clipboardText } from "./clipboard-text.ts";
import { stopCapturing } from "./replace-text.ts";
import { readWordLists } from "./word-lists.ts";

/** How sure it is that a pasted text is Markdown. */
type MarkdownGuess = "surely" | "perhaps" | "no";

const signs = [
  /^ {0,3}#{1,6} \S/m,
  /^ {0,3}(?:```|~~~)/m,
  /^ {0,3}[-*+] \S.*\n(?:.*\n)*? {0,3}[-*+] \S/m,
  /^ {0,3}\d{1,9}[.)] \S.*\n(?:.*\n)*? {0,3}\d{1,9}[.)] \S/m,
  /^ {0,3}[-*+] \[[ xX]\] \S/m,
  /^ {0,3}\|?[ \t]*:?-{3,}:?[ \t]*\|/m,
  /^ {0,3}> \S/m,
  /\[[^\]\n]{1,200}\]\([^\s()]{1,500}\)/,
  /^ {0,3}\[[^\]\n]{1,200}\]: \S/m,
  /\*\*[^\s*][^*\n]{0,200}\*\*/,
  /^\S.*\n(?:={3,}|-{3,})[ \t]*$/m,
];

/** Longer texts are pasted as they are: patterns over them would hold up the page. */
const longest = 100_000;

/** Guesses whether a text is Markdown: two different signs are no accident, and one may be. */
function guessMarkdown(text: string): MarkdownGuess {
  if (text.length > longest) return "no";
  const found = signs.filter((sign) => sign.test(text)).length;
  return found >= 2 ? "surely" : found === 1 ? "perhaps" : "no";
}

/** HTML in it stays text, as in every page. */
const reader = new Marked(
  { gfm: true, renderer: { html: ({ text }) => escapeHtml(text) } },
  { extensions: [highlight] },
);

/** The HTML of a Markdown text, with boxes to tick as the editor reads them. */
function htmlOfMarkdown(markdown: string): string {
  const page = new DOMParser().parseFromString(reader.parse(markdown, { async: false }), "text/html");
  for (const box of page.querySelectorAll<HTMLInputElement>("li input[type=checkbox]")) {
    const item = box.closest("li");
    item?.setAttribute("data-type", "taskItem");
    item?.setAttribute("data-checked", String(box.hasAttribute("checked")));
    item?.parentElement?.setAttribute("data-type", "taskList");
    box.remove();
  }
  return page.body.innerHTML;
}

export interface ClipboardActions {
  /** Images whose files belong to another thing were inserted: its readers may not be this one's. */
  onForeignImages(fileIds: readonly string[]): void;
  /** Images of other places were in what was pasted. They are left out: fetching them would tell who reads. */
  onImagesLeftOut(count: number): void;
  /** Markdown was pasted. In doubt it is still text, and `read` reads it; otherwise `read` is undefined. */
  onMarkdown(read: (() => void) | undefined): void;
}

export const pageOf = ({ kind, id }: Subject): string => `${kind}:${id}`;

/** Looks after what comes from the clipboard: files of other things, images of other places, and ids of steps. */
export const Clipboard = Extension.create<{ page: string; actions: ClipboardActions | null }>({
  name: "clipboard",
  addOptions: () => ({ page: "", actions: null }),
  addProseMirrorPlugins() {
    const { page, actions } = this.options;
    const { editor } = this;
    const foreign = new Set<string>();
    /** Text that was pasted and may be Markdown, where it is now. */
    let doubtful: { from: number; to: number; text: string } | null = null;
    const readDoubtful = () => {
      if (!doubtful || editor.isDestroyed) return;
      const { from, to, text } = doubtful;
      doubtful = null;
      editor.chain().focus().setTextSelection({ from, to }).run();
      editor.view.pasteHTML(htmlOfMarkdown(text));
    };
    return [
      new Plugin({
        props: {
          clipboardTextSerializer: (slice) => clipboardText(slice.content, editor.schema),
          handlePaste(view, event) {
            const text = event.clipboardData?.getData("text/plain") ?? "";
            const isMarked = (event.clipboardData?.getData("text/html") ?? "") !== "";
            const { $from, from } = view.state.selection;
            const guess = isMarked || $from.parent.type.spec.code ? "no" : guessMarkdown(text);
            if (guess === "surely") {
              stopCapturing(editor);
              view.pasteHTML(htmlOfMarkdown(text));
              stopCapturing(editor);
              actions?.onMarkdown(undefined);
              return true;
            }
            if (guess === "perhaps") {
              doubtful = { from, to: from, text };
              actions?.onMarkdown(readDoubtful);
            }
            return false;
          },
          transformPastedHTML(html) {
            const pasted = new DOMParser().parseFromString(html, "text/html");
            const hasLists = readWordLists(pasted);
            for (const figure of pasted.querySelectorAll<HTMLElement>("figure[data-file]")) {
              const { file, page: from } = figure.dataset;
              if (isId(file) && from !== page) foreign.add(file);
            }
            const leftOut = pasted.querySelectorAll("img").length;
            if (leftOut > 0) actions?.onImagesLeftOut(leftOut);
            return hasLists ? pasted.body.innerHTML : html;
          },
        },
        appendTransaction(transactions, before, after) {
          if (doubtful) {
            const { from, to, text } = doubtful;
            // Text inserted at its end belongs to it only while it is being pasted.
            const isPasted = from === to;
            doubtful = {
              from: transactions.reduce((at, { mapping }) => mapping.map(at, isPasted ? -1 : 1), from),
              to: transactions.reduce((at, { mapping }) => mapping.map(at, isPasted ? 1 : -1), to),
              text,
            };
          }
          return transactions.some(isInsertion) ? renewStepIds(transactions, before, after) : null;
        },
        view: () => ({
          update(view, before) {
            if (foreign.size === 0 || before.doc.eq(view.state.doc)) return;
            const inserted = [...fileIdsIn(view.state.doc)].filter((id) => foreign.delete(id));
            if (inserted.length > 0) actions?.onForeignImages(inserted);
          },
        }),
      }),
    ];
  },
});

const isInsertion = (transaction: Transaction): boolean =>
  transaction.docChanged && ["paste", "drop"].includes(String(transaction.getMeta("uiEvent")));

/** Gives a step that is there twice an id of its own: the copy, not the one that was there before. */
function renewStepIds(
  transactions: readonly Transaction[],
  before: EditorState,
  { doc, tr }: EditorState,
): Transaction | null {
  const originals = new Map<number, string>();
  before.doc.descendants((node, position) => {
    if (node.type.name !== "step") return node.type.name === "doc";
    let [at, isDeleted] = [position, false];
    for (const { mapping } of transactions) {
      const result = mapping.mapResult(at);
      at = result.pos;
      isDeleted ||= result.deletedAfter;
    }
    if (!isDeleted) originals.set(at, String(node.attrs.id));
    return false;
  });
  const used = new Set(originals.values());
  doc.forEach((node, position) => {
    if (node.type.name !== "step" || originals.get(position) === node.attrs.id) return;
    const isFree = isId(node.attrs.id) && !used.has(node.attrs.id);
    const id = isFree ? node.attrs.id : uuidv7();
    used.add(id);
    if (!isFree) tr.setNodeAttribute(position, "id", id);
  });
  return tr.docChanged ? tr : null;
}

function fileIdsIn(doc: ProseNode): Set<string> {
  const ids = new Set<string>();
  doc.descendants((node) => {
    if (node.type.name === "image") ids.add(String(node.attrs.fileId));
    return !node.isTextblock;
  });
  return ids;
}

/** Puts another file in place of one, in every image that shows it. Undo never brings the first file back. */
export function replaceFile(state: EditorState, fileId: string, byFileId: string): Transaction {
  const { tr } = state;
  state.doc.descendants((node, position) => {
    if (node.type.name === "image" && node.attrs.fileId === fileId)
      tr.setNodeAttribute(position, "fileId", byFileId);
    return !node.isTextblock;
  });
  return tr.setMeta("addToHistory", false);
}
