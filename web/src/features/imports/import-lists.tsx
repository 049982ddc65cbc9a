import { importLineText } from "@atoll/contract/imports/line-texts";
import type {
  Import,
  ImportOutcome,
  ImportPerson,
  ImportPlace,
  ImportPlaceKind,
} from "@atoll/contract/imports/schemas";
import { useMutation } from "@tanstack/react-query";
import { PersonSearch } from "../../capabilities/people/person-search.tsx";
import { counted } from "../../lib/counted.ts";
import { formatNumber } from "../../lib/format-number.ts";
import { errorMessage } from "../../lib/server/api-client.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { Badge } from "../../ui/badge/badge.tsx";
import { Button } from "../../ui/button/button.tsx";
import { Select } from "../../ui/field/select.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { PagedList } from "../../ui/list/paged-list.tsx";
import { Popover } from "../../ui/popup/popover.tsx";
import { RowSkeletons } from "../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../ui/state/empty-state.tsx";
import { notify } from "../../ui/toast/toast.tsx";
import {
  choosePerson,
  choosePlace,
  useImportLines,
  useImportPeople,
  useImportPlaces,
  useRefetchImports,
} from "./api.ts";

const rowClass = "flex flex-wrap items-center gap-x-3 gap-y-1.5 border-b px-4 py-2.5 last:border-b-0";
const kinds: Record<ImportPlaceKind, string> = {
  public: "Public channel",
  private: "Private channel",
  direct: "Direct chat",
};

/** Channels and chats: what becomes of them, and what was made of their messages. */
export function ImportPlaces({ one }: { one: Import }) {
  const list = useImportPlaces(one);
  return (
    <Card flush title="Channels and chats">
      <PagedList
        empty={<EmptyState drawing="generic" title="The export has no channels" />}
        failure="Failed to load the channels"
        list={list}
        skeleton={<RowSkeletons mark={16} label="Loading the channels" rowClassName="border-t px-4 py-1" />}
      >
        {(items) => (
          <ul aria-label="Channels and chats" className="border-t">
            {items.map((place) => (
              <PlaceRow key={place.key} one={one} place={place} />
            ))}
          </ul>
        )}
      </PagedList>
    </Card>
  );
}

function PlaceRow({ one, place }: { one: Import; place: ImportPlace }) {
  const refetch = useRefetchImports();
  const choose = useMutation({
    mutationFn: (outcome: ImportOutcome) => choosePlace(one.id, place.key, outcome),
    onSuccess: refetch,
    onError: (error) => notify.error(errorMessage(error)),
  });
  const { messages = 0, difference = 0 } = place.counts;
  const options: { value: ImportOutcome; label: string }[] = [
    { value: "new", label: place.kind === "direct" ? "Import" : `New channel ${place.newName}` },
    ...(place.canMerge ? [{ value: "merge" as const, label: `Merge into ${place.name}` }] : []),
    { value: "skip", label: "Leave out" },
  ];
  const isDone = Object.keys(place.counts).length > 0;
  return (
    <li className={rowClass}>
      <span className="flex min-w-0 flex-1 flex-col max-md:basis-full">
        <span className="truncate font-medium">{place.name}</span>
        <span className="text-faint text-xs">
          {kinds[place.kind]} · {counted(place.memberCount, "member")} ·{" "}
          {counted(place.recordCount, "record")}
          {place.isArchived && " · archived"}
        </span>
      </span>
      {isDone && (
        <Badge tone={difference > 0 ? "warning" : "success"}>
          {difference > 0 ? "Differs from the source" : counted(messages, "message")}
        </Badge>
      )}
      {one.state === "planned" ? (
        <Select
          className="w-64 max-md:w-full"
          disabled={choose.isPending}
          hideLabel
          label={`What becomes of ${place.name}`}
          onValueChange={(outcome) => choose.mutate(outcome)}
          options={options}
          value={choose.isPending ? choose.variables : place.outcome}
        />
      ) : (
        <span className="text-muted text-xs">
          {options.find(({ value }) => value === place.outcome)?.label ?? "Merged"}
        </span>
      )}
    </li>
  );
}

const matches: Record<ImportPerson["matchedBy"], string> = {
  mail: "by email",
  name: "",
  choice: "chosen",
  earlier: "by an earlier import",
  none: "",
};

/** People: who they are in Atoll, or that they become former colleagues. */
export function ImportPeople({ one }: { one: Import }) {
  const viewer = useViewer();
  const list = useImportPeople(one);
  return (
    <Card flush title="People">
      {one.state === "planned" && (
        <p className="px-4 pb-3 text-muted text-sm">
          People are matched by their email address. Someone with only the same name as a colleague becomes a
          former colleague, unless{" "}
          {one.createdBy.id === viewer.id
            ? "you confirm"
            : `${one.createdBy.name}, who uploaded the file, confirms`}{" "}
          that they are the same person.
        </p>
      )}
      <PagedList
        empty={<EmptyState drawing="generic" title="The export has no people" />}
        failure="Failed to load the people"
        list={list}
        skeleton={<RowSkeletons mark={16} label="Loading the people" rowClassName="border-t px-4 py-1" />}
      >
        {(items) => (
          <ul aria-label="People" className="border-t">
            {items.map((person) => (
              <PersonRow key={person.key} one={one} person={person} />
            ))}
          </ul>
        )}
      </PagedList>
    </Card>
  );
}

function PersonRow({ one, person }: { one: Import; person: ImportPerson }) {
  const refetch = useRefetchImports();
  const choose = useMutation({
    mutationFn: (personId: string | null) => choosePerson(one.id, person.key, personId),
    onSuccess: refetch,
    onError: (error) => notify.error(errorMessage(error)),
  });
  const viewer = useViewer();
  const { name, email, recordCount, matchedBy, isBot } = person;
  const proposed = matchedBy === "name" ? person.person : null;
  return (
    <li className={rowClass}>
      <span className="flex min-w-0 flex-1 flex-col max-md:basis-full">
        <span className="truncate font-medium">{name}</span>
        <span className="truncate text-faint text-xs">
          {email || "No email address"} · {counted(recordCount, "message")}
        </span>
      </span>
      <span className="text-muted text-xs">
        {proposed
          ? `${proposed.name}? Not confirmed`
          : person.person
            ? `${person.person.name} ${matches[matchedBy] && `(${matches[matchedBy]})`}`
            : isBot
              ? "A name only"
              : "Becomes a former colleague"}
      </span>
      {one.state === "planned" && one.createdBy.id === viewer.id && !isBot && (
        <span className="flex gap-2">
          {proposed && (
            <Button
              aria-label={`Confirm that ${name} is ${proposed.name}`}
              loading={choose.isPending}
              onClick={() => choose.mutate(proposed.id)}
              size="sm"
            >
              Confirm
            </Button>
          )}
          <Popover
            align="end"
            className="w-[320px]"
            label={`Choose who ${name} is`}
            trigger={
              <Button aria-label={`Choose who ${name} is`} loading={choose.isPending} size="sm">
                Choose
              </Button>
            }
          >
            {(close) => (
              <PersonSearch
                onChoose={({ id }) => {
                  close();
                  choose.mutate(id);
                }}
              />
            )}
          </Popover>
          {person.person && (
            <Button
              aria-label={`${name} is none of them`}
              onClick={() => choose.mutate(null)}
              size="sm"
              variant="ghost"
            >
              Nobody
            </Button>
          )}
        </span>
      )}
    </li>
  );
}

const phases = { reading: "In the file", trying: "Dry run", running: "Import", undoing: "Undo" } as const;

/** The report: gaps of the source, things that Atoll cannot have, and differences. */
export function ImportLines({ one }: { one: Import }) {
  const list = useImportLines(one);
  return (
    <Card flush title="Report">
      <PagedList
        empty={<EmptyState drawing="generic" title="Nothing to report" />}
        failure="Failed to load the report"
        list={list}
        skeleton={<RowSkeletons mark={16} label="Loading the report" rowClassName="border-t px-4 py-1" />}
      >
        {(items) => (
          <ul aria-label="Report" className="border-t">
            {items.map(({ id, phase, place, kind, detail, count }) => (
              <li className={rowClass} key={id}>
                <span className="flex min-w-0 flex-1 flex-col max-md:basis-full">
                  <span>{importLineText(kind)}</span>
                  <span className="break-words text-faint text-xs">
                    {[phases[phase], place, detail].filter(Boolean).join(" · ")}
                  </span>
                </span>
                <span className="text-muted text-sm">{formatNumber(count)}</span>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </Card>
  );
}
