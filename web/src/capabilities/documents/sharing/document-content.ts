import { documentSchemaVersion } from "@atoll/contract/documents/limits";
import type * as Y from "yjs";
import { canShow } from "./shown-names.ts";

/** The kind of shared document: a text, or the canvas of a board. */
export interface DocumentContent {
  /** The newest version of its contents that this page can show. */
  schemaVersion: number;
  /** Returns whether an update has only what this page can show. Left out where unknown content is kept as it is. */
  canShow?(update: Uint8Array): boolean;
}

/** The root of the text; the server reads it by the same name. */
const rootName = "text";

/** The shared text of an article. */
export const fragmentOf = (shared: Y.Doc): Y.XmlFragment => shared.getXmlFragment(rootName);

export const articleContent: DocumentContent = {
  schemaVersion: documentSchemaVersion,
  canShow,
};
