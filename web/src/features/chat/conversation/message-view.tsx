import { formatDay, formatInstant, formatTime } from "../../../lib/format-date.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { cx } from "../../../ui/cx.ts";
import { DayDivider } from "../../../ui/day-divider.tsx";
import { TideLine } from "../../../ui/tide-line.tsx";
import { authorName } from "../channel-title.ts";
import { useChat } from "../chat-provider.tsx";
import { FormerColleague } from "../former-colleague.tsx";
import { MessageActions } from "./message-actions.tsx";
import { MessageEditor } from "./message-editor.tsx";
import type { MessageRow } from "./message-rows.ts";
import { MessageText } from "./message-text.tsx";
import { PendingNote } from "./pending-note.tsx";
import type { MessageWork } from "./use-message-work.ts";

export interface MessageViewProps {
  row: MessageRow;
  /** Tab reaches this row; the arrow keys move on from it. */
  isTabStop: boolean;
  work: MessageWork;
}

/** One message, with the day or the line that begins before it. DESIGN.md, message row. */
export function MessageView({ row, isTabStop, work }: MessageViewProps) {
  const { viewer } = useChat();
  const { item, createdAt, isFollowUp } = row;
  const author = item.kind === "message" ? item.message.author : viewer;
  const name = authorName(author);
  const isEditing = item.kind === "message" && work.editing?.message.id === row.id;
  return (
    <>
      {row.startsDay && (
        <div className={inset}>
          <DayDivider label={formatDay(createdAt)} />
        </div>
      )}
      {row.startsNew && (
        <div className={inset}>
          <TideLine />
        </div>
      )}
      {/* Focus on a message shows its actions: by the arrow keys, and on touch by a tap. */}
      <article
        data-message={row.id}
        aria-label={`${name}, ${formatTime(createdAt)}`}
        tabIndex={isTabStop ? 0 : -1}
        className={cx(
          "group/message relative flex gap-2.5 outline-offset-[-2px] md:gap-3",
          inset,
          isFollowUp ? "py-0.5" : "pt-1.5 pb-0.5",
          isEditing ? "bg-surface-hover" : "hover:bg-surface-hover focus-within:bg-surface-hover",
        )}
      >
        <div className="w-8 flex-none">
          {isFollowUp ? (
            <time dateTime={createdAt} title={formatInstant(createdAt)} className={followUpTime}>
              {formatTime(createdAt)}
            </time>
          ) : (
            <Avatar decorative userId={author.id} name={name} size={32} className="mt-0.5" />
          )}
        </div>
        <div className="min-w-0 max-w-[720px] flex-1">
          {!isFollowUp && (
            <div className="flex items-baseline gap-2">
              <span className="min-w-0 truncate font-semibold">{name}</span>
              {item.kind === "message" && item.message.author.isFormer && <FormerColleague />}
              <time
                dateTime={createdAt}
                title={formatInstant(createdAt)}
                className="flex-none text-2xs text-faint"
              >
                {formatTime(createdAt)}
              </time>
            </div>
          )}
          {isEditing ? <MessageEditor work={work} /> : <Body row={row} />}
        </div>
        {item.kind === "message" && !isEditing && <MessageActions message={item.message} work={work} />}
      </article>
    </>
  );
}

function Body({ row: { item } }: { row: MessageRow }) {
  const isPending = item.kind === "pending";
  const content = isPending ? item.entry.content : item.message.content;
  return (
    <>
      <p dir="auto" className={cx("whitespace-pre-wrap wrap-anywhere", isPending && "text-muted")}>
        {/* Marks of writing direction end with the text. */}
        <span className="[unicode-bidi:isolate]">
          <MessageText content={content} />
        </span>
        {item.kind === "message" && item.message.edited && (
          <span
            title={item.message.editedAt ? formatInstant(item.message.editedAt) : undefined}
            className="text-2xs text-faint"
          >
            {" "}
            (edited)
          </span>
        )}
      </p>
      {isPending && <PendingNote entry={item.entry} />}
    </>
  );
}

const inset = "px-4 md:px-5";
/** Shown on hover, and always where nothing hovers. */
const followUpTime =
  "block whitespace-nowrap text-center text-[10px]/5 text-faint md:invisible md:group-hover/message:visible " +
  "md:group-focus-within/message:visible";
