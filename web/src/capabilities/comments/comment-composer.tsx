import { commentMaxLength } from "@atoll/contract/comments/limits";
import type { CommentPart, Subject } from "@atoll/contract/comments/schemas";
import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import { useSignedIn } from "../../lib/use-signed-in.tsx";
import { Button } from "../../ui/button/button.tsx";
import { IconButton } from "../../ui/button/icon-button.tsx";
import { AttachButton } from "../files/upload/attach-button.tsx";
import { AttachmentTray } from "../files/upload/attachment-tray.tsx";
import { pastedFiles } from "../files/upload/transferred-files.ts";
import { useTray } from "../files/upload/use-tray.ts";
import { useDraft } from "../offline/drafts/use-draft.ts";
import { PersonAvatar } from "../people/person-avatar.tsx";
import { isTooLong } from "../writing/field/text-length.ts";
import { draftPlace } from "./cached-comments.ts";
import { CommentField, type CommentFieldHandle } from "./comment-field.tsx";
import { commentStoreOf } from "./comment-store.ts";

interface CommentComposerProps {
  subject: Subject;
  /** The part that the next comment is about. */
  about: CommentPart | undefined;
  /** The next comment is about the whole. */
  onWhole: () => void;
}

/** Where the next comment is written. What is typed outlives a reload, and follows the person to other devices. */
export function CommentComposer({ subject, about, onWhole }: CommentComposerProps) {
  const signedIn = useSignedIn();
  const { viewer } = signedIn;
  const field = useRef<CommentFieldHandle>(null);
  const place = draftPlace(subject);
  const tray = useTray(place);
  const { text, write } = useDraft(place);
  const isEmpty = text.trim() === "" && tray.uploads.length === 0;
  const cannotSend = isEmpty || tray.hasFailure || isTooLong(text, commentMaxLength);

  useEffect(() => {
    if (about) field.current?.focus();
  }, [about]);

  function submit() {
    if (cannotSend) return;
    const mentionIds = field.current?.calledIds() ?? [];
    commentStoreOf(signedIn).pending.send(subject, {
      content: text.trim(),
      mentionIds,
      uploadIds: tray.take(),
      about,
    });
    onWhole();
    write("");
    field.current?.focus();
  }
  return (
    <div className="flex items-start gap-2.5 border-t pt-3 max-md:flex-wrap max-md:justify-end">
      <PersonAvatar person={viewer} decorative size={24} className="mt-1.5 max-md:hidden" />
      <div className="flex min-w-0 flex-1 max-md:basis-full">
        <CommentField
          ref={field}
          label="Write a comment"
          text={text}
          onTextChange={write}
          onSubmit={submit}
          onPasteFiles={(data) => {
            const files = pastedFiles(data);
            if (files.length > 0) tray.add(files);
            return files.length > 0;
          }}
          above={
            <>
              {about && (
                <p className="flex items-center gap-2 px-3 pt-2 text-muted text-xs">
                  <span className="min-w-0 flex-1 truncate">About “{about.quote}”</span>
                  <IconButton
                    icon={X}
                    size="xs"
                    label="Comment on the whole page instead"
                    onClick={onWhole}
                  />
                </p>
              )}
              <AttachmentTray place={place} />
            </>
          }
          tools={<AttachButton onFiles={tray.add} />}
        />
      </div>
      <Button variant="primary" disabled={cannotSend} onClick={submit}>
        Comment
      </Button>
    </div>
  );
}
