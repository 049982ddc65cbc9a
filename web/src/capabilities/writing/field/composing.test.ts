import { expect, it } from "vitest";
import { marisol, ruth, testId } from "../../../../test/chat/objects.ts";
import { findPeople } from "../../people/find-people.ts";
import { emojiOfName, findEmoji, loadEmojiNames } from "../emoji/emoji-names.ts";
import { calledIds } from "./called-ids.ts";
import { findEmojiName, findTrigger } from "./find-trigger.ts";

/** The caret stands at the bar. */
function triggerAt(marked: string) {
  const caret = marked.indexOf("|");
  const found = findTrigger(marked.replace("|", ""), caret);
  return found && `${found.kind} ${found.start} ${found.query}`;
}

it("finds a mention or emoji name only before the caret", () => {
  expect(triggerAt("@|")).toBe("mention 0 ");
  expect(triggerAt("Hi @ruth|, all")).toBe("mention 3 ruth");
  expect(triggerAt("(@Ruth Ade|)")).toBe("mention 1 Ruth Ade");
  expect(triggerAt("@Zoë|")).toBe("mention 0 Zoë");
  expect(triggerAt("Well :tad|")).toBe("emoji 5 tad");
  expect(triggerAt("@Ruth Adeyemi and :tad|")).toBe("emoji 18 tad");
  for (const nothing of [
    "ruth@pelican|",
    "@@ru|",
    "@ruth |",
    "@ru|th",
    "10:30|",
    "https://pel|",
    ":t|",
    "`@ru|",
    "`@ru|`",
    "```\n@ru|",
    "@one two three four five six|",
    "@ru\nth|",
  ]) {
    expect([nothing, triggerAt(nothing)]).toEqual([nothing, null]);
  }
});

it("knows an emoji by its name between colons, outside of code", async () => {
  const names = await loadEmojiNames();
  expect(findEmojiName("so :tada:", 9)).toEqual({ start: 3, name: "tada" });
  expect(findEmojiName("`:tada:", 7)).toBeNull();
  expect(findEmojiName("```\n:tada:", 10)).toBeNull();
  expect(findEmojiName("at 10:30:", 9)).toBeNull();
  expect([emojiOfName("tada"), emojiOfName("TADA"), emojiOfName("tad")]).toEqual(["🎉", "🎉", undefined]);
  expect(findEmoji(names, "tada", 3)[0]).toEqual({ emoji: "🎉", name: "tada" });
  expect(findEmoji(names, "thumbs", 3).map(({ name }) => name)).toEqual(["thumbsup", "thumbsdown"]);
});

it("finds people by words of their names, prefixes first, and typos only if requested", () => {
  const zoe = { ...ruth, id: testId(3), name: "Zoë Okonkwo-Adeyemi" };
  const people = [marisol, ruth, zoe];
  const names = (query: string) => findPeople(people, query, 8).map(({ name }) => name);
  expect(names("")).toHaveLength(3);
  expect(names("zoe")).toEqual(["Zoë Okonkwo-Adeyemi"]);
  expect(names("ADE")).toEqual(["Ruth Adeyemi", "Zoë Okonkwo-Adeyemi"]);
  expect(names("ruth ade")).toEqual(["Ruth Adeyemi"]);
  expect(names("eyemi")).toEqual(["Ruth Adeyemi", "Zoë Okonkwo-Adeyemi"]);
  expect(names("adeymi zoe")).toEqual(["Zoë Okonkwo-Adeyemi"]);
  expect(findPeople(people, "adeymi", 8, false)).toEqual([]);
});

it("mentions the longer of two names and the picked of two people, and nobody in code or quotes", () => {
  const [ana, anaLima, other] = [
    { id: testId(1), name: "Ana" },
    { id: testId(2), name: "Ana Lima" },
    { id: testId(3), name: "Ana Lima" },
  ];
  expect(calledIds("@ana lima and @Ana", [ana, anaLima])).toEqual([anaLima.id, ana.id]);
  expect(calledIds("@Ana Lima", [other, ana, anaLima])).toEqual([other.id]);
  expect(calledIds("`@Ana` ```\n@Ana\n```\n> @Ana", [ana])).toEqual([]);
  expect(calledIds("me@Ana @Anabel", [ana])).toEqual([]);
});

it("finds names between the letters of any script, and none inside a Latin word", () => {
  const lei = { id: testId(1), name: "李雷" };
  const ana = { id: testId(2), name: "Ana" };
  expect(calledIds("你好@李雷你好", [lei])).toEqual([lei.id]);
  expect(calledIds("请@Ana看一下", [ana])).toEqual([ana.id]);
  expect(calledIds("привет@Ana", [ana])).toEqual([ana.id]);
  expect(calledIds("me@Ana @Anabel @Anaя", [ana])).toEqual([]);
  for (const text of ["你好@李", "привет@An", "مرحبا@An", "สวัสดี@An"])
    expect(findTrigger(text, text.length)?.kind).toBe("mention");
  expect(findTrigger("你好@世界", 3)).toEqual({ kind: "mention", start: 2, query: "" });
  for (const text of ["mail@An", "é@An", "3@An"]) expect(findTrigger(text, text.length)).toBeNull();
});
