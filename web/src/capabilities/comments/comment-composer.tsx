import { commentMaxLength } from "@atoll/contract/comments/limits";
import type { CommentPart, Subject } from "@atoll/contract/comments/schemas";
import { X } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import { useSignedIn } from "../../lib/use-signed-in.tsx";
import { Button } from "../../ui/button/button.tsx";
import { IconButton } from "../../ui/button/icon-button.tsx";
import { useComposer } from "../composer/use-composer.tsx";
import { WriteField } from "../composer/write-field.tsx";
import { PersonAvatar } from "../people/person-avatar.tsx";
import { draftPlace } from "./cached-comments.ts";
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
  const composer = useComposer(draftPlace(subject), commentMaxLength);
  const cannotSend = (composer.isBlank && !composer.hasFiles) || composer.isUnfit;
  const focus = useEffectEvent(composer.focus);
  useEffect(() => {
    if (about) focus();
  }, [about]);

  function submit() {
    if (cannotSend) return;
    commentStoreOf(signedIn).pending.send(subject, { ...composer.take(), about });
    onWhole();
  }
  return (
    <div className="flex items-start gap-2.5 border-t pt-3 max-md:flex-wrap max-md:justify-end">
      <PersonAvatar person={viewer} decorative size={24} className="mt-1.5 max-md:hidden" />
      <div className="flex min-w-0 flex-1 max-md:basis-full">
        <WriteField
          {...composer.field}
          subject={subject}
          label="Write a comment"
          onSubmit={submit}
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
              {composer.field.above}
            </>
          }
        />
      </div>
      <Button variant="primary" disabled={cannotSend} onClick={submit}>
        Comment
      </Button>
    </div>
  );
}
