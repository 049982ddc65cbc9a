// @vitest-environment jsdom
import { expect, it } from "vitest";
import { measured } from "../../../../test/processor-ms.ts";
import { correctionOf, correctionOfBare } from "./safe-link.ts";

const evil = "https://evil.example/";

it("keeps a link text that hides nothing", () => {
  for (const [text, href] of [
    ["the handbook", evil],
    ["Version 3.5, e.g. for the U.S.", evil],
    ["❤️ from 👩‍💻", evil],
    ["https://evil.example/", evil],
    ["evil.example", evil],
    ["WWW.Evil.Example", evil],
    ["ｅｖｉｌ.example", evil],
    ["example.com", "https://docs.example.com/a"],
    ["ruth@example.com", "mailto:ruth@example.com"],
    ["write to Ruth", "mailto:ruth@example.com"],
  ] as const)
    expect([text, correctionOf(text, href)]).toEqual([text, null]);
});

it("replaces a link text that is a different address", () => {
  for (const text of [
    "https://bank.example",
    "see https://bank.example/login now",
    "ht\u200btps://bank\u00ad.example",
    "ｈｔｔｐｓ://bank.example",
    "https://evil.example.bank.example/",
    "mailto:ruth@bank.example",
    "\u202eelpmaxe.knab//:sptth",
    "",
    "\u200b ",
    "\u2067https://evil.example/\u2069",
  ])
    expect([text, correctionOf(text, evil)]).toEqual([text, { kind: "instead", text: evil }]);
});

it("adds the host after a misleading link text", () => {
  for (const text of [
    "bank.example",
    "log in at bank.example/login",
    "bank\u200b.example",
    "bank。example",
    "bank\u2024example",
    "b\u0430nk.example",
    "192.168.0.1",
    "ruth@bank.example",
    "notevil.example",
  ])
    expect([text, correctionOf(text, evil)]).toEqual([text, { kind: "behind", text: "evil.example" }]);
  expect(correctionOf("ruth@bank.example", "mailto:eve@evil.example")).toEqual({
    kind: "behind",
    text: "eve@evil.example",
  });
});

it("shows the real host of lookalike letters and of user info before an @", () => {
  const lookAlike = new URL("https://b\u0430nk.example/").href;
  const shown = { kind: "behind", text: "xn--bnk-6cd.example" };
  expect(correctionOf("our bank", lookAlike)).toEqual(shown);
  expect(correctionOfBare("https://b\u0430nk.example/", lookAlike)).toEqual(shown);
  const disguised = "https://bank.example@evil.example/";
  expect(correctionOfBare(disguised, disguised)).toEqual({ kind: "behind", text: "evil.example" });
  expect(correctionOfBare("https://evil.example/\u200bx", "https://evil.example/%E2%80%8Bx")).toEqual({
    kind: "instead",
    text: "https://evil.example/%E2%80%8Bx",
  });
  expect(correctionOfBare("https://evil.example/a_b?c", "https://evil.example/a_b?c")).toBeNull();
});

it("is fast for any text", () => {
  const hardest = [
    "a".repeat(8000),
    "a.".repeat(4000),
    ".".repeat(8000),
    "\ufdfa".repeat(8000),
    "a@".repeat(4000),
  ];
  expect(measured(() => hardest.map((text) => correctionOfBare(text, evil))).processorMs).toBeLessThan(500);
});
