import { expect, test } from "vitest";
import { shareText } from "./share-text.ts";

const thing = { kind: "question", title: "Who [really] feeds\nthe cat?", path: "/q/1", isPrivate: false };

test("a shared thing is its escaped title as a link, below the note", () => {
  expect(shareText(thing, "", "https://a.example")).toBe(
    "[Who \\[really\\] feeds the cat?](https://a.example/q/1)",
  );
  expect(shareText(thing, " Anyone? ", "https://a.example")).toMatch(/^Anyone\?\n\n\[Who/);
});

test("a private thing is shared without its title", () => {
  const text = shareText({ ...thing, isPrivate: true }, "", "https://a.example");
  expect(text).toBe("[A private question](https://a.example/q/1)");
});
