import type { SharedDocumentKind } from "../../src/slice.ts";

/** Permissions for drafts of a kind that exists only in tests. People who are not listed may read nothing. */
export interface DraftRights {
  kind: SharedDocumentKind;
  set(subjectId: string, personId: string, right: "edit" | "read" | "none"): void;
}

export function createDraftRights(): DraftRights {
  const rights = new Map<string, "edit" | "read" | "none">();
  return {
    kind: {
      kind: "testdraft",
      async judge(_db, subjectId, people) {
        return new Map(
          people.flatMap(({ id }) => {
            const right = rights.get(`${subjectId} ${id}`) ?? "none";
            return right === "none" ? [] : [[id, { mayEdit: right === "edit" }] as const];
          }),
        );
      },
    },
    set: (subjectId, personId, right) => void rights.set(`${subjectId} ${personId}`, right),
  };
}

/** Those of the matrix of rights. */
export const matrixDrafts: DraftRights = createDraftRights();
