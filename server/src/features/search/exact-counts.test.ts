import { chatRoutes } from "@atoll/contract/chat/routes";
import { commentRoutes } from "@atoll/contract/comments/routes";
import { maxCountedHits } from "@atoll/contract/search/limits";
import { searchRoutes } from "@atoll/contract/search/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { expect, test } from "vitest";
import { createChannel } from "../../../test/factories.ts";
import { sharedServer } from "../../../test/for-file.ts";
import { createWorkers } from "../../../test/tasks.ts";

const server = sharedServer();

/** More matches that the viewer may not read. */
const ofOthers = 1_200;

test("matches are counted exactly up to a thousand, only readable ones, and beyond that as more", async () => {
  const [ana, ben] = await createWorkers(server, {
    "Ana Reef": { departments: ["Backend"] },
    "Ben Sand": { departments: ["Marketing"] },
  });
  const [open, closed] = [await ana!.create(), await ben!.create()];
  const channel = await createChannel(server.db, { name: "deck", members: [ana!.user, ben!.user] });
  const other = await createChannel(server.db, { name: "hold", members: [ben!.user] });
  const numbers = (count: number) => sql`generate_series(1, ${sql.lit(count)}) AS n`;
  for (const [count, department, rank] of [
    [maxCountedHits, "Backend", "d"],
    [ofOthers, "Marketing", "e0"],
  ] as const)
    await sql`INSERT INTO tasks (id, title, rank, department_id, created_by, sent_hash)
      SELECT gen_random_uuid(), 'Marline ' || n, ${rank} || lpad(n::text, 4, '0'),
        (SELECT id FROM departments WHERE name = ${department}), ${ben!.id}, ''
      FROM ${numbers(count)}`.execute(server.db);
  for (const [count, task] of [
    [maxCountedHits, open],
    [ofOthers, closed],
  ] as const)
    await sql`INSERT INTO comments (id, subject_kind, subject_id, author_id, content, sent_hash)
      SELECT gen_random_uuid(), 'task', ${task.id}, ${ben!.id}, 'Marline of ' || n, '' FROM ${numbers(count)}`.execute(
      server.db,
    );
  for (const [count, { id }] of [
    [maxCountedHits, channel],
    [ofOthers, other],
  ] as const) {
    await sql`INSERT INTO messages (id, channel_id, seq, changed_seq, author_id, content, sent_hash)
      SELECT gen_random_uuid(), ${id}, n, n, ${ben!.id}, 'marline no. ' || n, '' FROM ${numbers(count)}`.execute(
      server.db,
    );
    await sql`UPDATE channels SET head = ${count} WHERE id = ${id}`.execute(server.db);
  }

  const kinds = ["message", "task", "comment"] as const;
  const search = async () => {
    const answer = await ana!.client.call(searchRoutes.searchEverywhere, {
      query: { query: "marline", limit: 1 },
    });
    return { ...answer, counts: answer.counts.filter(({ count }) => count > 0) };
  };
  const exact = kinds.map((kind) => ({ kind, count: maxCountedHits, isMore: false }));
  expect(await search()).toMatchObject({ counts: exact, total: { count: maxCountedHits, isMore: true } });

  await ana!.create({ title: "One more marline" });
  await ana!.client.call(commentRoutes.postComment, {
    params: { kind: "task", subjectId: open.id },
    body: { id: uuidv7(), content: "one more marline" },
  });
  await ana!.client.call(chatRoutes.postMessage, {
    params: { channelId: channel.id },
    body: { id: uuidv7(), content: "one more marline" },
  });
  expect((await search()).counts).toEqual(exact.map((one) => ({ ...one, isMore: true })));
});
