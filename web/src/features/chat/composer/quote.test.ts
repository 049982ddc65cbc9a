import { expect, it } from "vitest";
import { ruth } from "../../../../test/chat/objects.ts";
import { withQuote } from "./quote.ts";

it("quotes a message after the text, without unclosed code or formatting", () => {
  expect(withQuote("", { author: ruth, content: "One\n\n- two" })).toBe(
    "> **Ruth Adeyemi**\n> One\n>\n> - two\n\n",
  );
  expect(withQuote("Before  \n", { author: ruth, content: "x" })).toBe(
    "Before\n\n> **Ruth Adeyemi**\n> x\n\n",
  );
  expect(withQuote("", { author: { ...ruth, name: "*_R_*" }, content: "x" })).toContain(
    "> **\\*\\_R\\_\\***",
  );
  const long = withQuote("", { author: ruth, content: `\`\`\`\n${"😀".repeat(2000)}\n\`\`\`` });
  expect([...long].length).toBeLessThan(1100);
  expect(long).toMatch(/…\n> ```\n\n$/);
  expect(long.isWellFormed()).toBe(true);
});
