import { useState } from "react";
import { errorMessage } from "../../lib/server/api-client.ts";
import { useDebounced } from "../../lib/use-debounced.ts";
import { Avatar } from "../../ui/avatar/avatar.tsx";
import { SearchList } from "../../ui/list/search-list.tsx";
import { useActors } from "./api.ts";

const debounceMs = 200;
/** As the server takes it. */
const maxLength = 200;

/** Finds the actors of entries by name, including deleted accounts. */
export function ActorSearch({ onChoose }: { onChoose: (actorId: string) => void }) {
  const [text, setText] = useState("");
  const name = useDebounced(text.trim().slice(0, maxLength), debounceMs);
  const { data, error, isFetching, refetch } = useActors(name);
  const actors = data?.actors ?? [];
  return (
    <SearchList
      label="Search people"
      listLabel="People"
      text={text}
      onTextChange={setText}
      query={name}
      loading={isFetching || name !== text.trim().slice(0, maxLength)}
      error={error && errorMessage(error, "Search failed")}
      onRetry={() => void refetch()}
      empty={name === "" ? "Nobody has done anything yet" : `No results found for "${name}"`}
      onChoose={onChoose}
      options={actors.map(({ id, name: title, isGone }) => ({
        id,
        title,
        detail: isGone ? "Account deleted" : "",
        mark: <Avatar decorative userId={id} picture={undefined} name={title} size={28} />,
      }))}
    />
  );
}
