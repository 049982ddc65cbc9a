import { describe, expect, test } from "vitest";
import { fetchPage, placeByName } from "./page.ts";

const names = ["Ada", "Ada", "Ben", "Zoë 👩‍🚀", "\u{10ffff}"];
const rows = names.map((name, index) => ({ name, id: `00000000-0000-7000-8000-00000000000${index}` }));

/** As a query does it, over the rows that are there. */
function take(query: { cursor?: string | undefined; limit: number }, there = rows) {
  return fetchPage(
    query,
    placeByName,
    async (after, count) => there.filter(({ id }) => !after || id > after[1]).slice(0, count),
    (row) => [row.name, row.id],
  );
}

test("pages follow each other to the end of the list, and say where that is", async () => {
  const sizes: number[] = [];
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await take({ cursor, limit: 2 });
    sizes.push(page.rows.length);
    seen.push(...page.rows.map(({ name }) => name));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  expect([sizes, seen]).toEqual([[2, 2, 1], names]);
});

test("has no next page when a list ends with its page, or is empty", async () => {
  expect((await take({ limit: 5 })).nextCursor).toBeNull();
  expect(await take({ limit: 5 }, [])).toEqual({ rows: [], nextCursor: null });
});

test("keeps its place when rows before the cursor, or the cursor's own row, have since been deleted", async () => {
  const { nextCursor } = await take({ limit: 2 });
  const page = await take({ cursor: nextCursor ?? "", limit: 2 }, rows.slice(2));
  expect(page.rows.map(({ name }) => name)).toEqual(names.slice(2, 4));
});

describe("a cursor that no page gave", () => {
  const id = rows[0]?.id;
  test.each([
    ["nothing", ""],
    ["no JSON", encode("yesterday")],
    ["another list's", encode("[12]")],
    ["too much", encode(JSON.stringify(["Ada", id, 1]))],
    ["an object", encode("{}")],
    ["deep", encode("[".repeat(700))],
    ["NUL", encode(JSON.stringify(["A\0", id]))],
    ["half a character", encode(JSON.stringify(["\ud800", id]))],
  ])("%s is no valid request", async (_what, cursor) => {
    await expect(take({ cursor, limit: 2 })).rejects.toMatchObject({ code: "invalid_request" });
  });
});

function encode(text: string): string {
  return Buffer.from(text).toString("base64url");
}
