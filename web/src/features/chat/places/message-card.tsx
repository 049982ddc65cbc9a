import type { Message } from "@atoll/contract/chat/schemas";
import type { ReactNode } from "react";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { FormerColleague } from "../../../capabilities/people/former-colleague.tsx";
import { NameButton } from "../../../capabilities/people/name-button.tsx";
import { PersonAvatar } from "../../../capabilities/people/person-avatar.tsx";
import { personMark } from "../../../capabilities/people/person-mark.ts";
import { GuestMark, ProgramMark } from "../../../capabilities/people/program-mark.tsx";
import { formatAge } from "../../../lib/time/format-age.ts";
import { previewText } from "../channel-list/preview.ts";
import { type ChatPlace, placeOf } from "./chat-place.ts";
import { PlaceLink } from "./place-link.tsx";

export interface MessageCardProps {
  message: Message;
  now: Date;
  onGo: (place: ChatPlace) => void;
  /** Where the card leads, when that is not the message in its conversation. */
  place?: ChatPlace;
  /** The name of the channel, in lists of several channels. */
  channelName?: string;
  /** Shown below the text, such as the number of replies. */
  note?: ReactNode;
  /** An action next to the link. */
  action?: ReactNode;
}

/** A message outside its conversation: who, where, when, its beginning, and the way to it. */
export function MessageCard({ message, now, onGo, place, channelName, note, action }: MessageCardProps) {
  const { author, createdAt } = message;
  const name = authorName(author);
  return (
    <li className={card}>
      {author.isProgram ? (
        <PersonAvatar person={author} decorative size={32} />
      ) : (
        <span {...personMark(author.id)} className="relative z-1 flex-none cursor-pointer">
          <PersonAvatar person={author} decorative size={32} />
        </span>
      )}
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline gap-2">
          {author.isProgram ? (
            <>
              <span className="font-semibold">{author.name}</span>
              <ProgramMark />
            </>
          ) : (
            <NameButton userId={author.id} className="relative z-1 font-semibold">
              {name}
            </NameButton>
          )}
          {author.isFormer && <FormerColleague />}
          {author.isGuest && <GuestMark />}
          {channelName && <span className="min-w-0 truncate text-muted text-xs">in {channelName}</span>}
          <time dateTime={createdAt} className="ml-auto flex-none text-2xs text-faint">
            {formatAge(createdAt, now)}
          </time>
        </div>
        {/* Reaches over the whole card, under who wrote it and what can be done with it. */}
        <PlaceLink place={place ?? placeOf(message)} onGo={onGo} className={wholeCard}>
          <span className="line-clamp-2 text-muted [overflow-wrap:anywhere]">
            {message.removed ? "This message was deleted" : previewText(message.content)}
          </span>
          {note && <span className="flex items-center gap-2 pt-0.5 text-xs">{note}</span>}
        </PlaceLink>
      </div>
      {action && <span className="relative z-1 -my-px flex-none">{action}</span>}
    </li>
  );
}

const card =
  "relative flex items-start gap-3 px-4 py-[9px] hover:bg-surface-hover " +
  "has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-ring has-[a:focus-visible]:-outline-offset-2";
const wholeCard = "block outline-none after:absolute after:inset-0";
