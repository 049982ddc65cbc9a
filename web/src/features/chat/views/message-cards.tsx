import type { MessageInChannel } from "@atoll/contract/chat/message-lists";
import type { ReactNode } from "react";
import { useNow } from "../../../lib/time/use-now.ts";
import { PagedList, type PagedRows } from "../../../ui/list/paged-list.tsx";
import type { ChatPlace } from "../places/chat-place.ts";
import { MessageCard, type MessageCardProps } from "../places/message-card.tsx";
import { moveFocus } from "../places/move-focus.ts";
import { usePlaceName } from "../places/use-place-name.ts";
import { CardSkeletons, cardList } from "../places/view-frame.tsx";

export interface MessageCardsProps<Item> {
  list: PagedRows<Item>;
  onGo: (place: ChatPlace) => void;
  /** The additional content of a card. */
  more?: (item: Item, now: Date) => Pick<MessageCardProps, "action" | "note" | "place">;
  /** Shown if there are no cards. */
  empty: ReactNode;
}

/** Messages across channels, which come a page at a time. The arrow keys move between them. */
export function MessageCards<Item extends MessageInChannel>(props: MessageCardsProps<Item>) {
  const { list, onGo, more, empty } = props;
  const now = useNow();
  const nameOf = usePlaceName();
  return (
    <PagedList
      list={list}
      failure="Failed to fetch messages"
      skeleton={<CardSkeletons label="Loading messages" />}
      empty={empty}
    >
      {(items) => (
        <ul className={cardList} onKeyDown={(event) => moveFocus(event, "a")}>
          {items.map((item) => (
            <MessageCard
              key={item.message.id}
              message={item.message}
              channelName={nameOf(item.channel)}
              now={now}
              onGo={onGo}
              {...more?.(item, now)}
            />
          ))}
        </ul>
      )}
    </PagedList>
  );
}
