import { commentMaxLength } from "@atoll/contract/comments/limits";
import type { Comment } from "@atoll/contract/comments/schemas";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";
import { isChangedMeanwhile } from "../../lib/request/judge-error.ts";
import { errorMessage } from "../../lib/server/api-client.ts";
import { useSignedIn } from "../../lib/use-signed-in.tsx";
import { Button } from "../../ui/button/button.tsx";
import { WriteField, type WriteFieldHandle } from "../composer/write-field.tsx";
import { isTooLong } from "../writing/field/text-length.ts";
import { commentStoreOf } from "./comment-store.ts";
import { editComment } from "./wire.ts";

export interface CommentEditorProps {
  comment: Comment;
  text: string;
  onTextChange: (text: string) => void;
  onDone: () => void;
}

/** A comment being changed in its place: Enter saves, Escape cancels. What was typed stays until one of both. */
export function CommentEditor({ comment, text, onTextChange, onDone }: CommentEditorProps) {
  const store = commentStoreOf(useSignedIn());
  const field = useRef<WriteFieldHandle>(null);
  const errorId = useId();
  // The version that the editor started with, so that a newer one is not overwritten unseen.
  const [version, setVersion] = useState(comment.version);
  const saving = useMutation({
    mutationFn: () =>
      editComment(comment.id, {
        content: text,
        mentionIds: field.current?.calledIds(comment.mentions) ?? [],
        version,
      }),
    onSuccess(answer) {
      store.apply({ kind: "changed", comment: answer.comment });
      onDone();
    },
    onError(error) {
      if (!isChangedMeanwhile(error)) return;
      // Pressed once more, it is meant.
      setVersion(store.find(comment)?.version ?? version);
      (comment.threadId === undefined
        ? store.of(comment.subject).live
        : store.threads(comment.subject)
      ).refresh();
    },
  });
  const cannotSave = text.trim() === "" || isTooLong(text, commentMaxLength);
  useEffect(() => field.current?.focus(), []);
  const save = () => {
    if (!cannotSave && !saving.isPending) saving.mutate();
  };
  return (
    <div className="py-1">
      <WriteField
        ref={field}
        subject={comment.subject}
        label="Edit comment"
        max={commentMaxLength}
        text={text}
        onTextChange={onTextChange}
        onSubmit={save}
        onEscape={onDone}
        describedBy={saving.error ? errorId : undefined}
      />
      {saving.error && (
        <p id={errorId} role="alert" className="pt-1 font-medium text-danger-text text-xs">
          {errorMessage(saving.error)}
        </p>
      )}
      <div className="flex items-center gap-2 pt-1.5">
        <Button size="xs" variant="primary" disabled={cannotSave} loading={saving.isPending} onClick={save}>
          Save
        </Button>
        <Button size="xs" variant="ghost" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
