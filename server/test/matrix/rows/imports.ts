import { importsRoutes } from "@atoll/contract/imports/routes";
import { uuidv7 } from "uuidv7";
import { each, signedIn } from "../expectations.ts";
import { defineSlice } from "../slice.ts";
import { admins, only, superAdmins } from "./administration-targets.ts";

/** Only the administrator who uploaded a file adds to it. */
const uploader = signedIn("forbidden", { ...each(superAdmins, "import_not_found"), admin: "ok" });
/** The chosen colleague reads the private messages of the person, so only the owner of the file decides. */
const chooser = signedIn("forbidden", { admin: "ok" });
const missing = { importId: uuidv7() };

/** An import of a file that was read and waits for choices. Its parts were uploaded before. */
export const importSlice = defineSlice({
  name: "imports",
  routes: importsRoutes,
  eventNames: {},
  async furnish({ db, secrets, actors }) {
    const name = secrets.hide("the name of an uploaded file", [...admins, "auditor"]);
    const [importId, size] = [uuidv7(), 10];
    const row = { id: importId, source: "slack" as const, name, size_bytes: size, received_bytes: size };
    await db
      .insertInto("imports")
      .values({ ...row, state: "planned", created_by: actors.admin.id, sent_hash: Buffer.alloc(32) })
      .execute();
    const email = secrets.hide("the address of a person in an export", admins);
    await db
      .insertInto("import_people")
      .values({ import_id: importId, key: "U1", name: "Pia Paz", email })
      .execute();
    const place = { import_id: importId, key: "C1", position: 0, kind: "private" as const };
    const hidden = secrets.hide("the name of a private channel in an export", ["admin"]);
    await db
      .insertInto("import_places")
      .values({ ...place, name: hidden, new_name: hidden })
      .execute();
    const board = secrets.hide("the name of a board in an export", ["admin"]);
    await db
      .insertInto("import_places")
      .values({ ...place, key: "B1", position: 1, kind: "board", name: board, new_name: board })
      .execute();
    await db
      .insertInto("import_lines")
      .values({
        import_id: importId,
        phase: "reading",
        place_key: "C1",
        kind: "file_missing",
        detail: hidden,
      })
      .execute();
    return { importId };
  },
  rows: {
    listImports: { all: { request: () => ({ query: {} }), expect: only(admins) } },
    startImport: {
      new: {
        request: () => ({
          body: { id: uuidv7(), source: "slack" as const, name: "export.zip", sizeBytes: 5 },
        }),
        expect: only(admins),
      },
    },
    getImport: {
      "a plan": { request: ({ things }) => ({ params: things }), expect: only(admins) },
      missing: { request: () => ({ params: missing }), expect: only(admins, "import_not_found") },
    },
    uploadImportPart: {
      "a part that is there": {
        request: ({ things }) => ({ params: { ...things, start: 0 } }),
        expect: uploader,
      },
      missing: {
        request: () => ({ params: { ...missing, start: 0 } }),
        expect: only(admins, "import_not_found"),
      },
    },
    listImportPeople: {
      all: { request: ({ things }) => ({ params: things, query: {} }), expect: only(admins) },
      missing: { request: () => ({ params: missing, query: {} }), expect: only(admins, "import_not_found") },
    },
    chooseImportPerson: {
      nobody: {
        request: ({ things }) => ({ params: things, body: { key: "U1", personId: null } }),
        expect: chooser,
      },
      missing: {
        request: () => ({ params: missing, body: { key: "U1", personId: null } }),
        expect: only(admins, "import_not_found"),
      },
    },
    listImportPlaces: {
      all: { request: ({ things }) => ({ params: things, query: {} }), expect: only(admins) },
      missing: { request: () => ({ params: missing, query: {} }), expect: only(admins, "import_not_found") },
    },
    chooseImportPlace: {
      "left out": {
        request: ({ things }) => ({ params: things, body: { key: "C1", outcome: "skip" as const } }),
        expect: only(admins),
      },
      "the people of a board": {
        request: ({ things }) => ({
          params: things,
          body: { key: "B1", outcome: "new" as const, departmentId: null },
        }),
        expect: chooser,
      },
      missing: {
        request: () => ({ params: missing, body: { key: "C1", outcome: "skip" as const } }),
        expect: only(admins, "import_not_found"),
      },
    },
    setImportWork: {
      "a run of what has no work": {
        request: async ({ world, spare }) => {
          const id = await spare("an import without work", async () => {
            const one = { id: uuidv7(), source: "slack" as const, name: "export.zip", size_bytes: 1 };
            await world.db
              .insertInto("imports")
              .values({
                ...one,
                state: "done",
                created_by: world.actors.admin.id,
                sent_hash: Buffer.alloc(32),
              })
              .execute();
            return one.id;
          });
          return { params: { importId: id }, body: { work: "pause" as const } };
        },
        expect: only(admins, "import_state"),
        lacksOutside: true,
      },
      missing: {
        request: () => ({ params: missing, body: { work: "run" as const } }),
        expect: only(admins, "import_not_found"),
      },
    },
    discardImportFile: {
      "of an import that is over": {
        request: async ({ world, spare }) => {
          const id = await spare("an import that is over", async () => {
            const one = { id: uuidv7(), source: "slack" as const, name: "export.zip", size_bytes: 1 };
            const createdBy = world.actors.admin.id;
            await world.db
              .insertInto("imports")
              .values({ ...one, state: "undone", created_by: createdBy, sent_hash: Buffer.alloc(32) })
              .execute();
            return one.id;
          });
          return { params: { importId: id } };
        },
        expect: only(admins),
      },
      missing: { request: () => ({ params: missing }), expect: only(admins, "import_not_found") },
    },
    listImportLines: {
      all: { request: ({ things }) => ({ params: things, query: {} }), expect: only(admins) },
      missing: { request: () => ({ params: missing, query: {} }), expect: only(admins, "import_not_found") },
    },
    listImportBuiltOn: {
      nothing: { request: ({ things }) => ({ params: things }), expect: only(admins) },
      missing: { request: () => ({ params: missing }), expect: only(admins, "import_not_found") },
    },
    exportImportReport: {
      whole: { request: ({ things }) => ({ params: things }), expect: only(admins) },
      missing: { request: () => ({ params: missing }), expect: only(admins, "import_not_found") },
    },
  },
  events: {},
});
