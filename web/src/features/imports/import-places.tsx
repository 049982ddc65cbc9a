import type {
  Import,
  ImportOutcome,
  ImportPlace,
  ImportPlaceKind,
  ImportSource,
} from "@atoll/contract/imports/schemas";
import { taskStatuses, taskStatusNames } from "@atoll/contract/tasks/limits";
import { useMutation } from "@tanstack/react-query";
import { counted } from "../../lib/counted.ts";
import { errorMessage } from "../../lib/server/api-client.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { Badge } from "../../ui/badge/badge.tsx";
import { Select } from "../../ui/field/select.tsx";
import { notify } from "../../ui/toast/toast.tsx";
import {
  choosePlace,
  type PlaceChoice,
  useImportPlaces,
  useRefetchImports,
  useTargetDepartments,
  useTopArticles,
} from "./api.ts";
import { ImportList, rowClass } from "./import-lists.tsx";
import { sourceLooks } from "./source-looks.ts";

const kinds: Record<ImportPlaceKind, string> = {
  public: "Public channel",
  private: "Private channel",
  direct: "Direct chat",
  board: "Board",
  list: "List",
  space: "Space",
};
const kindsOf: Partial<Record<ImportSource, Partial<Record<ImportPlaceKind, string>>>> = {
  jira: { board: "Project", list: "State" },
  linear: { board: "Team", list: "State" },
  asana: { board: "Project", list: "Section" },
  plane: { board: "Project", list: "State" },
  github: { board: "Repository", list: "State" },
};

/** Places can also be chosen again after an undo. */
const hasChoices = ({ state, hasFile }: Import): boolean =>
  state === "planned" || (state === "undone" && hasFile);

/** The places of the source, such as channels or lists: what becomes of them, and what was made of their records. */
export function ImportPlaces({ one }: { one: Import }) {
  const { places, placesIntro, made } = sourceLooks[one.source];
  const departments = useTargetDepartments(made[0] !== "messages", one.source);
  const articles = useTopArticles(
    hasChoices(one) && ["notion", "confluence", "markdown"].includes(one.source),
  );
  return (
    <ImportList
      empty="The export is empty"
      intro={hasChoices(one) && placesIntro}
      list={useImportPlaces(one)}
      row={(place) => (
        <PlaceRow articles={articles} departments={departments} key={place.key} one={one} place={place} />
      )}
      title={places}
      what={places.toLowerCase()}
    />
  );
}

interface Department {
  id: string;
  name: string;
}

function PlaceRow({
  one,
  place,
  departments,
  articles,
}: {
  one: Import;
  place: ImportPlace;
  departments: readonly Department[];
  articles: readonly { id: string; title: string }[];
}) {
  const refetch = useRefetchImports();
  const viewer = useViewer();
  const choose = useMutation({
    mutationFn: (choice: PlaceChoice) => choosePlace(one.id, place.key, choice),
    onSuccess: refetch,
    onError: (error) => notify.error(errorMessage(error)),
  });
  const { difference = 0 } = place.counts;
  const isBoard = place.kind === "board";
  const isOwner = one.createdBy.id === viewer.id;
  const options = optionsOf(place, isOwner ? departments : [], one.source);
  const value = chosenOf(place);
  return (
    <li className={rowClass}>
      <span className="flex min-w-0 flex-1 flex-col max-md:basis-full">
        <span className="truncate font-medium">{place.name}</span>
        <span className="text-faint text-xs">
          {[
            kindsOf[one.source]?.[place.kind] ?? kinds[place.kind],
            ...(place.kind === "list" || place.kind === "space" || (isBoard && place.memberCount === 0)
              ? []
              : [counted(place.memberCount, "member")]),
            ...(isBoard && place.recordCount === 0
              ? []
              : [counted(place.recordCount, ...sourceLooks[one.source].records)]),
            ...(place.isArchived ? ["archived"] : []),
          ].join(" · ")}
        </span>
      </span>
      {Object.keys(place.counts).length > 0 && !(isBoard && difference === 0) && (
        <Badge tone={difference > 0 ? "warning" : "success"}>
          {difference > 0 ? "Differs from the source" : madeOf(place)}
        </Badge>
      )}
      {hasChoices(one) && place.kind === "space" && place.outcome !== "skip" && (
        <Select
          className="w-56 max-md:w-full"
          disabled={choose.isPending || !isOwner}
          hideLabel
          label={`Where the pages of ${place.name} go`}
          onValueChange={(chosen) =>
            choose.mutate({ outcome: "new", articleId: chosen === "top" ? null : chosen })
          }
          options={[
            { value: "top", label: "At the top" },
            ...withChosen(articles, place.above).map(({ id, title }) => ({
              value: id,
              label: `Below ${title || "an untitled page"}`,
            })),
          ]}
          value={place.above?.id ?? "top"}
        />
      )}
      {hasChoices(one) ? (
        <Select
          className="w-64 max-md:w-full"
          disabled={choose.isPending || ((isBoard || place.kind === "space") && !isOwner)}
          hideLabel
          label={`What becomes of ${place.name}`}
          onValueChange={(chosen) => choose.mutate(choiceOf(place, chosen))}
          options={options}
          value={value}
        />
      ) : (
        <span className="text-muted text-xs">
          {options.find((option) => option.value === value)?.label ?? "Merged"}
        </span>
      )}
    </li>
  );
}

/** The chosen article is among the options, also if it is not at the top. */
const withChosen = (articles: readonly { id: string; title: string }[], chosen: ImportPlace["above"]) =>
  chosen && !articles.some(({ id }) => id === chosen.id) ? [chosen, ...articles] : articles;

function madeOf({ counts, kind }: ImportPlace): string {
  if (kind === "space") {
    const { articles = 0, drafts = 0, files = 0 } = counts;
    const kinds = [
      counted(articles, "page"),
      ...(drafts > 0 ? [counted(drafts, "draft")] : []),
      ...(files > 0 ? [counted(files, "file")] : []),
    ];
    return kinds.join(", ");
  }
  if (kind !== "list") return counted(counts.messages ?? 0, "message");
  const { tasks = 0, subtasks = 0, comments = 0 } = counts;
  const parts = [
    counted(tasks, "task"),
    ...(subtasks > 0 ? [counted(subtasks, "sub-task")] : []),
    ...(comments > 0 ? [counted(comments, "comment")] : []),
  ];
  return parts.join(", ");
}

function optionsOf(place: ImportPlace, departments: readonly Department[], source: ImportSource) {
  const leftOut = { value: "skip", label: "Leave out" };
  if (place.kind === "list")
    return [
      ...taskStatuses.map((status) => ({ value: status as string, label: taskStatusNames[status] })),
      leftOut,
    ];
  const known = departments.some(({ id }) => id === place.department?.id);
  const all = place.department && !known ? [place.department, ...departments] : departments;
  if (place.kind === "space")
    return [
      { value: "new", label: "Drafts of the uploader" },
      { value: "open", label: "Everybody reads them" },
      ...all.map(({ id, name }) => ({ value: id, label: `Department ${name} reads them` })),
      leftOut,
    ];
  if (place.kind === "board") {
    return [
      { value: "new", label: source === "trello" ? "Only people of the board" : "Only people of each issue" },
      ...all.map(({ id, name }) => ({ value: id, label: `Department ${name}` })),
      leftOut,
    ];
  }
  return [
    { value: "new", label: place.kind === "direct" ? "Import" : `New channel ${place.newName}` },
    ...(place.canMerge ? [{ value: "merge", label: `Merge into ${place.name}` }] : []),
    leftOut,
  ];
}

function chosenOf({ kind, outcome, status, department, isOpen }: ImportPlace): string {
  if (outcome === "skip") return "skip";
  if (kind === "space") return department?.id ?? (isOpen ? "open" : "new");
  if (kind === "list") return status ?? "todo";
  return kind === "board" ? (department?.id ?? "new") : outcome;
}

function choiceOf({ kind }: ImportPlace, chosen: string): PlaceChoice {
  if (chosen === "skip") return { outcome: "skip" };
  if (kind === "list") return { outcome: "new", status: taskStatuses.find((status) => status === chosen) };
  if (kind === "space")
    return {
      outcome: "new",
      isOpen: chosen === "open",
      departmentId: chosen === "open" || chosen === "new" ? null : chosen,
    };
  if (kind === "board") return { outcome: "new", departmentId: chosen === "new" ? null : chosen };
  return { outcome: chosen as ImportOutcome };
}
