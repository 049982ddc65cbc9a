import { stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { chatRoutes } from "@atoll/contract/chat/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { afterAll, describe, expect, test } from "vitest";
import { linksOf, pngOf, startFileWorld } from "../../../test/file-world.ts";
import { upload } from "../../../test/upload.ts";
import { sweepFiles } from "./sweep-files.ts";

const { server, ana, everything, post } = await startFileWorld();
afterAll(() => server.close());

describe("sweeping", () => {
  test("deletes files unsent for a day and those of deleted messages, and no others", async () => {
    const content = await pngOf(800, 800);
    const [old, fresh, sent, deleted] = await Promise.all(
      ["old", "fresh", "sent", "deleted"].map((name) =>
        upload(server, ana, { name: `${name}.png`, content }),
      ),
    );
    await post(ana, [sent!]);
    const { message } = await post(ana, [deleted!]);
    await ana.client.call(chatRoutes.deleteMessage, { params: { messageId: message.id } });
    const ids = [old!.id, sent!.id];
    await sql`UPDATE files SET created_at = now() - interval '25 hours' WHERE id = ANY(${ids}::uuid[])`.execute(
      server.db,
    );
    const leftOver = join(server.filesFolder, "incoming", uuidv7());
    const young = await server.files.stage([Buffer.from("on its way")], { maxBytes: 100 });
    const stale = await server.files.stage([Buffer.from("left over")], { maxBytes: 100 });
    const longAgo = new Date(Date.now() - 48 * 3600_000);
    await utimes(stale.path, longAgo, longAgo);

    const swept = await sweepFiles(server);
    expect(swept).toBeGreaterThanOrEqual(2);
    expect(await linksOf(ana, old!.id, deleted!.id)).toEqual([]);
    expect((await linksOf(ana, fresh!.id, sent!.id)).map(({ id }) => id).toSorted()).toEqual(
      [fresh!.id, sent!.id].toSorted(),
    );
    const { files } = await everything();
    for (const { filename } of [old!, deleted!])
      expect(files.filter((path) => path.includes(filename))).toEqual([]);
    for (const { filename } of [fresh!, sent!])
      expect(files.filter((path) => path.includes(filename))).toHaveLength(2);
    await expect(stat(stale.path)).rejects.toThrow("ENOENT");
    await young.discard();
    expect(leftOver).not.toBe(young.path);
    expect(await sweepFiles(server)).toBe(0);
  });
});
