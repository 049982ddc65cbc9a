import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { fullTest } from "../../../../contract/test/full-check.ts";
import { createPerson } from "../../../test/factories.ts";
import { sharedServer } from "../../../test/for-file.ts";
import { createMover } from "../../../test/mover.ts";
import { runOperatorCommand, startOperatorCommand } from "../../../test/operator-command.ts";
import { trelloBoard } from "../../../test/trello-board.ts";

const server = sharedServer();

test("an operator plans, tries, runs, reports and undoes an import, while the server runs", async () => {
  const person = await createPerson(server.db, {
    name: "Greta",
    email: "greta@moving.test",
    roles: ["admin"],
  });
  await createPerson(server.db, { name: "Una", email: "una@moving.test" });
  const run = (...args: string[]) =>
    runOperatorCommand(
      "import",
      { DATABASE_URL: server.databaseUrl, ATOLL_FILES_FOLDER: server.filesFolder },
      ...args,
    );
  const one = trelloBoard("By operator");
  one.card("From the disk");
  const folder = await mkdtemp(join(tmpdir(), "atoll-import-"));
  const file = join(folder, "board.json");
  await writeFile(file, one.json());
  const refused = await run("--file", file, "--source", "trello", "--as", "una@moving.test");
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining("may run imports") });
  expect((await run("--file", file)).output).toContain("Use: npm run import");

  const planned = await run("--file", file, "--source", "trello", "--as", "greta@moving.test");
  expect(planned.output).toContain("Nothing has been written.");
  const id = /--run (\S{36})/.exec(planned.output)?.[1] ?? "";
  const admin = createMover(await server.signIn(person));
  expect(await admin.get(id)).toMatchObject({ state: "planned", tried: { tasks: 1 } });
  expect(await run("--run", id, "--as", "greta@moving.test")).toMatchObject({
    ...{ code: 0, output: expect.stringContaining("Imported: ") },
  });
  expect((await admin.get(id)).made).toMatchObject({ tasks: 1 });
  expect((await run("--report", id)).output).toContain("Ideas");
  expect((await run("--undo", id, "--as", "greta@moving.test")).code).toBe(0);
  expect((await admin.get(id)).state).toBe("undone");
});

fullTest("a run that a signal stops goes on when the same command is given again", async () => {
  const person = await createPerson(server.db, { email: "hanna@moving.test", roles: ["admin"] });
  const admin = createMover(await server.signIn(person));
  const one = trelloBoard("Stopped");
  for (let number = 0; number < 1_500; number += 1) one.card(`Stopped ${number}`);
  const id = await admin.planFile("trello", "board.json", one.json());
  const command = () =>
    startOperatorCommand(
      "import",
      { DATABASE_URL: server.databaseUrl, ATOLL_FILES_FOLDER: server.filesFolder },
      ...["--run", id, "--as", "hanna@moving.test"],
    );
  const first = command();
  await vi.waitFor(async () => expect((await admin.get(id)).made.tasks ?? 0).toBeGreaterThan(0), {
    timeout: 60_000,
    interval: 20,
  });
  first.child.kill("SIGTERM");
  expect(await first.ended).toMatchObject({
    ...{ code: 1, output: expect.stringContaining("Run the same command again") },
  });
  expect((await admin.get(id)).state).toBe("running");
  expect(await command().ended).toMatchObject({ code: 0 });
  expect(await admin.get(id)).toMatchObject({ state: "done", made: { tasks: 1_500 } });
  const tasks = await server.db
    .selectFrom("tasks")
    .select("id")
    .where("title", "like", "Stopped %")
    .execute();
  expect(tasks).toHaveLength(1_500);
});
