import type { MessageHit } from "@atoll/contract/chat/message-lists";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { formatDate, formatTime, isSameDay } from "../../../lib/time/format-date.ts";
import { Avatar } from "../../../ui/avatar/avatar.tsx";
import { OptionRow, type OptionRowProps } from "../../../ui/list/option-row.tsx";
import { channelTitle } from "../channel-list/channel-title.ts";
import { useChat } from "../session/chat-provider.tsx";
import { useChannel } from "../session/use-channels.ts";
import { Highlighted } from "./highlighted.tsx";
import { hitText } from "./hit-text.ts";

export interface HitRowProps extends Pick<OptionRowProps, "id" | "isActive" | "onPoint" | "onChoose"> {
  hit: MessageHit;
}

/** A message that was found: who wrote it, where and when, and the words. */
export function HitRow({ hit, ...option }: HitRowProps) {
  const { viewer } = useChat();
  const { message, channel, words } = hit;
  const known = useChannel(channel.id);
  const name = message.author.id === viewer.id ? "You" : authorName(message.author);
  const place = known ? channelTitle(known) : channel.type === "DIRECT" ? "a direct chat" : channel.name;
  const text = hitText(message.content, words);
  const isToday = isSameDay(message.createdAt, new Date().toISOString());
  return (
    <OptionRow
      {...option}
      mark={
        <Avatar decorative userId={message.author.id} picture={message.author.avatar} name={name} size={28} />
      }
      title={
        <>
          {name}
          <span className="ml-1.5 font-regular text-muted text-xs">{`in ${place}`}</span>
        </>
      }
      detail={text === "" ? "[Attachment]" : <Highlighted text={text} query={words} />}
      hint={
        <time dateTime={message.createdAt} className="self-start pt-0.5 text-2xs text-muted">
          {isToday ? formatTime(message.createdAt) : formatDate(message.createdAt)}
        </time>
      }
    />
  );
}
