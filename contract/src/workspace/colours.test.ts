import { describe, expect, test } from "vitest";
import { companyStyle, companyTokens, contrastOf, mixed } from "./colours.ts";

const surfaces = {
  tropical: ["#f2ebde", "#fcfaf6", "#ffffff", "#f6f1e8", "#f3ede2", "#e9e1d1"],
  dark: ["#05121a", "#0a1a23", "#10242e", "#07151d", "#142c37", "#1b3743"],
} as const;
const steps = ["00", "33", "66", "99", "cc", "ff"];
const colours = steps.flatMap((r) => steps.flatMap((g) => steps.map((b) => `#${r}${g}${b}`)));

describe("a company's colour", () => {
  test("is readable in both themes, for any choice", () => {
    const unread: string[] = [];
    for (const colour of colours) {
      for (const [theme, t] of Object.entries(companyTokens(colour))) {
        const grounds = surfaces[theme as keyof typeof surfaces];
        const pairs: [string, string, string, number][] = [
          ...(["primary", "primary-hover", "primary-active"] as const).map(
            (name): [string, string, string, number] => [name, t["primary-contrast"], t[name], 4.5],
          ),
          ...[
            ...grounds,
            t["surface-selected"],
            t["primary-soft"],
            mixed(t.primary, 0.2, t["primary-soft"]),
          ].map((ground): [string, string, string, number] => [
            "primary-text",
            t["primary-text"],
            ground,
            4.5,
          ]),
          ...grounds.map((ground): [string, string, string, number] => ["ring", t.ring, ground, 3]),
          ...grounds.map((ground): [string, string, string, number] => ["primary", t.primary, ground, 3]),
        ];
        for (const [name, one, other, least] of pairs)
          if (contrastOf(one, other) < least)
            unread.push(`${colour} ${theme} ${name} on ${other}: ${contrastOf(one, other).toFixed(2)}`);
      }
    }
    expect(unread).toEqual([]);
  });

  test("stays as it is where it can be read already", () => {
    expect(companyTokens("#0a7470").tropical.primary).toBe("#0a7470");
  });

  test("becomes style rules for both themes, and none without a colour", () => {
    expect(companyStyle("#aa3355")).toMatch(
      /^\[data-theme="tropical"\]\{--primary:#[0-9a-f]{6};.*\}\[data-theme="dark"\]\{--primary:#[0-9a-f]{6};.*\}$/,
    );
    expect(companyStyle(null)).toBe("");
  });
});
