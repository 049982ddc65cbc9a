import type { Message } from "@atoll/contract/chat/schemas";
import type { ReactNode } from "react";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { FormerColleague } from "../../../capabilities/people/former-colleague.tsx";
import { formatAge } from "../../../lib/format-age.ts";
import { Avatar } from "../../../ui/avatar/avatar.tsx";
import { previewText } from "../channel-list/preview.ts";
import { type ChatPlace, placeOf } from "./chat-place.ts";
import { PlaceLink } from "./place-link.tsx";

export interface MessageCardProps {
  message: Message;
  now: Date;
  onGo: (place: ChatPlace) => void;
  /** Where the card leads, when that is not the message in its conversation. */
  place?: ChatPlace;
  /** Where it was said, when the list goes across channels. */
  channelName?: string;
  /** Stands under the text: how many replies. */
  note?: ReactNode;
  /** Stands beside the link: one thing to do. */
  action?: ReactNode;
}

/** A message outside its conversation: who, where, when, its beginning, and the way to it. */
export function MessageCard({ message, now, onGo, place, channelName, note, action }: MessageCardProps) {
  const { author, createdAt } = message;
  const name = authorName(author);
  return (
    <li className="flex items-start hover:bg-surface-hover">
      <PlaceLink
        place={place ?? placeOf(message)}
        onGo={onGo}
        className="flex min-w-0 flex-1 items-start gap-3 px-4 py-[9px] outline-offset-[-2px]"
      >
        <Avatar decorative userId={author.id} picture={author.avatar} name={name} size={32} />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <span className="min-w-0 truncate font-semibold">{name}</span>
            {author.isFormer && <FormerColleague />}
            {channelName && <span className="min-w-0 truncate text-muted text-xs">in {channelName}</span>}
            <time dateTime={createdAt} className="ml-auto flex-none text-2xs text-faint">
              {formatAge(createdAt, now)}
            </time>
          </span>
          <span className="line-clamp-2 text-muted [overflow-wrap:anywhere]">
            {message.removed ? "This message was deleted" : previewText(message.content)}
          </span>
          {note && <span className="flex items-center gap-2 pt-0.5 text-xs">{note}</span>}
        </span>
      </PlaceLink>
      {action && <span className="flex-none pt-2 pr-3">{action}</span>}
    </li>
  );
}
