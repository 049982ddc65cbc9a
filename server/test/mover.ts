import { importPartBytes } from "@atoll/contract/imports/limits";
import { importsRoutes as routes } from "@atoll/contract/imports/routes";
import type { Import, ImportSource, ImportState, ImportWork } from "@atoll/contract/imports/schemas";
import type { TaskStatus } from "@atoll/contract/tasks/limits";
import { uuidv7 } from "uuidv7";
import { vi } from "vitest";
import type { SignedIn } from "./harness.ts";
import { type SlackWorkspace, writeSlackExport } from "./slack-export.ts";

/** An administrator who imports. */
export function createMover({ client }: Pick<SignedIn, "client">) {
  const of = (importId: string) => ({ params: { importId } });
  const get = async (id: string) => (await client.call(routes.getImport, of(id))).import;

  async function until(id: string, ...states: ImportState[]): Promise<Import> {
    let last: Import | undefined;
    await vi.waitFor(
      async () => {
        last = await get(id);
        if (!states.includes(last.state)) throw new Error(`${last.state}: ${last.failure}`);
      },
      { timeout: 60_000, interval: 150 },
    );
    return last as Import;
  }

  const sendPart = (id: string, bytes: Buffer, start: number) =>
    client.send("POST", `/api/data-imports/${id}/parts/${start}`, {
      raw: Uint8Array.from(bytes.subarray(start, start + importPartBytes)),
      headers: { "content-type": "application/octet-stream" },
    });

  const start = (id: string, sizeBytes: number, source: ImportSource = "slack", name = "export.zip") =>
    client.call(routes.startImport, { body: { id, source, name, sizeBytes } });

  async function upload(bytes: Buffer, source?: ImportSource, name?: string): Promise<string> {
    const id = uuidv7();
    await start(id, bytes.length, source, name);
    for (let from = 0; from < bytes.length; from += importPartBytes) {
      const { status, body } = await sendPart(id, bytes, from);
      if (status !== 200) throw new Error(`part ${from}: ${status} ${JSON.stringify(body)}`);
    }
    return id;
  }

  const work = async (id: string, wanted: ImportWork) =>
    (await client.call(routes.setImportWork, { ...of(id), body: { work: wanted } })).import;

  return {
    of,
    get,
    until,
    start,
    sendPart,
    upload,
    work,
    /** The things that keep an import from being undone. */
    builtOn: (id: string) => client.call(routes.listImportBuiltOn, of(id)),
    /** Uploads an export and waits for its plan. */
    plan: async (workspace: SlackWorkspace) => {
      const id = await upload(await writeSlackExport(workspace));
      await until(id, "planned");
      return id;
    },
    /** Uploads a file of another product and waits for its plan. */
    planFile: async (source: ImportSource, name: string, content: string | Buffer) => {
      const id = await upload(Buffer.from(content), source, name);
      await until(id, "planned");
      return id;
    },
    run: async (id: string) => {
      await work(id, "run");
      return until(id, "done");
    },
    try: async (id: string) => {
      await work(id, "try");
      return until(id, "planned", "paused");
    },
    undo: async (id: string) => {
      await work(id, "undo");
      return until(id, "undone");
    },
    people: async (id: string) =>
      (await client.call(routes.listImportPeople, { ...of(id), query: { limit: 100 } })).items,
    places: async (id: string) =>
      (await client.call(routes.listImportPlaces, { ...of(id), query: { limit: 100 } })).items,
    lines: async (id: string) =>
      (await client.call(routes.listImportLines, { ...of(id), query: { limit: 100 } })).items,
    report: async (id: string) => (await client.call(routes.exportImportReport, of(id))).csv,
    refusedWork: async (id: string, wanted: ImportWork) =>
      (await client.refused(routes.setImportWork, { ...of(id), body: { work: wanted } })).body.error.code,
    choosePerson: (id: string, key: string, personId: string | null) =>
      client.call(routes.chooseImportPerson, { ...of(id), body: { key, personId } }),
    choosePlace: (id: string, key: string, outcome: "new" | "merge" | "skip", newName?: string) =>
      client.call(routes.chooseImportPlace, { ...of(id), body: { key, outcome, newName } }),
    /** Chooses who reads the pages of a space, and which article they go below. */
    placePages: (
      id: string,
      key: string,
      choice: { departmentId?: string | null; isOpen?: boolean; articleId?: string | null },
    ) => client.call(routes.chooseImportPlace, { ...of(id), body: { key, outcome: "new", ...choice } }),
    /** Chooses the department of a board, or the status of a list. */
    placeTasks: (id: string, key: string, choice: { departmentId?: string | null; status?: TaskStatus }) =>
      client.call(routes.chooseImportPlace, { ...of(id), body: { key, outcome: "new", ...choice } }),
  };
}

export type Mover = ReturnType<typeof createMover>;
