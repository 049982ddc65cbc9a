import type { OpenAnnouncement } from "@atoll/contract/announcements/schemas";
import { useRef } from "react";
import { createAnnouncement } from "../data/api.ts";
import { useKeepAnswer } from "../data/use-announcements.ts";

/** Creates the draft that is being edited, once; undefined for an announcement that the server has already. */
export type CreateDraft = (() => Promise<OpenAnnouncement>) | undefined;

/**
 * Creates the draft of a new announcement when its first word is typed, so that opening the editor leaves nothing behind.
 * A creation that failed is tried again by the next call, under the same id.
 */
export function useDraftCreation(id: string, isNew: boolean, onCreated: () => void): CreateDraft {
  const keepAnswer = useKeepAnswer();
  const creation = useRef<Promise<OpenAnnouncement> | undefined>(undefined);
  if (!isNew) return undefined;
  return () => {
    creation.current ??= createAnnouncement({ id }).then(
      (draft) => {
        keepAnswer(draft);
        onCreated();
        return draft;
      },
      (error: unknown) => {
        creation.current = undefined;
        throw error;
      },
    );
    return creation.current;
  };
}
