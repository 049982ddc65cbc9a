import { questionTextMaxLength } from "@atoll/contract/questions/limits";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { AttachButton } from "../../../capabilities/files/upload/attach-button.tsx";
import { AttachmentTray } from "../../../capabilities/files/upload/attachment-tray.tsx";
import { useUploads } from "../../../capabilities/files/upload/own-uploads.ts";
import { pastedFiles } from "../../../capabilities/files/upload/transferred-files.ts";
import { useTray } from "../../../capabilities/files/upload/use-tray.ts";
import { useDraft } from "../../../capabilities/offline/drafts/use-draft.ts";
import { isTooLong } from "../../../capabilities/writing/field/text-length.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { Button } from "../../../ui/button/button.tsx";
import { postAnswer } from "../data/api.ts";
import { WriteField, type WriteFieldHandle } from "../write-field.tsx";

interface AnswerComposerProps {
  questionId: string;
  onPosted: () => void;
}

/** Where an answer is written. What is typed outlives a reload, and stays in the field until the server has it. */
export function AnswerComposer({ questionId, onPosted }: AnswerComposerProps) {
  const place = `answer:question/${questionId}`;
  const field = useRef<WriteFieldHandle>(null);
  const { text, write } = useDraft(place);
  const tray = useTray(place);
  const uploads = useUploads();
  /** One id for all tries of the same answer. */
  const [id, setId] = useState(uuidv7);
  const posting = useMutation({
    mutationFn: async () => {
      const files = await uploads.settled(tray.uploads.map((upload) => upload.id));
      return postAnswer(questionId, {
        id,
        content: text.trim(),
        mentionIds: field.current?.calledIds() ?? [],
        attachmentIds: files.map((file) => file.id),
      });
    },
    onSuccess() {
      tray.take();
      write("");
      setId(uuidv7());
      // The button is disabled now: the focus would be lost.
      field.current?.focus();
      onPosted();
    },
  });
  const cannotSend = text.trim() === "" || tray.hasFailure || isTooLong(text, questionTextMaxLength);
  const submit = () => {
    if (!cannotSend && !posting.isPending) posting.mutate();
  };
  return (
    <div className="mt-6">
      <WriteField
        ref={field}
        label="Write an answer"
        placeholder="Write an answer. Link the page you learned it from."
        text={text}
        onTextChange={write}
        onSubmit={submit}
        onPasteFiles={(data) => {
          const files = pastedFiles(data);
          if (files.length > 0) tray.add(files);
          return files.length > 0;
        }}
        above={<AttachmentTray place={place} />}
        tools={<AttachButton onFiles={tray.add} />}
        end={
          <Button variant="primary" disabled={cannotSend} loading={posting.isPending} onClick={submit}>
            Post Answer
          </Button>
        }
      />
      {posting.error && (
        <p role="alert" className="mt-1.5 font-medium text-danger-text text-xs">
          {errorMessage(posting.error, "Failed to post your answer")} Your text is kept.
        </p>
      )}
    </div>
  );
}
