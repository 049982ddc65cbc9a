import { findNames } from "@atoll/contract/text/find-names";
import { Hash } from "lucide-react";
import { useState } from "react";
import { SearchList } from "../../../ui/list/search-list.tsx";

/** A chat that a search may be narrowed to. */
export interface SearchPlace {
  id: string;
  /** The channel's title for the viewer. */
  name: string;
  /** Other words that it is found by. */
  also: string;
  detail: string;
  /** It is no conversation of a few people, and `in:` finds it by its name. */
  isChannel: boolean;
}

const maxShown = 8;

/** One of the viewer's chats, found by its name. */
export function ChannelChoice({
  places,
  onChoose,
}: {
  places: readonly SearchPlace[];
  onChoose: (channelId: string) => void;
}) {
  const [text, setText] = useState("");
  const named = places.map((place) => ({ ...place, label: place.name }));
  const found = findNames(named, text).slice(0, maxShown);
  return (
    <SearchList
      label="Search channels"
      listLabel="Channels"
      text={text}
      onTextChange={setText}
      query={text}
      options={found.map(({ id, name, detail }) => ({
        id,
        title: name,
        detail,
        mark: <Hash className="size-4 text-faint" />,
      }))}
      onChoose={onChoose}
      empty={`No results found for "${text.trim()}"`}
    />
  );
}
