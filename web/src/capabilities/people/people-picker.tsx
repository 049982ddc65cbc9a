import type { Person } from "@atoll/contract/people/schemas";
import { type Ref, useId, useState } from "react";
import { Avatar } from "../../ui/avatar/avatar.tsx";
import { RemovableBadge } from "../../ui/badge/removable-badge.tsx";
import { FieldNote } from "../../ui/field/field.tsx";
import { SearchList } from "../../ui/list/search-list.tsx";
import { authorName } from "./author-name.ts";
import { usePeopleSearch } from "./use-people-search.ts";

export interface PeoplePickerProps {
  label: string;
  people: readonly Person[];
  onChange: (people: Person[]) => void;
  max: number;
  /** The error of the selection, and its field for focus, when it is part of a form. */
  error?: string | undefined;
  ref?: Ref<HTMLInputElement | null>;
}

const maxResults = 8;

/** Colleagues found by name and chosen one by one; each can be taken off again. */
export function PeoplePicker({ label, people, onChange, max, error, ref }: PeoplePickerProps) {
  const [text, setText] = useState("");
  const errorId = useId();
  const search = usePeopleSearch(text, { max: maxResults });
  const { name } = search;
  const chosen = new Set(people.map(({ id }) => id));
  const found = search.people.filter(({ id }) => !chosen.has(id));

  function choose(id: string) {
    const person = found.find((one) => one.id === id);
    if (!person) return;
    onChange([...people, person]);
    setText("");
  }
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <p className="font-semibold text-xs">{label}</p>
      {people.length > 0 && (
        <ul className="flex flex-wrap gap-1.5" aria-label={`${label}: selected`}>
          {people.map((person) => (
            <li key={person.id} className="min-w-0">
              <RemovableBadge
                label={authorName(person)}
                onRemove={() => onChange(people.filter(({ id }) => id !== person.id))}
              />
            </li>
          ))}
        </ul>
      )}
      {people.length < max ? (
        <SearchList
          ref={ref}
          errorId={error && errorId}
          label="Search people"
          listLabel="People"
          text={text}
          onTextChange={setText}
          query={text}
          isAnswered
          options={found.map((person) => ({
            id: person.id,
            title: authorName(person),
            detail: person.email,
            mark: (
              <Avatar decorative userId={person.id} picture={person.avatar} name={person.name} size={28} />
            ),
          }))}
          onChoose={choose}
          loading={search.isSearching}
          error={search.error}
          onRetry={search.retry}
          empty={name === "" ? "" : `No results found for "${name}"`}
        />
      ) : (
        <p className="text-muted text-xs">At most {max} people.</p>
      )}
      {error && <FieldNote id={errorId} note={error} isError />}
    </div>
  );
}
