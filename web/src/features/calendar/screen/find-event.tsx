import { eventRoutes } from "@atoll/contract/calendar/routes";
import type { EventAtTime } from "@atoll/contract/calendar/schemas";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useState } from "react";
import { useIsPhone } from "../../../lib/page/use-is-phone.ts";
import { call, errorMessage } from "../../../lib/server/api-client.ts";
import { useDebounced } from "../../../lib/use-debounced.ts";
import { Button } from "../../../ui/button/button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { SearchList } from "../../../ui/list/search-list.tsx";
import { Popover } from "../../../ui/popup/popover.tsx";
import { spanOf } from "../data/items.ts";
import { dayWords, timeWords } from "../time/day-words.ts";

const standsStillMs = 200;
const maxLength = 200;

interface FindEventProps {
  /** Shows the day of the event, and opens it. */
  onFind: (found: EventAtTime, day: string) => void;
}

/** In the head of the page: finds an event by its words, at its next time or else its last one. */
export function FindEvent(props: FindEventProps) {
  const isPhone = useIsPhone();
  return (
    <Popover
      align="end"
      className="w-[340px]"
      label="Find an event"
      trigger={
        isPhone ? (
          <IconButton icon={Search} label="Find an event" />
        ) : (
          <Button
            className="w-[160px] justify-start! font-regular! text-faint! max-xl:w-auto max-xl:gap-0 max-xl:px-2.5"
            icon={Search}
          >
            <span className="max-xl:sr-only">Find an event</span>
          </Button>
        )
      }
    >
      {(close) => <Found {...props} onClose={close} />}
    </Popover>
  );
}

function Found({ onFind, onClose }: FindEventProps & { onClose: () => void }) {
  const [text, setText] = useState("");
  const query = useDebounced(text.trim(), standsStillMs).slice(0, maxLength);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["calendar", "find", query],
    queryFn: ({ signal }) => call(eventRoutes.searchEvents, { query: { query } }, { signal }),
    enabled: query !== "",
    placeholderData: keepPreviousData,
    retry: false,
  });
  const found = query === "" ? [] : (data?.items ?? []);
  function choose(id: string) {
    const one = found.find(({ event }) => event.id === id);
    if (!one) return;
    onClose();
    onFind(one, dayOf(one).day);
  }
  return (
    <SearchList
      empty={
        query === ""
          ? "Type a word of its title, place or description"
          : isFetching
            ? "Searching"
            : `No results found for "${query}"`
      }
      error={error && errorMessage(error, "Failed to find events")}
      label="Find an event"
      listLabel="Events"
      loading={isFetching}
      onChoose={choose}
      onRetry={() => void refetch()}
      onTextChange={setText}
      options={found.map((one) => ({
        id: one.event.id,
        title: one.occurrence.title ?? one.event.title,
        detail: whenOf(one),
        mark: null,
      }))}
      query={query}
      text={text}
    />
  );
}

function dayOf({ event, occurrence }: EventAtTime) {
  return spanOf(event.allDay, occurrence).from;
}

function whenOf(one: EventAtTime): string {
  const from = dayOf(one);
  const day = dayWords(from.day, "full");
  return one.event.allDay ? day : `${day}, ${timeWords(from)}`;
}
