import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { createPerson, type TestPerson } from "../../../test/factories.ts";
import { serverForFile } from "../../../test/for-file.ts";
import { createMover, type Mover } from "../../../test/mover.ts";
import { trelloBoard, trelloId } from "../../../test/trello-board.ts";
import { openDiskStorage } from "../../platform/files/disk-storage.ts";
import { createLog } from "../../platform/log/log.ts";
import { workByOperator } from "./by-operator.ts";

const server = serverForFile();
let admin: Mover;
let greta: TestPerson;

beforeAll(async () => {
  greta = await createPerson(server.db, { name: "Greta", email: "greta@tasks.test", roles: ["admin"] });
  admin = createMover(await server.signIn(greta));
});

describe("a turn at an import", () => {
  test("writes a batch even if its time is over, and reads the file on from there in the next turn", async () => {
    const one = trelloBoard("Turns");
    for (let number = 0; number < 450; number += 1) {
      const card = one.card(`Turn ${number}`);
      if (number % 3 === 0) one.comment(card, `Said ${number}`);
      if (number % 50 === 0)
        one.checklist(card, "Steps", [{ id: trelloId(), name: "A step", state: "incomplete" }]);
    }
    const id = await admin.planFile("trello", "board.json", one.json());
    const files = await openDiskStorage(server.filesFolder);
    let readings = 0;
    const counting = {
      ...files,
      read: (...place: Parameters<typeof files.read>) => {
        readings += 1;
        return files.read(...place);
      },
    };
    const work = (wanted: "try" | "run") =>
      workByOperator(
        { db: server.db, files: counting, log: createLog("silent"), turnMs: 0 },
        { importId: id, work: wanted, email: greta.email },
        { signal: new AbortController().signal, onProgress: () => undefined },
      );
    const { tried } = await work("try");
    expect(tried).toMatchObject({ tasks: 450, comments: 150, subtasks: 9 });
    const { state, made } = await work("run");
    expect([state, made]).toEqual(["done", tried]);
    // The file has one part, which each of the two has opened once.
    expect(readings).toBe(2);
    const { rows } = await sql<{ number: number }>`SELECT count(*) AS number FROM tasks`.execute(server.db);
    expect(rows[0]?.number).toBe(459);
    expect((await admin.lines(id)).map(({ kind }) => kind)).not.toContain("difference");
  });
});
