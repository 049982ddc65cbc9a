import { ofServers, ofThings } from "../../platform/kinds/personal-data.ts";
import type { Slice, SliceEraser } from "../../slice.ts";
import { compactDocumentsJob } from "./compact-documents.ts";
import { dropDocument, openDocument } from "./open-document.ts";
import { readDocument } from "./read-document.ts";
import { connectDocuments } from "./rooms/connect-documents.ts";
import { registerDocuments } from "./routes.ts";

/**
 * Removes the name of a person from drafts that several people write. Such a draft starts again with its text, because
 * the old one also has what was deleted in it.
 */
const draftNameEraser: SliceEraser = {
  phase: "names",
  async erase({ db, documentKinds }, { inTexts }, work) {
    const subjects = await db
      .selectFrom("documents")
      .select(["subject_kind as kind", "subject_id as id"])
      .orderBy("epoch")
      .execute();
    let count = 0;
    for (const subject of subjects) {
      if (documentKinds.find(subject.kind)?.format === "canvas") continue;
      work.signal.throwIfAborted();
      const isChanged = await work.part(async (tx) => {
        const draft = await readDocument(tx, subject);
        if (!draft || !inTexts.isIn(draft.markdown)) return false;
        await dropDocument(tx, subject);
        await openDocument(tx, subject, inTexts.without(draft.markdown));
        return true;
      });
      if (isChanged) count += 1;
    }
    return count;
  },
};

/** Drafts that several people write at once, of things of any kind. */
export const documents: Slice = {
  name: "documents",
  routes: [registerDocuments],
  live: [connectDocuments],
  jobs: [compactDocumentsJob],
  erasers: [draftNameEraser],
  personalData: {
    unplaced_texts: {
      title: "Texts that could not be stored",
      erase: "account",
      of: "user_id",
      columns: ["created_at", "subject_kind", "subject_id", "text"],
    },
    document_clients: ofServers,
    document_updates: ofThings,
    documents: ofThings,
  },
};
