import { chatRoutes } from "@atoll/contract/chat/routes";
import fc from "fast-check";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, expect, test } from "vitest";
import { createChannel, createPerson } from "../../../../test/factories.ts";
import { sharedServer } from "../../../../test/for-file.ts";
import type { SignedIn } from "../../../../test/harness.ts";
import { fold } from "../../../platform/search/fold.ts";

// Every strategy of a search, by index or by scan, must find the same as checking each message.

const server = sharedServer();
let ana: SignedIn;
let written: { id: string; content: string; at: number; isReadable: boolean }[];

const messageCount = 1_500;
const word = fc.oneof(
  fc.stringMatching(/^[a-d]{1,7}$/),
  fc.stringMatching(/^[a-d]{40,90}$/),
  fc.stringMatching(/^[あ会議東京]{1,5}$/u),
  fc.constantFrom("Ébène", "c++", "a->b", "x.y", "🚀", "tide", "TIDES", "42", "(tide)", "🚀🚀", "d…e"),
);
const text = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(" "));

beforeAll(async () => {
  ana = await server.signIn(await createPerson(server.db, { name: "Ana" }));
  const ben = await createPerson(server.db, { name: "Ben" });
  const channels = [
    await createChannel(server.db, { members: [ana.user, ben] }),
    await createChannel(server.db, { members: [ana.user, ben] }),
    await createChannel(server.db, { members: [ben] }),
  ];
  written = fc.sample(text, { numRuns: messageCount, seed: 7 }).map((content, index) => ({
    id: uuidv7(),
    content,
    at: 1_700_000_000_000 + index * 1000,
    isReadable: index % 3 !== 2,
  }));
  for (const [place, channel] of channels.entries()) {
    const own = written.filter((_, index) => index % 3 === place);
    await sql`INSERT INTO messages (id, channel_id, seq, changed_seq, author_id, content, sent_hash, created_at)
      SELECT id, ${channel.id}, n, n, ${ben.id}, content, '', to_timestamp(at / 1000.0)
      FROM unnest(${own.map(({ id }) => id)}::uuid[], ${own.map(({ content }) => content)}::text[],
        ${own.map(({ at }) => at)}::bigint[]) WITH ORDINALITY AS u (id, content, at, n)`.execute(server.db);
  }
});

/** Generates a part of an existing text, or another one. */
const term = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(fc.nat(messageCount - 1), fc.nat(), fc.integer({ min: 1, max: 40 })) },
  { weight: 1, arbitrary: word },
);

test.each([
  ["few messages in reach", 700],
  ["some messages in reach", 1_200],
  ["many messages in reach", 90_000],
])("finds what is there: %s", async (_reach, head) => {
  await sql`UPDATE channels SET head = ${head}`.execute(server.db);
  await fc.assert(
    fc.asyncProperty(fc.array(term, { minLength: 1, maxLength: 3 }), fc.boolean(), async (terms, isMinus) => {
      const wanted = terms
        .map((one) => (typeof one === "string" ? one : cut(...one)))
        .map((one) => one.replace(/["“”]/g, "").trim())
        .filter((one) => one !== "");
      fc.pre(wanted.length > 0 && wanted.join().length < 180);
      const excluded = isMinus && wanted.length > 1 ? wanted.slice(1) : [];
      const included = isMinus && wanted.length > 1 ? wanted.slice(0, 1) : wanted;
      const query = [...included.map((one) => `"${one}"`), ...excluded.map((one) => `-"${one}"`)].join(" ");

      const expected = written
        .filter(({ isReadable, content }) => {
          const folded = fold(content);
          const holds = (one: string) => folded.includes(fold(one));
          return isReadable && included.every(holds) && !excluded.some(holds);
        })
        .map(({ id }) => id)
        .reverse();
      const {
        items: hits,
        nextCursor,
        corrected,
      } = await ana.client.call(chatRoutes.searchMessages, {
        query: { query, limit: 50 },
      });
      if (corrected === null) {
        expect(hits.map(({ message }) => message.id)).toEqual(expected.slice(0, 50));
        expect(nextCursor !== null).toBe(expected.length > 50);
      } else expect(expected).toEqual([]);
      for (const { message, words } of hits) {
        if (!message.deleted)
          for (const found of words) expect(message.content.toLowerCase()).toContain(found);
        expect(words).not.toEqual([]);
      }
    }),
    { numRuns: 75, seed: 11 },
  );
});

function cut(index: number, from: number, length: number): string {
  const characters = [...(written[index]?.content ?? "")];
  const start = from % characters.length;
  return characters.slice(start, start + length).join("");
}
