import type { Message } from "@atoll/contract/chat/schemas";
import { Pin } from "lucide-react";
import { use, useState } from "react";
import { Attachments } from "../../../capabilities/files/shown/attachments.tsx";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { FormerColleague } from "../../../capabilities/people/former-colleague.tsx";
import { PersonDepartments } from "../../../capabilities/people/person-departments.tsx";
import { personMark } from "../../../capabilities/people/person-mark.ts";
import { GuestMark, ProgramMark } from "../../../capabilities/people/program-mark.tsx";
import { formatDay, formatInstant, formatTime } from "../../../lib/time/format-date.ts";
import { Avatar } from "../../../ui/avatar/avatar.tsx";
import { cx } from "../../../ui/base/cx.ts";
import { lazyPart, useLazyPart } from "../../../ui/base/lazy-part.ts";
import { DayDivider } from "../../../ui/layout/day-divider.tsx";
import { TideLine } from "../../../ui/progress/tide-line.tsx";
import { callsViewer } from "../channel-list/count-change.ts";
import { Reactions } from "../reactions/reactions.tsx";
import { asideAttribute } from "../selection/read-text.ts";
import { SaidBy } from "../selection/said-by.tsx";
import { useChat } from "../session/chat-provider.tsx";
import { EditField } from "./edit-field.tsx";
import { isLong, LongMessage } from "./long-message.tsx";
import type { MessageActionsProps } from "./message-actions.tsx";
import type { MessageRow } from "./message-rows.ts";
import { PendingMessage } from "./pending-message.tsx";
import { ThreadLine } from "./thread-line.tsx";
import { UnderMessageContext } from "./under-message.ts";
import type { MessageWork } from "./use-message-work.ts";

const pollPart = lazyPart(() => import("../commands/poll-view.tsx"));
const buttonsPart = lazyPart(() => import("../commands/program-buttons.tsx"));
const actionsPart = lazyPart(() => import("./message-actions.tsx"));

/** The actions of a message, loaded after the messages. */
function LazyMessageActions(props: MessageActionsProps) {
  const part = useLazyPart(actionsPart, true, () => undefined);
  return part ? <part.MessageActions {...props} /> : null;
}

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
  // A program has no card.
  const isProgram = item.kind === "message" && item.message.author.isProgram === true;
  const mark = isProgram ? noMark : personMark(author.id);
  const isCalled = item.kind === "message" && !item.message.removed && callsViewer(item.message, viewer.id);
  const isEditing = item.kind === "message" && work.editing?.message.id === row.id;
  // The actions of a message are a menu and buttons with tooltips. With hundreds of messages, they are rendered only
  // near the view.
  const [isNear, setIsNear] = useState(false);
  const comeNear = () => setIsNear(true);
  const hasActions = (isNear || isTabStop) && item.kind === "message" && !isEditing && !item.message.removed;
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
        onPointerEnter={comeNear}
        onFocus={comeNear}
        className={cx(
          // A finger that rests on it opens its menu, rather than selecting a word.
          "group/message relative flex gap-2.5 outline-offset-[-2px] pointer-coarse:select-none md:gap-3",
          inset,
          // Contain layout and paint, so that a change in one row affects only that row. The actions overflow theirs.
          !hasActions && "contain-layout contain-paint",
          isFollowUp ? "py-0.5" : "pt-1.5 pb-0.5",
          isCalled
            ? called
            : isEditing
              ? "bg-surface-hover"
              : "hover:bg-surface-hover focus-within:bg-surface-hover",
        )}
      >
        <div className="w-8 flex-none">
          {isFollowUp ? (
            <time dateTime={createdAt} title={formatInstant(createdAt)} className={followUpTime}>
              {formatTime(createdAt)}
            </time>
          ) : (
            <span {...mark} className={isProgram ? undefined : "cursor-pointer"}>
              <Avatar
                decorative
                userId={author.id}
                picture={author.avatar}
                name={isProgram ? author.name : name}
                size={32}
                className="mt-0.5"
              />
            </span>
          )}
        </div>
        <div className="min-w-0 max-w-[720px] flex-1">
          {!isFollowUp && (
            <div className="flex items-baseline gap-2">
              <span
                {...mark}
                className={cx(
                  "min-w-0 truncate font-semibold",
                  !isProgram && "cursor-pointer hover:underline",
                )}
              >
                {isProgram ? author.name : name}
              </span>
              {item.kind === "message" && item.message.author.isFormer && <FormerColleague />}
              {isProgram && <ProgramMark />}
              {item.kind === "message" && item.message.author.isGuest && <GuestMark />}
              <PersonDepartments personId={author.id} />
              <time
                dateTime={createdAt}
                title={formatInstant(createdAt)}
                className="flex-none text-2xs text-faint"
              >
                {formatTime(createdAt)}
              </time>
            </div>
          )}
          {item.kind === "message" && item.message.pinnedAt && (
            <p className="flex items-center gap-1 text-2xs text-faint">
              <Pin className="size-3" aria-hidden="true" />
              Pinned
            </p>
          )}
          {isEditing ? <MessageEditor message={item.message} work={work} /> : <Body row={row} work={work} />}
        </div>
        {hasActions && <LazyMessageActions message={item.message} work={work} />}
      </article>
    </>
  );
}

const noMark = {};

function Body({ row: { item }, work }: { row: MessageRow; work: MessageWork }) {
  const { viewer } = useChat();
  const Under = use(UnderMessageContext);
  const poll = item.kind === "message" ? item.message.poll : undefined;
  const buttons = item.kind === "message" && !item.message.removed ? item.message.buttons : undefined;
  const buttonRow = useLazyPart(buttonsPart, buttons !== undefined, () => undefined);
  const pollView = useLazyPart(pollPart, poll !== undefined, () => undefined);
  if (item.kind === "pending") return <PendingMessage entry={item.entry} />;
  const { message } = item;
  const said = !message.removed && (
    <SaidBy
      message={message}
      content={message.content}
      calls={message}
      viewerId={viewer.id}
      end={message.edited && <Edited at={message.editedAt} />}
      className="wrap-anywhere"
    />
  );
  return (
    <>
      {message.removed ? (
        <p className="text-faint italic">This message was deleted</p>
      ) : poll && pollView ? (
        <pollView.PollView message={message} poll={poll} />
      ) : isLong(message.content) ? (
        <LongMessage messageId={message.id}>{said}</LongMessage>
      ) : (
        said
      )}
      {buttons && buttonRow && <buttonRow.ProgramButtons messageId={message.id} buttons={buttons} />}
      {message.attachments.length > 0 && <Attachments attachments={message.attachments} />}
      {!message.removed && <Reactions message={message} />}
      {Under && <Under messageId={message.id} />}
      {work.openThread && message.thread && <ThreadLine message={message} onOpen={work.openThread} />}
    </>
  );
}

function Edited({ at }: { at: string | null }) {
  return (
    <span
      {...{ [asideAttribute]: "" }}
      title={at ? formatInstant(at) : undefined}
      className="text-2xs text-faint"
    >
      {" "}
      (edited)
    </span>
  );
}

/** A call of the viewer: DESIGN.md, message row. */
const called =
  "bg-[color-mix(in_oklab,var(--highlight-soft)_55%,var(--surface))] shadow-[inset_2px_0_0_var(--highlight-bright)] pb-1.5!";
const inset = "px-4 md:px-5";
/** Shown on hover, and always where nothing hovers. */
const followUpTime =
  "block whitespace-nowrap text-center text-[10px]/5 text-faint md:invisible md:group-hover/message:visible " +
  "md:group-focus-within/message:visible";

/** A message being changed in its place. */
function MessageEditor({ message, work }: { message: Message; work: MessageWork }) {
  return (
    <EditField
      channelId={message.channelId}
      text={work.editing?.text ?? ""}
      onTextChange={work.setText}
      called={message.mentions}
      action="Save"
      isBusy={work.isBusy}
      error={work.error}
      onSave={({ ids }) => void work.save(ids)}
      onCancel={work.cancel}
    />
  );
}
