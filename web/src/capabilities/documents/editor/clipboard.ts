import type { Subject } from "@atoll/contract/comments/schemas";
import { Extension } from "@tiptap/core";
import type { Node as ProseNode } from "@tiptap/pm/model";
import { type EditorState, Plugin, type Transaction } from "@tiptap/pm/state";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { clipboardText } from "./clipboard-text.ts";
import { isId } from "./nodes/read-id.ts";

export interface ClipboardActions {
  /** Images whose files belong to another thing were inserted: its readers may not be this one's. */
  onForeignImages(fileIds: readonly string[]): void;
  /** Images of other places were in what was pasted. They are left out: fetching them would tell who reads. */
  onImagesLeftOut(count: number): void;
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
    return [
      new Plugin({
        props: {
          clipboardTextSerializer: (slice) => clipboardText(slice.content, editor.schema),
          transformPastedHTML(html) {
            const pasted = new DOMParser().parseFromString(html, "text/html");
            for (const figure of pasted.querySelectorAll<HTMLElement>("figure[data-file]")) {
              const { file, page: from } = figure.dataset;
              if (isId(file) && from !== page) foreign.add(file);
            }
            const leftOut = pasted.querySelectorAll("img").length;
            if (leftOut > 0) actions?.onImagesLeftOut(leftOut);
            return html;
          },
        },
        appendTransaction: (transactions, before, after) =>
          transactions.some(isInsertion) ? renewStepIds(transactions, before, after) : null,
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
