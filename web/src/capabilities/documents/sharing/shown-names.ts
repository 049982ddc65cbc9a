import * as Y from "yjs";

/** The nodes and marks that this editor can show. */
const nodeNames: ReadonlySet<string> = new Set([
  ...["doc", "paragraph", "text", "heading", "blockquote", "codeBlock", "hardBreak", "horizontalRule"],
  ...["bulletList", "orderedList", "listItem", "taskList", "taskItem"],
  ...["table", "tableRow", "tableHeader", "tableCell"],
  ...["callout", "step", "image", "mention", "card"],
]);
const markNames: ReadonlySet<string> = new Set(["bold", "italic", "strike", "code", "link"]);

/**
 * Returns whether the editor can show all that an update brings. The editor's binding deletes nodes that it does not
 * know, for everyone: such an update must never reach it.
 */
export function canShow(update: Uint8Array): boolean {
  return Y.decodeUpdate(update).structs.every((struct) => {
    if (!(struct instanceof Y.Item)) return true;
    const { content } = struct;
    if (content instanceof Y.ContentType)
      return !(content.type instanceof Y.XmlElement) || nodeNames.has(content.type.nodeName);
    // The binding adds "--" and a hash to the names of marks that may overlap.
    if (content instanceof Y.ContentFormat)
      return content.key === "ychange" || markNames.has(content.key.replace(/--.*$/, ""));
    return true;
  });
}
