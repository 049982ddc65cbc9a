import type { MessageHit } from "@atoll/contract/chat/message-lists";
import type { Channel } from "@atoll/contract/chat/schemas";
import type { Person } from "@atoll/contract/people/schemas";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { PersonAvatar } from "../../../capabilities/people/person-avatar.tsx";
import { counted } from "../../../lib/counted.ts";
import { formatDate, formatTime, isSameDay } from "../../../lib/time/format-date.ts";
import { Kbd } from "../../../ui/badge/kbd.tsx";
import { buttonClass } from "../../../ui/button/button-class.ts";
import { OptionGroup } from "../../../ui/list/option-group.tsx";
import { OptionRow, type OptionRowProps } from "../../../ui/list/option-row.tsx";
import type { useOptionList } from "../../../ui/list/use-option-list.ts";
import { ChannelMark } from "../channel-list/channel-mark.tsx";
import { channelSubtitle, channelTitle, isWithFormer } from "../channel-list/channel-title.ts";
import { useChat } from "../session/chat-provider.tsx";
import { useChannel } from "../session/use-channels.ts";
import { Highlighted } from "./highlighted.tsx";
import { hitText } from "./hit-text.ts";

export interface SearchResultsProps {
  list: ReturnType<typeof useOptionList>;
  chats: readonly Channel[];
  /** Their options follow those of the chats. */
  hits: readonly MessageHit[];
  /** Their options follow those of the messages. */
  people: readonly Person[];
  query: string;
}

/** The groups of results. Specification, section 2: Existing Chats, Messages, People. */
export function SearchResults({ list, chats, hits, people, query }: SearchResultsProps) {
  return (
    <div id={list.listId} role="listbox" aria-label="Results">
      {chats.length > 0 && (
        <OptionGroup title="Existing Chats">
          {chats.map((channel, index) => {
            const option = list.option(index);
            return (
              <OptionRow
                key={channel.id}
                {...option}
                mark={<ChannelMark channel={channel} size={28} />}
                title={<Highlighted text={channelTitle(channel)} query={query} />}
                detail={describe(channel)}
                hint={option.isActive && <OpenHint />}
              />
            );
          })}
        </OptionGroup>
      )}
      {hits.length > 0 && (
        <OptionGroup title="Messages">
          {hits.map((hit, index) => (
            <HitRow key={hit.message.id} {...list.option(chats.length + index)} hit={hit} />
          ))}
        </OptionGroup>
      )}
      {people.length > 0 && (
        <OptionGroup title="People">
          {people.map((person, index) => (
            <OptionRow
              key={person.id}
              {...list.option(chats.length + hits.length + index)}
              mark={<PersonAvatar person={person} decorative size={28} />}
              title={<Highlighted text={authorName(person)} query={query} />}
              detail={person.email}
              hint={<span className={buttonClass({ size: "xs" })}>Message</span>}
            />
          ))}
        </OptionGroup>
      )}
    </div>
  );
}

function OpenHint() {
  return (
    <span aria-hidden="true" className="flex items-center gap-2 text-muted text-xs max-md:hidden">
      <Kbd>↵</Kbd> Open
    </span>
  );
}

function describe(channel: Channel): string {
  if (isWithFormer(channel)) return "former colleague";
  if (channel.type === "DIRECT") return channelSubtitle(channel);
  const kind = channel.type === "PUBLIC" ? "Public channel" : "Private channel";
  return `${kind} · ${counted(channel.memberCount, "member")}`;
}

interface HitRowProps extends Pick<OptionRowProps, "id" | "isActive" | "onPoint" | "onChoose"> {
  hit: MessageHit;
}

/** A message that was found: who wrote it, where and when, and the words. */
function HitRow({ hit, ...option }: HitRowProps) {
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
      mark={<PersonAvatar decorative person={message.author} size={28} />}
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
