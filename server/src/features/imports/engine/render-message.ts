import { maxReactionKinds, messageMaxLength } from "@atoll/contract/chat/schemas";
import type { Mention } from "@atoll/contract/mentions";
import { maxMentions } from "@atoll/contract/text/max-mentions";
import { hasVisibleText } from "@atoll/contract/text/visible-text";
import type { ImportedFile, ImportedMessage, ReadyMessage } from "../../chat/public.ts";
import { type Ground, skip } from "./ground.ts";

/** Files of messages: the ID in Atoll, or the reason why there is none. */
export type StoredFiles = ReadonlyMap<ImportedFile, { id: string } | { failed: string }>;

export interface Writing {
  ground: Ground;
  people: ReadonlyMap<string, { id: string; name: string }>;
  placeNames: ReadonlyMap<string, string>;
  stored: StoredFiles;
  ready: ReadyMessage[];
  /** The IDs of messages by key: of this batch, and those that were there. */
  ids: Map<string, string>;
  pinsLeft: number;
}

/** Writes the text with the names that people and channels have here, and a line for each file that is missing. */
export function render(
  { ground, people, placeNames, stored }: Writing,
  placeKey: string,
  message: ImportedMessage,
) {
  const mentions = new Map<string, Mention>();
  const words = message.text.map((part) => {
    if (typeof part === "string") return part;
    if ("place" in part) return placeNames.get(part.place) ?? "channel";
    const person = people.get(part.person);
    if (person && mentions.size < maxMentions) mentions.set(person.id, person);
    else if (person && !mentions.has(person.id)) skip(ground, placeKey, "mention_too_many");
    return person?.name ?? "someone";
  });
  const missing = message.files.flatMap((listed) => {
    const [{ name }, file] = [listed, stored.get(listed)];
    if (file && "id" in file) return [];
    skip(ground, placeKey, file ? "file_unkept" : "file_missing", file ? `${name}: ${file.failed}` : name);
    return [
      `📎 ${name.replace(/[\r\n]/g, " ")} (${file ? "the file could not be stored" : "the file is not in the export"})`,
    ];
  });
  const whole = [words.join("").trim(), ...missing].filter((line) => line !== "").join("\n");
  const text = whole.replaceAll("\0", "").toWellFormed();
  if (text !== whole) skip(ground, placeKey, "text_cleaned");
  const shown = hasVisibleText(text) || message.files.length > 0 || message.isDeleted ? text : "(no text)";
  return { text: shown, mentions: [...mentions.values()] };
}

export function reactionsOf({ ground, people }: Writing, placeKey: string, message: ImportedMessage) {
  const byEmoji = new Map<string, Set<string>>();
  for (const { emoji, people: keys } of message.reactions) {
    const ids = byEmoji.get(emoji) ?? new Set();
    for (const key of keys) {
      const person = people.get(key);
      if (person) ids.add(person.id);
    }
    byEmoji.set(emoji, ids);
  }
  const all = [...byEmoji]
    .map(([emoji, ids]) => ({ emoji, userIds: [...ids] }))
    .filter(({ userIds }) => userIds.length > 0);
  for (const { userIds } of all.slice(maxReactionKinds))
    for (const _each of userIds) skip(ground, placeKey, "reaction_too_many");
  return all.slice(0, maxReactionKinds);
}

/** Splits a text that is too long for one message between paragraphs, lines or words. */
export function splitText(text: string): string[] {
  const parts: string[] = [];
  let start = 0;
  // A character is one or two code units, so a part that has few enough of these is short enough.
  while (text.length - start > messageMaxLength) {
    const head = text.slice(start, start + messageMaxLength);
    const isTorn = /[\uD800-\uDBFF]$/.test(head);
    const marks = ["\n\n", "\n", " "].map((mark) => head.lastIndexOf(mark));
    const cut = marks.find((at) => at > messageMaxLength / 2) ?? head.length - (isTorn ? 1 : 0);
    parts.push(head.slice(0, cut).trimEnd());
    start += cut;
  }
  return [...parts, parts.length > 0 ? text.slice(start).trimStart() : text].filter(
    (part, index) => index === 0 || part !== "",
  );
}
