import { createHash } from "node:crypto";
import { UnreadableArchive } from "../archive/open-archive.ts";
import type { FoundLine, FoundPerson, FoundPlace, FoundUnit, Survey } from "../archive/records.ts";

const maxPeople = 200_000;
const maxMembersOfOrphan = 1_000;

type Author = Pick<FoundPerson, "key" | "name" | "isBot">;

/** The contents of an export of a chat product, collected while its messages are counted. */
export interface MessageSurvey {
  people: Map<string, FoundPerson>;
  places: Map<string, FoundPlace>;
  lines: FoundLine[];
  /** @param note the kind of a line about the person for the report. */
  addPerson(person: Omit<FoundPerson, "recordCount">, note?: string): void;
  /** Counts messages of a person. One who is in no list of the export is added with a line in the report. */
  countAuthor(author: Author, number?: number): void;
  /** Says who has no address and what places lack, and returns everything. */
  end(units: readonly FoundUnit[]): Survey;
}

export function createMessageSurvey(): MessageSurvey {
  const [people, places] = [new Map<string, FoundPerson>(), new Map<string, FoundPlace>()];
  const lines: FoundLine[] = [];
  const listed = new Set<string>();
  let leftOut = 0;
  const add = (person: Omit<FoundPerson, "recordCount">): void => {
    if (people.size < maxPeople || people.has(person.key))
      people.set(person.key, { ...person, recordCount: people.get(person.key)?.recordCount ?? 0 });
    else leftOut += 1;
  };
  return {
    people,
    places,
    lines,
    addPerson(person, note) {
      const { key, name, email, isBot } = person;
      listed.add(key);
      add(person);
      const kind = note ?? (email === "" && !isBot ? "person_without_mail" : undefined);
      if (kind) lines.push({ kind, detail: `${name} (${key})` });
    },
    countAuthor(author, number = 1) {
      if (!people.has(author.key)) {
        add({ ...author, email: "" });
        if (!author.isBot && people.has(author.key))
          lines.push({ kind: "person_unknown", detail: author.name });
      }
      const person = people.get(author.key);
      if (person) person.recordCount += number;
    },
    end(units) {
      if (listed.size === 0) lines.push({ kind: "people_missing" });
      if (leftOut > 0) lines.push({ kind: "person_too_many", count: leftOut });
      for (const { key, kind, recordCount, memberKeys } of places.values()) {
        if (recordCount === 0) lines.push({ kind: "place_without_messages", placeKey: key });
        else if (memberKeys.length === 0 && kind !== "direct")
          lines.push({ kind: "place_without_members", placeKey: key });
      }
      const [all, everybody] = [[...places.values()], [...people.values()]];
      return {
        ...{ people: everybody, places: all, units: [...units], lines },
        counts: {
          people: everybody.filter(({ isBot }) => !isBot).length,
          bots: everybody.filter(({ isBot }) => isBot).length,
          channels: all.filter(({ kind }) => kind !== "direct").length,
          chats: all.filter(({ kind }) => kind === "direct").length,
          records: all.reduce((sum, { recordCount }) => sum + recordCount, 0),
        },
      };
    },
  };
}

/** Returns a place whose messages are in the export, but which no list describes. It may have been private. */
export const orphanOf = (key: string, name: string): FoundPlace => ({
  kind: "private",
  ...{ key, name, topic: "", description: "", isArchived: false },
  ...{ creatorKey: null, createdAt: null, memberKeys: [], recordCount: 0 },
});

/** Gives a place that no list describes to the people who wrote in it. */
export function addWriter({ memberKeys }: FoundPlace, { key, isBot }: Pick<Author, "key" | "isBot">): void {
  if (!isBot && !memberKeys.includes(key) && memberKeys.length < maxMembersOfOrphan) memberKeys.push(key);
}

const maxKeptTexts = 64_000_000;
/** The overhead of each text in memory, in characters. */
const textOverhead = 20;

/** Counts texts that are kept in memory. It throws {@link UnreadableArchive} for too many. */
export type KeepTexts = (...texts: readonly string[]) => void;

/** Rows alone do not say how much an export takes: names and topics can be as long as a line. */
export function countTexts(): KeepTexts {
  let length = 0;
  return (...texts) => {
    for (const text of texts) length += text.length + textOverhead;
    if (length > maxKeptTexts)
      throw new UnreadableArchive(
        "The names, topics and descriptions of the export have more than 64 million characters, which are too many for one import.",
      );
  };
}

const maxLinesOfKind = 1_000;

/** Adds a line to the report. */
export type Note = (kind: string, detail?: string) => void;

/** Beyond so many lines of a kind, further ones are only counted. */
export function noteIn(lines: FoundLine[]): Note {
  const byKind = new Map<string, { number: number; rest?: FoundLine }>();
  return (kind, detail) => {
    const known = byKind.get(kind) ?? { number: 0 };
    byKind.set(kind, known);
    known.number += 1;
    if (known.number <= maxLinesOfKind) lines.push({ kind, ...(detail !== undefined && { detail }) });
    else if (known.rest) known.rest.count = (known.rest.count ?? 1) + 1;
    else {
      known.rest = { kind, count: 1 };
      lines.push(known.rest);
    }
  };
}

const [earliest, latest] = [Date.UTC(2000), Date.UTC(2100)];

/** Returns the time of a message. Undefined for one that cannot be right. */
export const timeOf = (ms: number): Date | undefined =>
  ms > earliest && ms < latest ? new Date(ms) : undefined;

/** Returns whether a person can be known by an address. */
export const isAddress = (email: string): boolean => email.length <= 200 && /^[^\s@:]+@[^\s@:]+$/.test(email);

/** A key that tells nothing of what it is made of. */
export const hashOf = (...parts: readonly string[]): string =>
  createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, 32);

const daysAtOnce = 31;

/** The units of a conversation whose records are sorted by day: a month each. */
export function unitsOf(placeKey: string, days: readonly string[]): FoundUnit[] {
  const units: FoundUnit[] = [];
  for (let at = 0; at < days.length; at += daysAtOnce)
    units.push({ placeKeys: [placeKey], paths: days.slice(at, at + daysAtOnce) });
  return [...units, { placeKeys: [placeKey], paths: [] }];
}
