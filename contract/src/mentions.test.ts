import fc from "fast-check";
import { expect, test } from "vitest";
import { messageMaxLength } from "./chat/limits.ts";
import { newMessageSchema } from "./chat/message-schemas.ts";
import { callsByName, findCallOfAll, findName, hasLink, withoutCode } from "./mentions.ts";
import { emojiSchema } from "./text/emoji-schema.ts";

const name = fc.oneof(
  fc.constantFrom(
    "Ana",
    "Ana Lima",
    "İnci Ünal",
    "O'Neil (QA)",
    "a.*b",
    "李雷",
    "ß",
    "[x](y)",
    "@",
    "_",
    "$&",
  ),
  fc.string({ unit: "binary", minLength: 1, maxLength: 12 }),
);
const piece = fc.oneof(
  name,
  name.map((one) => `@${one}`),
  fc.constantFrom("@channel", "@here", "@channels", "x@here", "`", "```", "\n", " ", ".", "_", "@@", "é"),
  fc.string({ unit: "binary", maxLength: 8 }),
);
const text = fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join(""));

test("blanks out code in place, for any text", () => {
  fc.assert(
    fc.property(text, (content) => {
      const blanked = withoutCode(content);
      expect(blanked).toHaveLength(content.length);
      const isKept = (unit: string, at: number) => blanked[at] === unit || blanked[at] === " ";
      expect(content.split("").every(isKept)).toBe(true);
      // Nothing comes to light that was hidden.
      const again = withoutCode(blanked);
      expect(blanked.split("").every((unit, at) => again[at] === unit || again[at] === " ")).toBe(true);
    }),
    { numRuns: 5_000 },
  );
});

test("finds a mention where a name follows an @ as a word of its own, in any case", () => {
  fc.assert(
    fc.property(text, name, fc.nat(40), (content, wanted, from) => {
      const at = findName(content, wanted, from);
      if (at < 0) return;
      expect(at).toBeGreaterThanOrEqual(from);
      expect(content[at]).toBe("@");
      const said = content.slice(at + 1, at + 1 + wanted.length);
      expect(said).toHaveLength(wanted.length);
      expect(said.toLowerCase()).toBe(wanted.toLowerCase());
      expect(content[at - 1] ?? " ").not.toMatch(/[\w@]/);
      expect(content[at + 1 + wanted.length] ?? " ").not.toMatch(/\w/);
    }),
    { numRuns: 5_000 },
  );
});

test("finds mentions between spaces, and none inside code", () => {
  const ordinary = fc.stringMatching(/^[A-Za-zÀ-žİß][A-Za-zÀ-ž .'-]{0,20}$/u).map((one) => one.trimEnd());
  fc.assert(
    fc.property(ordinary, fc.stringMatching(/^[a-z ]{0,20}$/), (wanted, around) => {
      expect(callsByName(`${around} @${wanted} ${around}`, wanted)).toBe(true);
      expect(callsByName(`${around} \`@${wanted} @channel\` ${around}`, wanted)).toBe(false);
      expect(findCallOfAll(`${around} \`\`\`\n@channel @${wanted}`)).toBe(null);
      expect(findCallOfAll(`${around} @here @channel`)).toBe("channel");
    }),
    { numRuns: 2_000 },
  );
});

test("reads texts of the longest length that are hard to read", () => {
  const hard = ["`", "```", "@", "@a", "@channelx", "https://", "İ@", "\n`"];
  for (const part of hard) {
    const content = part.repeat(Math.ceil(messageMaxLength / part.length));
    expect(withoutCode(content)).toHaveLength(content.length);
    expect(findCallOfAll(content)).toBeNull();
    expect(hasLink(content)).toBe(part === "https://");
    expect(callsByName(content, "a")).toBe(part === "@a");
  }
});

test("accepts or refuses a new message of any shape, without an exception", () => {
  const anything = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.anything());
  const body = fc.record(
    {
      id: fc.oneof(fc.uuid(), anything),
      content: fc.oneof(text, anything),
      parentId: anything,
      mentionIds: anything,
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.oneof(body, anything), (given) => {
      const parsed = newMessageSchema.safeParse(given);
      if (!parsed.success) return;
      const { content, attachmentIds } = parsed.data;
      expect(content !== "" || attachmentIds.length > 0).toBe(true);
      expect(content).toBe(content.trim());
      expect(content.isWellFormed()).toBe(true);
      expect([...content].length).toBeLessThanOrEqual(messageMaxLength);
    }),
    { numRuns: 5_000 },
  );
});

test("an emoji is short and contains no markup characters", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: "binary", maxLength: 40 }), text), (given) => {
      if (!emojiSchema.safeParse(given).success) return;
      expect(given.length).toBeLessThanOrEqual(32);
      expect(given).not.toMatch(/[<>&"'`\\/\s\p{L}\p{Cc}]/u);
    }),
    { numRuns: 5_000 },
  );
});

test("finds no mention in a quotation", () => {
  const quote = "> **Ruth**\n> @channel, and @Ana too\n\n";
  expect(findCallOfAll(quote)).toBeNull();
  expect(callsByName(quote, "Ana")).toBe(false);
  expect(findCallOfAll(`${quote}Yes @here`)).toBe("here");
  expect(callsByName(`${quote}Yes @Ana`, "Ana")).toBe(true);
  expect(callsByName("4 > 3, @Ana", "Ana")).toBe(true);
});
