import { expect, test } from "vitest";
import { createOnce, hashSent, type Sent } from "./create-once.ts";

interface Row extends Sent {
  title: string;
}

test("answers a repeated request again, and refuses other content with the same ID", async () => {
  let there: Row | undefined;
  const send = (byId: string, title: string) => {
    const sent = { byId, hash: hashSent(title, null) };
    return createOnce<Row>(sent, {
      insert: async () => {
        if (there) return false;
        there = { ...sent, title };
        return true;
      },
      find: async () => there,
      sentOf: (row) => row,
      taken: "task_id_taken",
    });
  };
  expect(await send("ana", "Moor the boat")).toMatchObject({ isNew: true, row: { title: "Moor the boat" } });
  // It may be another by now: what counts is what was sent.
  if (there) there.title = "Renamed since";
  expect(await send("ana", "Moor the boat")).toMatchObject({ isNew: false, row: { title: "Renamed since" } });
  await expect(send("ana", "Moor the boats")).rejects.toMatchObject({ code: "task_id_taken", status: 409 });
  await expect(send("ben", "Moor the boat")).rejects.toMatchObject({ code: "task_id_taken" });
});

test("distinguishes parts whose texts join to the same string", () => {
  const texts = [hashSent("a", "b"), hashSent("ab", ""), hashSent("a", null), hashSent(["a", "b"])];
  expect(new Set(texts.map((hash) => hash.toString("hex"))).size).toBe(4);
});
