import type { Person } from "@atoll/contract/people/schemas";
import { findNames, type Named } from "@atoll/contract/text/find-names";
import { type ReactNode, type Ref, useEffect, useId, useRef, useState } from "react";
import { RemovableBadge } from "../../ui/badge/removable-badge.tsx";
import { FieldNote } from "../../ui/field/field.tsx";
import { SearchList } from "../../ui/list/search-list.tsx";
import { authorName } from "./author-name.ts";
import { PersonAvatar } from "./person-avatar.tsx";
import { type FoundPerson, type PeopleSource, usePeopleSearch } from "./use-people-search.ts";

/** A group that stands for its members: a department or a channel. */
export interface PickedGroup extends Named {
  id: string;
  /** Names the sort of group. */
  detail: string;
  mark: ReactNode;
}

interface PickedGroups {
  /** The groups that can be chosen. */
  all: readonly PickedGroup[];
  chosen: readonly string[];
  onChange: (ids: string[]) => void;
  /** The name of the search field, which finds both. */
  label: string;
}

export interface PeoplePickerProps {
  label: string;
  people: readonly Person[];
  onChange: (people: Person[]) => void;
  max: number;
  /** Groups that are found too, and chosen as a whole. */
  groups?: PickedGroups;
  /** Finds the viewer, too. */
  withSelf?: boolean;
  /** Finds only these people. */
  among?: PeopleSource | undefined;
  /** The results cover what is below the field instead of moving it. */
  floats?: boolean;
  /** The error of the selection, and its field for focus, when it is part of a form. */
  error?: string | undefined;
  ref?: Ref<HTMLInputElement | null>;
}

const maxResults = 8;
const maxGroups = 4;

/** Colleagues found by name and chosen one by one, and groups of them; each can be taken off again. */
export function PeoplePicker({
  label,
  people,
  onChange,
  max,
  groups,
  withSelf = false,
  among,
  floats = false,
  error,
  ref,
}: PeoplePickerProps) {
  const [text, setText] = useState("");
  const box = useRef<HTMLDivElement>(null);
  const isFilled = useRef(false);
  const isRemoved = useRef(false);
  useEffect(() => {
    // The button goes with the person who is removed: the focus stays in the picker.
    if (isRemoved.current) box.current?.querySelector<HTMLElement>("input")?.focus();
    isRemoved.current = false;
    if (!isFilled.current) return;
    isFilled.current = false;
    // The search field has gone with the last choice: Tab goes on from here.
    const buttons = box.current?.querySelectorAll<HTMLElement>("li button") ?? [];
    [...buttons].at(-1)?.focus();
  });
  const errorId = useId();
  const search = usePeopleSearch(text, { max: maxResults, withSelf, among });
  const { name } = search;
  const chosen = new Set(people.map(({ id }) => id));
  const found = search.people.filter(({ id }) => !chosen.has(id));
  const chosenGroups = groups?.all.filter(({ id }) => groups.chosen.includes(id)) ?? [];
  const foundGroups =
    text.trim() === "" || !groups ? [] : findNames(notChosen(groups), text).slice(0, maxGroups);

  function choose(id: string) {
    if (groups && foundGroups.some((group) => group.id === id)) {
      groups.onChange([...groups.chosen, id]);
      return setText("");
    }
    const person = found.find((one) => one.id === id);
    if (!person) return;
    isFilled.current = people.length + 1 >= max;
    onChange([...people, person]);
    setText("");
  }
  function removeLast() {
    if (people.length > 0) onChange(people.slice(0, -1));
    else if (groups) groups.onChange(groups.chosen.slice(0, -1));
  }
  return (
    <div className="flex min-w-0 flex-col gap-2" ref={box}>
      <p className="font-semibold text-xs">{label}</p>
      {people.length + chosenGroups.length > 0 && (
        <ul className="flex flex-wrap gap-1.5" aria-label={`${label}: selected`}>
          {chosenGroups.map((group) => (
            <li key={group.id} className="min-w-0">
              <RemovableBadge
                label={group.label}
                lead={group.mark}
                onRemove={() => groups?.onChange(groups.chosen.filter((id) => id !== group.id))}
              />
            </li>
          ))}
          {people.map((person) => (
            <li key={person.id} className="min-w-0">
              <RemovableBadge
                label={authorName(person)}
                onRemove={() => {
                  isRemoved.current = true;
                  onChange(people.filter(({ id }) => id !== person.id));
                }}
              />
            </li>
          ))}
        </ul>
      )}
      {people.length < max ? (
        <SearchList
          ref={ref}
          errorId={error && errorId}
          label={groups?.label ?? "Search people"}
          listLabel="People"
          text={text}
          onTextChange={setText}
          query={text}
          isAnswered
          floats={floats}
          onBackspace={removeLast}
          options={byName(
            [
              ...found.map((person) => ({
                id: person.id,
                label: authorName(person),
                title: authorName(person),
                detail: detailOf(person),
                mark: <PersonAvatar person={person} decorative size={28} />,
              })),
              ...foundGroups.map(({ id, label: title, also, detail, mark }) => ({
                id,
                label: title,
                also,
                title,
                detail,
                mark: <span className="grid size-7 flex-none place-items-center">{mark}</span>,
              })),
            ],
            text,
          )}
          onChoose={choose}
          loading={search.isSearching}
          error={search.error}
          onRetry={search.retry}
          empty={name === "" ? "" : `No results found for "${name}"`}
        />
      ) : (
        max > 1 && <p className="text-muted text-xs">At most {max} people.</p>
      )}
      {error && <FieldNote id={errorId} note={error} isError />}
    </div>
  );
}

function detailOf({ email, isFormer, isDisabled = false }: FoundPerson): string {
  if (isFormer) return "Former colleague";
  return isDisabled ? `Disabled: ${email}` : email;
}

function notChosen({ all, chosen }: PickedGroups): PickedGroup[] {
  return all.filter(({ id }) => !chosen.includes(id));
}

/** Those whose names begin with the text first, people before groups; then those that were found in another way. */
function byName<Option extends Named>(options: readonly Option[], text: string): Option[] {
  const named = findNames(options, text, false);
  return [...named, ...options.filter((option) => !named.includes(option))];
}
