import fc from "fast-check";
import { expect, it } from "vitest";
import { splitMentions } from "./split-mentions.ts";

const ana = { id: "1", name: "Ana" };
const anaLima = { id: "2", name: "Ana Lima" };

it("matches the longer of two names, and whole words only", () => {
  const parts = splitMentions("@Ana Lima, @ana. @Anastasia", { mentions: [ana, anaLima], mentionsAll: null });
  expect(parts.filter(({ isCall }) => isCall)).toEqual([
    { at: 0, text: "@Ana Lima", isCall: true, personId: "2" },
    { at: 11, text: "@ana", isCall: true, personId: "1" },
  ]);
});

it("marks @everyone only if the message notifies everyone", () => {
  const text = "@channel @here mail@here";
  const call = (mentionsAll: "channel" | null) =>
    splitMentions(text, { mentions: [], mentionsAll }).filter(({ isCall }) => isCall);
  expect(call(null)).toEqual([]);
  expect(call("channel").map((part) => part.text)).toEqual(["@channel", "@here"]);
});

it("loses nothing of any text", () => {
  const word = fc.constantFrom("@Ana", "@Ana Lima", "@channel", " ", "x", "İ", "@", "\n");
  fc.assert(
    fc.property(fc.array(word, { maxLength: 60 }), (words) => {
      const text = words.join("");
      const parts = splitMentions(text, { mentions: [ana, anaLima], mentionsAll: "channel" });
      expect(parts.map((part) => part.text).join("")).toBe(text);
    }),
  );
});
