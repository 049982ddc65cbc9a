import type { Hit } from "@atoll/contract/search/hit-schemas";
import type { Fact } from "../../../platform/search/search-sources.ts";
import type { Passage } from "../../search/access.ts";

interface PassageFacts {
  /** Facts about the thing, such as its assignee and its due date. */
  facts: Fact[];
  /** The author and the time of writing, as opposed to who does it and when it happens. */
  origin: Fact[];
}

/** Returns the facts of a passage under the names that people have for them. */
export function factsOf({ hit, facts }: Passage): PassageFacts {
  const { detail, person, departments, at } = hit;
  const [by, on] = origins[hit.kind] ?? ["Written by", "Written on"];
  return {
    facts: known([
      ["Department", departments.map(({ name }) => name).join(", ")],
      ...(isOwner.has(hit.kind) ? ([[by, person?.name]] as const) : []),
      ...detailOf(detail),
      ...facts.map(({ name, value }) => [name, value] as const),
    ]),
    origin: known([
      ...(isOwner.has(hit.kind) ? [] : ([[by, person?.name]] as const)),
      [on, on === undefined ? undefined : at.slice(0, 10)],
    ]),
  };
}

/** Returns facts as lines of a text. */
export function writeFacts(facts: readonly Fact[]): string {
  return facts.map(({ name, value }) => `${name}: ${value}`).join("\n");
}

/** The names of the person and the date of a hit, by its kind. */
const origins: Readonly<Record<string, readonly [string | undefined, string | undefined]>> = {
  task: ["Created by", "Created on"],
  event: ["Organiser", undefined],
  announcement: ["Published by", "Published on"],
  article: ["Owner", "Published on"],
  question: ["Asked by", "Asked on"],
  idea: ["Suggested by", "Suggested on"],
  board: ["Owner", "Created on"],
  card: ["Owner", "Created on"],
  file: ["Uploaded by", "Uploaded on"],
  channel: [undefined, undefined],
  person: [undefined, undefined],
};

/** Kinds whose person is responsible for the thing. */
const isOwner: ReadonlySet<string> = new Set(["event", "article", "board", "card"]);

type Pair = readonly [name: string | undefined, value: string | null | undefined];

function detailOf(detail: Hit["detail"]): Pair[] {
  switch (detail.kind) {
    case "task":
      return [
        ["Assigned to", detail.assignee?.name ?? "nobody"],
        ["Due", detail.dueDate ?? "no day set"],
        ["Status", words(detail.status)],
        ["Priority", words(detail.priority)],
      ];
    case "event":
      return [
        ["Starts", detail.startsOn ?? minute(detail.startsAt)],
        ["Ends", detail.endsOn ?? minute(detail.endsAt)],
        ["Place", detail.location],
      ];
    case "question":
      return [["Accepted answer by", detail.acceptedBy?.name]];
    case "idea":
      return [["Status", words(detail.status)]];
    case "card":
      return [
        ["Section", detail.section],
        ["Stage", detail.stage],
        ["Due", detail.dueDate],
      ];
    case "message":
      return [["Chat", detail.channel.name]];
    case "comment":
      return [["Comment on", detail.subject.title]];
    case "file":
      return [["Attached to", detail.subject.title]];
    default:
      return [];
  }
}

function known(pairs: readonly Pair[]): Fact[] {
  return pairs.flatMap(([name, value]) => (name && value ? [{ name, value }] : []));
}

const words = (value: string) => value.toLowerCase().replaceAll("_", " ");
const minute = (instant: string) => `${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC`;
