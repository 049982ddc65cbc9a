import type { SliceEraser } from "../../slice.ts";
import { dropDocument, openDocument } from "./open-document.ts";
import { readDocument } from "./read-document.ts";

/**
 * Removes the name of a person from drafts that several people write. Such a draft starts again with its text, because
 * the old one also has what was deleted in it.
 */
export const draftNameEraser: SliceEraser = {
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
