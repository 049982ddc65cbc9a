import type { Comment, Subject } from "@atoll/contract/comments/schemas";
import { useEffect, useEffectEvent, useState } from "react";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { draftsOf } from "../../offline/drafts/use-draft.ts";
import { answerDraft, answerDraftsOf, newThreadDraft } from "./thread-places.ts";
import type { ShownThreads } from "./use-threads.ts";

interface Edit {
  comment: Comment;
  text: string;
}

/** Comments of threads that are being edited, by their IDs. */
export interface ThreadEdits {
  all: ReadonlyMap<string, Edit>;
  write: (comment: Comment, text: string) => void;
  leave: (commentId: string) => void;
}

/**
 * Keeps what somebody types into the threads of a text, whatever happens to its thread and to the panel: the edits of
 * comments, and the answers in threads that are deleted.
 * @param subjects the same array each time; the next comment is about the first of them.
 */
export function useThreadTexts(subjects: readonly Subject[], shown: ShownThreads): ThreadEdits {
  const drafts = draftsOf(useSignedIn());
  const [edits, setEdits] = useState<ReadonlyMap<string, Edit>>(new Map());
  const { threads, isFresh } = shown;

  function append(place: string, text: string): void {
    drafts.write(place, [drafts.read(place), text].filter((one) => one.trim() !== "").join("\n"));
  }
  function leave(commentId: string): void {
    setEdits((before) => new Map([...before].filter(([id]) => id !== commentId)));
  }
  const keep = useEffectEvent((known: ShownThreads["threads"]) => {
    const [next] = subjects;
    if (!next) return;
    for (const subject of subjects) {
      const prefix = answerDraftsOf(subject);
      for (const place of [...drafts.subjects()].filter((one) => one.startsWith(prefix))) {
        if (known.some((thread) => answerDraft(thread) === place)) continue;
        append(newThreadDraft(next), drafts.read(place));
        drafts.write(place, "");
        notify.info("This thread has been deleted. Your answer is in the field for the next comment.");
      }
    }
    for (const [id, { comment, text }] of edits) {
      const thread = known.find((one) => one.id === comment.threadId);
      if (thread?.comments.some((one) => one.id === id)) continue;
      leave(id);
      if (text.trim() === "" || text.trim() === comment.content.trim()) continue;
      append(thread ? answerDraft(thread) : newThreadDraft(next), text);
      notify.error("This comment has been deleted. Your text is in the field for the next one.", {
        id: "lost edit",
      });
    }
  });
  useEffect(() => {
    if (isFresh) keep(threads);
  }, [threads, isFresh]);

  return {
    all: edits,
    write: (comment, text) => setEdits((before) => new Map([...before, [comment.id, { comment, text }]])),
    leave,
  };
}
