import { documentNodeNames, isDocumentMark } from "@atoll/contract/documents/limits";
import * as Y from "yjs";

/**
 * Returns whether the editor can show all that an update brings. The editor's binding deletes nodes that it does not
 * know, for everyone: such an update must never reach it.
 */
export function canShow(update: Uint8Array): boolean {
  return Y.decodeUpdate(update).structs.every((struct) => {
    if (!(struct instanceof Y.Item)) return true;
    const { content } = struct;
    if (content instanceof Y.ContentType)
      return !(content.type instanceof Y.XmlElement) || documentNodeNames.has(content.type.nodeName);
    return !(content instanceof Y.ContentFormat) || isDocumentMark(content.key);
  });
}
