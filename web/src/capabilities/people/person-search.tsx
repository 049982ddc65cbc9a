import type { Person } from "@atoll/contract/people/schemas";
import { useState } from "react";
import { SearchList } from "../../ui/list/search-list.tsx";
import { PersonAvatar } from "./person-avatar.tsx";
import { usePeopleSearch } from "./use-people-search.ts";

export interface PersonSearchProps {
  onChoose: (person: Person) => void;
  /** People who cannot be chosen, with the reason, shown at the end of their row. */
  taken?: { ids: ReadonlySet<string>; hint: string };
}

const maxResults = 8;

/** Finds a colleague by a part of their name. With nothing typed it offers the first by the alphabet. */
export function PersonSearch({ onChoose, taken }: PersonSearchProps) {
  const [text, setText] = useState("");
  const { people, name, error, isSearching, retry } = usePeopleSearch(text, {
    max: maxResults,
    offersAll: true,
    withSelf: true,
  });
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
      query={text}
      isAnswered
      loading={isSearching}
      error={error}
      onRetry={retry}
      empty={`No results found for "${name}"`}
      onChoose={choose}
      options={people.map((person) => ({
        id: person.id,
        title: person.name,
        detail: person.email,
        mark: <PersonAvatar person={person} decorative size={28} />,
        hint: isTaken(person.id) && <span className="flex-none text-faint text-xs">{taken?.hint}</span>,
      }))}
    />
  );
}
