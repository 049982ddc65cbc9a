import type { Answer, OpenQuestion } from "@atoll/contract/questions/schemas";
import { Check, EllipsisVertical, EyeOff, MessageSquarePlus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Comments } from "../../../capabilities/comments/comments.tsx";
import { readCommentHash } from "../../../capabilities/comments/use-named-comment.ts";
import { Attachments } from "../../../capabilities/files/shown/attachments.tsx";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { FormerColleague } from "../../../capabilities/people/former-colleague.tsx";
import { NameButton } from "../../../capabilities/people/name-button.tsx";
import { PersonAvatar } from "../../../capabilities/people/person-avatar.tsx";
import { VoteControl } from "../../../capabilities/votes/vote-control.tsx";
import { WrittenText } from "../../../capabilities/writing/markdown/written-text.tsx";
import { counted } from "../../../lib/counted.ts";
import { useHash } from "../../../lib/page/use-hash.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { formatInstant } from "../../../lib/time/format-date.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import { cx } from "../../../ui/base/cx.ts";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { Menu } from "../../../ui/popup/menu.tsx";
import { changeAnswer } from "../data/api.ts";
import { ageOf } from "../data/words.ts";
import { TextEditor } from "./text-editor.tsx";
import { answerAnchor, useAnswerActions } from "./use-answer-actions.tsx";

interface AnswerRowProps {
  question: OpenQuestion;
  answer: Answer;
  /** It came since the viewer looked at the question the last time. */
  isNew: boolean;
  /** The address leads to it. */
  isNamed: boolean;
  /** The viewer begins to edit it, or is done. */
  onEdit: (answer: Answer | undefined) => void;
}

/** Few comments are shown at once, more when somebody wants them. */
const maxShownComments = 3;
const showsAtOnce = (count: number): boolean => count > 0 && count <= maxShownComments;

/** Whether the comments on a question or an answer are shown. A link to one of them shows them. */
export function useCommentsShown(subjectId: string, count: number) {
  const isNamed = readCommentHash(useHash())?.subjectId === subjectId;
  const [isShown, setShown] = useState(isNamed || showsAtOnce(count));
  const [wasNamed, setWasNamed] = useState(isNamed);
  if (wasNamed !== isNamed) {
    setWasNamed(isNamed);
    if (isNamed) setShown(true);
  }
  return [isShown, setShown] as const;
}

/** One answer. The accepted one is the only card; others are separated by hairlines. */
export function AnswerRow({ question, answer, isNew, isNamed, onEdit }: AnswerRowProps) {
  const viewer = useViewer();
  const [isEditing, setIsEditing] = useState(false);
  const setEditing = (next: boolean) => {
    setIsEditing(next);
    onEdit(next ? answer : undefined);
  };
  const [showsComments, setShowsComments] = useCommentsShown(answer.id, answer.commentCount);
  const { author, standing, accepted } = answer;
  const actions = useAnswerActions({ question, answer, onEdit: () => setEditing(true) });
  const isAccepted = accepted === "yes";
  return (
    <li
      id={answerAnchor(answer.id)}
      aria-current={isNamed || undefined}
      className={cx(
        "flex gap-4 max-md:gap-3",
        isAccepted
          ? "-mx-[17px] mt-1.5 rounded-lg border border-[color-mix(in_oklab,var(--success)_34%,var(--border))] bg-surface-raised px-4 py-3.5 shadow-1 max-md:-mx-2 max-md:px-2.5"
          : "py-4 not-first:border-t",
        isNamed && "bg-highlight-soft",
      )}
    >
      <div className="flex w-11 flex-none flex-col items-center gap-2">
        <VoteControl
          subject={{ kind: "answer", id: answer.id }}
          votes={standing.votes}
          label={`the answer of ${authorName(author)}`}
          mayVote={answer.rights.mayVote}
        />
        {actions.toggleAccepted ? (
          <IconButton
            label={isAccepted ? "Not the accepted answer" : "Accept this answer"}
            icon={Check}
            className={cx(
              "rounded-full",
              isAccepted &&
                "bg-success text-success-contrast hover:not-disabled:bg-success hover:not-disabled:text-success-contrast",
            )}
            onClick={actions.toggleAccepted}
          />
        ) : (
          isAccepted && (
            <span
              role="img"
              aria-label="Accepted answer"
              className="grid size-7 place-items-center rounded-full bg-success text-success-contrast"
            >
              <Check size={16} aria-hidden />
            </span>
          )
        )}
      </div>
      <div className="min-w-0 flex-1">
        <div className="flex min-h-7 flex-wrap items-center gap-x-2 gap-y-1">
          <PersonAvatar person={author} decorative size={28} />
          <NameButton userId={author.id} className="font-semibold">
            {authorName(author)}
          </NameButton>
          {author.isFormer && <FormerColleague />}
          <time
            dateTime={answer.createdAt}
            title={formatInstant(answer.createdAt)}
            className="text-muted text-xs"
          >
            {ageOf(answer.createdAt)}
            {answer.editedAt && " (edited)"}
          </time>
          {isNew && <Badge tone="accent">New</Badge>}
          {isAccepted && <Mark>Accepted</Mark>}
          {accepted === "elsewhere" && <Mark>Accepted in a merged question</Mark>}
          {standing.hidden && (
            <span className="flex items-center gap-1 text-warning-text text-xs">
              <EyeOff size={12} aria-hidden /> Hidden: {standing.hidden.reason}
            </span>
          )}
          <span className="ml-auto flex">
            <IconButton
              label={answer.commentCount > 0 ? counted(answer.commentCount, "comment") : "Comment"}
              icon={MessageSquarePlus}
              size="sm"
              pressed={showsComments}
              onClick={() => setShowsComments(!showsComments)}
            />
            <Menu
              label="Answer"
              trigger={<IconButton label="More" icon={EllipsisVertical} size="sm" />}
              items={actions.items}
            />
          </span>
        </div>
        {isEditing ? (
          <TextEditor
            label="Edit answer"
            content={answer.content}
            version={answer.version}
            known={answer.mentions}
            save={async (content, mentionIds, version) => {
              await changeAnswer(answer.id, { content, mentionIds, version });
              actions.refresh();
            }}
            onDone={() => setEditing(false)}
          />
        ) : (
          <WrittenText
            content={answer.content}
            calls={{ mentions: answer.mentions, mentionsAll: null }}
            viewerId={viewer.id}
            className="mt-1 max-w-[64ch] text-md leading-relaxed wrap-anywhere"
          />
        )}
        <Attachments attachments={answer.attachments} />
        {(showsComments || answer.commentCount > 0) && (
          <CommentsBelow
            subject={{ kind: "answer", id: answer.id }}
            count={answer.commentCount}
            isOpen={showsComments}
            onOpen={() => setShowsComments(true)}
          />
        )}
        {actions.dialogs}
      </div>
    </li>
  );
}

function Mark({ children }: { children: ReactNode }) {
  return (
    <span className="inline-flex h-5 items-center gap-1 rounded-xs bg-success-soft px-2 font-semibold text-2xs text-success-text">
      <Check size={12} aria-hidden /> {children}
    </span>
  );
}

interface CommentsBelowProps {
  subject: { kind: "question" | "answer"; id: string };
  count: number;
  isOpen: boolean;
  onOpen: () => void;
}

/** Comments on a rule; they are fetched once they are wanted. */
export function CommentsBelow({ subject, count, isOpen, onOpen }: CommentsBelowProps) {
  const [isBrief] = useState(showsAtOnce(count));
  return (
    <div className="mt-2.5 border-l-2 border-l-border-strong pl-3">
      {isOpen ? (
        <Comments subject={subject} isBrief={isBrief} />
      ) : (
        <button
          type="button"
          className="touch-tall py-0.5 text-muted text-xs hover:text-text"
          onClick={onOpen}
        >
          {count > 0 ? `Show ${counted(count, "comment")}` : "Add a comment"}
        </button>
      )}
    </div>
  );
}
