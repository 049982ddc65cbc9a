import type { Person } from "@atoll/contract/people/schemas";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { errorMessage } from "../../lib/api-client.ts";
import { useDebounced } from "../../lib/use-debounced.ts";
import { Avatar } from "../../ui/avatar/avatar.tsx";
import { SearchList } from "../../ui/list/search-list.tsx";
import { peopleQuery } from "./search-people.ts";

export interface PersonSearchProps {
  onChoose: (person: Person) => void;
  /** People who cannot be chosen, with the reason, shown at the end of their row. */
  taken?: { ids: ReadonlySet<string>; hint: string };
}

const debounceMs = 200;
const maxResults = 8;

/** Finds a colleague by a part of their name. With nothing typed it offers the first by the alphabet. */
export function PersonSearch({ onChoose, taken }: PersonSearchProps) {
  const [text, setText] = useState("");
  const name = useDebounced(text.trim(), debounceMs);
  const { data, error, isFetching, refetch } = useQuery({
    ...peopleQuery(name, maxResults),
    placeholderData: keepPreviousData,
  });
  const people = data?.people ?? [];
  const isTaken = (id: string) => taken?.ids.has(id) ?? false;

  function choose(id: string) {
    const person = people.find((one) => one.id === id);
    if (person && !isTaken(id)) onChoose(person);
  }
  return (
    <SearchList
      label="Search people"
      listLabel="People"
      text={text}
      onTextChange={setText}
      query={name}
      loading={isFetching}
      error={error ? errorMessage(error, "Search failed") : null}
      onRetry={() => void refetch()}
      empty={`No results found for "${name}"`}
      onChoose={choose}
      options={people.map((person) => ({
        id: person.id,
        title: person.name,
        detail: person.email,
        mark: <Avatar decorative userId={person.id} picture={person.avatar} name={person.name} size={28} />,
        hint: isTaken(person.id) && <span className="flex-none text-faint text-xs">{taken?.hint}</span>,
      }))}
    />
  );
}
