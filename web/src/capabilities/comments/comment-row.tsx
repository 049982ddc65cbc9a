import { canDeleteComment, canEditComment } from "@atoll/contract/comments/policy";
import type { Comment, CommentPart, CommentRights } from "@atoll/contract/comments/schemas";
import { Link2, Pencil, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { formatDate, formatDay, formatInstant, formatTime } from "../../lib/time/format-date.ts";
import { useSignedIn } from "../../lib/use-signed-in.tsx";
import { cx } from "../../ui/base/cx.ts";
import { IconButton } from "../../ui/button/icon-button.tsx";
import { copyLink } from "../../ui/toast/copy-text.ts";
import { Attachments } from "../files/shown/attachments.tsx";
import { authorName } from "../people/author-name.ts";
import { FormerColleague } from "../people/former-colleague.tsx";
import { NameButton } from "../people/name-button.tsx";
import { PersonAvatar } from "../people/person-avatar.tsx";
import { personMark } from "../people/person-mark.ts";
import { WrittenText } from "../writing/markdown/written-text.tsx";
import { CommentEditor } from "./comment-editor.tsx";
import { commentAnchor } from "./use-named-comment.ts";

export interface CommentRowProps {
  comment: Comment;
  /** The address leads to it. */
  isNamed: boolean;
  /** Returns its address; null: it has none. */
  address: (() => string) | null;
  rights: CommentRights;
  /** The text in the editor. Null while it is not being edited. */
  editing: string | null;
  onEdit: (text: string) => void;
  onEdited: () => void;
  onDelete: () => void;
}

/** A comment with its author, time and text, and for people who may, buttons to edit and delete it. */
export function CommentRow({
  comment,
  isNamed,
  address,
  rights,
  editing,
  onEdit,
  onEdited,
  onDelete,
}: CommentRowProps) {
  const { viewer } = useSignedIn();
  const { author, createdAt, editedAt } = comment;
  const actions = editing === null && (
    <span className="-my-1 ml-auto flex flex-none pointer-coarse:opacity-100 opacity-0 transition-opacity duration-fast focus-within:opacity-100 group-hover/comment:opacity-100 group-focus-within/comment:opacity-100">
      {address && (
        <IconButton label="Copy link" icon={Link2} size="xs" onClick={() => copyLink({ path: address() })} />
      )}
      {canEditComment(viewer, comment, rights) && (
        <IconButton label="Edit comment" icon={Pencil} size="xs" onClick={() => onEdit(comment.content)} />
      )}
      {canDeleteComment(viewer, comment, rights) && (
        <IconButton label="Delete comment" icon={Trash2} size="xs" onClick={onDelete} />
      )}
    </span>
  );
  return (
    <CommentFrame
      author={author}
      createdAt={createdAt}
      actions={actions}
      anchor={commentAnchor(comment.id)}
      isNamed={isNamed}
    >
      {editing !== null ? (
        <CommentEditor comment={comment} text={editing} onTextChange={onEdit} onDone={onEdited} />
      ) : (
        <>
          {comment.about && <AboutPart part={comment.about} />}
          <WrittenText
            content={comment.content}
            calls={{ mentions: comment.mentions, mentionsAll: null }}
            viewerId={viewer.id}
            className="wrap-anywhere"
            end={
              editedAt && (
                <span title={formatInstant(editedAt)} className="text-2xs text-faint">
                  {" "}
                  (edited)
                </span>
              )
            }
          />
          <Attachments attachments={comment.attachments} />
        </>
      )}
    </CommentFrame>
  );
}

/** The part that a comment is about. Its words stay where a later version has no such part. */
export function AboutPart({ part }: { part: CommentPart }) {
  return (
    <a href={`#${part.anchor}`} className="block truncate border-l-2 pl-2 text-muted text-xs hover:underline">
      {part.quote}
    </a>
  );
}

export interface CommentFrameProps {
  author: Comment["author"];
  createdAt: string;
  actions?: ReactNode;
  /** Its place on the page. */
  anchor?: string;
  isNamed?: boolean;
  children: ReactNode;
}

/** The frame around the text of a comment, whether it is sent or pending. */
export function CommentFrame({
  author,
  createdAt,
  actions,
  anchor,
  isNamed = false,
  children,
}: CommentFrameProps) {
  const name = authorName(author);
  return (
    <article
      id={anchor}
      aria-label={`${name}, ${formatInstant(createdAt)}`}
      aria-current={isNamed || undefined}
      className={cx(
        "group/comment flex gap-2.5",
        isNamed &&
          "-mx-2 rounded-md bg-highlight-soft px-2 py-1 shadow-[inset_2px_0_0_var(--highlight-bright)]",
      )}
    >
      <span {...personMark(author.id)} className="h-fit flex-none cursor-pointer">
        <PersonAvatar person={author} decorative size={24} className="mt-0.5" />
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline gap-2">
          <NameButton userId={author.id} className="font-semibold">
            {name}
          </NameButton>
          {author.isFormer && <FormerColleague />}
          <time
            dateTime={createdAt}
            title={formatInstant(createdAt)}
            className="flex-none text-2xs text-faint"
          >
            {formatWhen(createdAt)}
          </time>
          {actions}
        </div>
        {children}
      </div>
    </article>
  );
}

/** "Today 09:12", "Yesterday 17:20", "3 Nov 10:05". */
function formatWhen(instant: string): string {
  const day = formatDay(instant);
  const near = day === "Today" || day === "Yesterday" ? day : formatDate(instant);
  return `${near} ${formatTime(instant)}`;
}
