import { importLineText } from "@atoll/contract/imports/line-texts";
import type { Import, ImportPerson } from "@atoll/contract/imports/schemas";
import { useMutation } from "@tanstack/react-query";
import type { ComponentProps, ReactNode } from "react";
import { PersonSearch } from "../../capabilities/people/person-search.tsx";
import { counted } from "../../lib/counted.ts";
import { formatNumber } from "../../lib/format-number.ts";
import { errorMessage } from "../../lib/server/api-client.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { Button } from "../../ui/button/button.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { PagedList } from "../../ui/list/paged-list.tsx";
import { Popover } from "../../ui/popup/popover.tsx";
import { RowSkeletons } from "../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../ui/state/empty-state.tsx";
import { notify } from "../../ui/toast/toast.tsx";
import { choosePerson, useImportLines, useImportPeople, useRefetchImports } from "./api.ts";
import { sourceLooks } from "./source-looks.ts";

export const rowClass = "flex flex-wrap items-center gap-x-3 gap-y-1.5 border-b px-4 py-2.5 last:border-b-0";

/** A list of an import: its places, its people, or the lines of its report. */
export function ImportList<Item>({
  title,
  what,
  empty,
  intro,
  list,
  row,
}: {
  title: string;
  /** "the people", in messages. */
  what: string;
  empty: string;
  intro?: ReactNode;
  list: ComponentProps<typeof PagedList<Item>>["list"];
  row: (item: Item) => ReactNode;
}) {
  return (
    <Card flush title={title}>
      {intro && <p className="px-4 pb-3 text-muted text-sm">{intro}</p>}
      <PagedList
        empty={<EmptyState drawing="generic" title={empty} />}
        failure={`Failed to load ${what}`}
        list={list}
        skeleton={<RowSkeletons mark={16} label={`Loading ${what}`} rowClassName="border-t px-4 py-1" />}
      >
        {(items) => (
          <ul aria-label={title} className="border-t">
            {items.map(row)}
          </ul>
        )}
      </PagedList>
    </Card>
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
  const confirmer =
    one.createdBy.id === viewer.id ? "you confirm" : `${one.createdBy.name}, who uploaded the file, confirms`;
  return (
    <ImportList
      empty="The export has no people"
      intro={
        one.state === "planned" &&
        `People are matched by their email address. Someone with only the same name as a colleague becomes a former colleague, unless ${confirmer} that they are the same person.`
      }
      list={list}
      row={(person) => <PersonRow key={person.key} one={one} person={person} />}
      title="People"
      what="the people"
    />
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
          {email || "No email address"} · {counted(recordCount, ...sourceLooks[one.source].records)}
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
  return (
    <ImportList
      empty="Nothing to report"
      list={useImportLines(one)}
      row={({ id, phase, place, kind, detail, count }) => (
        <li className={rowClass} key={id}>
          <span className="flex min-w-0 flex-1 flex-col max-md:basis-full">
            <span>{importLineText(kind)}</span>
            <span className="break-words text-faint text-xs">
              {[phases[phase], place, detail].filter(Boolean).join(" · ")}
            </span>
          </span>
          <span className="text-muted text-sm">{formatNumber(count)}</span>
        </li>
      )}
      title="Report"
      what="the report"
    />
  );
}
