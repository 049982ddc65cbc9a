import { cardRoutes } from "@atoll/contract/cards/routes";
import type { CardType } from "@atoll/contract/cards/schemas";
import { commentRoutes } from "@atoll/contract/comments/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Announcer, createAnnouncer } from "../../../test/announcers.ts";
import { createRole } from "../../../test/factories.ts";
import { startTestServer, type TestServer } from "../../../test/harness.ts";
import { exportThing, linksTo, refuseExport } from "../../../test/thing-exports.ts";
import { upload } from "../../../test/upload.ts";

let server: TestServer;
let ruth: Announcer;
let ines: Announcer;
let admin: Announcer;
let pipeline: CardType;
beforeAll(async () => {
  server = await startTestServer();
  await createRole(server.db, { name: "bd cards", permissions: ["cards:business"] });
  const inBusiness = { departments: ["Business Development"] };
  ruth = await createAnnouncer(server, "Ruth", { ...inBusiness, roles: ["user", "bd cards"] });
  ines = await createAnnouncer(server, "Ines", inBusiness);
  admin = await createAnnouncer(server, "Greta", { roles: ["admin"] });
  const params = { slug: "business-development" };
  const { sections } = await ruth.client.call(cardRoutes.listSections, { params });
  pipeline = sections[0]!.type;
});
afterAll(() => server.close());

const addCard = async (title: string, body = "") =>
  (
    await ruth.client.call(cardRoutes.createCard, {
      params: { typeId: pipeline.id },
      body: { id: uuidv7(), title, body },
    })
  ).card;
const comment = (from: Announcer, cardId: string, content: string, attachmentIds: string[] = []) =>
  from.client.call(commentRoutes.postComment, {
    params: { kind: "card", subjectId: cardId },
    body: { id: uuidv7(), content, attachmentIds },
  });

test("an empty section is an archive without cards", async () => {
  const archive = await exportThing(server, ruth, "section", pipeline.id);
  expect(archive.lines("cards.jsonl")).toEqual([]);
  expect(archive.manifest).toMatchObject({ format: "atoll-section-1", entries: 0, files: { count: 0 } });
});

test("a manager exports a section with fields, comments and files, and nobody else does", async () => {
  const inDepartment = { params: { departmentId: pipeline.departmentId } };
  const { sections } = await admin.client.call(cardRoutes.listSettings, inDepartment);
  const { version } = sections.find(({ id }) => id === pipeline.id)!;
  const { section } = await admin.client.call(cardRoutes.addField, {
    params: { sectionId: pipeline.id },
    body: { version, label: "Title", kind: "text" },
  });
  const field = section.fields.at(-1)!.name;
  const first = await addCard("Harbour <script>alert(1)</script>", "=SUM(A1) & notes");
  const second = await addCard("Lighthouse");
  const gone = await addCard("Regretted card");
  await ruth.client.call(cardRoutes.changeCards, {
    body: { changeId: uuidv7(), cardIds: [gone.id], set: { isDeleted: true } },
  });
  const file = await upload(server, ruth, {
    name: "../offer.pdf.txt",
    content: "The offer",
    kind: "comment",
  });
  await comment(ruth, first.id, "With <b>the offer</b>", [file.id]);
  await comment(ines, second.id, "Second thoughts");
  const { comment: regretted } = await comment(ines, second.id, "Regretted comment");
  await ines.client.call(commentRoutes.deleteComment, { params: { commentId: regretted.id } });
  const archive = await exportThing(server, ruth, "section", pipeline.id);
  const cards = archive.lines("cards.jsonl");
  expect(cards.map(({ id }) => id).toSorted()).toEqual([first.id, second.id].toSorted());
  expect(cards.find(({ id }) => id === first.id)).toMatchObject({
    columns: { title: "Harbour <script>alert(1)</script>", notes: "=SUM(A1) & notes" },
    ownFields: expect.arrayContaining([{ name: field, label: "Title", text: "" }]),
  });
  expect(archive.lines("comments.jsonl")).toHaveLength(2);
  expect(archive.lines("comments.jsonl")).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        of: first.id,
        author: { id: ruth.id, name: "Ruth" },
        files: [expect.anything()],
      }),
      expect.objectContaining({ of: second.id, content: "Second thoughts" }),
    ]),
  );
  expect(archive.manifest).toMatchObject({
    ...{ entries: 4, about: { cards: 2, comments: 2 } },
    files: { count: 1, problemCount: 0 },
  });
  expect(archive.text("cards.csv").trim().split("\n")).toHaveLength(3);
  expect(archive.text("cards.csv")).toContain("'=SUM(A1) & notes");
  const page = archive.text("pages/cards.html");
  expect(page).toContain("With &lt;b&gt;the offer&lt;/b&gt;");
  expect(page.indexOf("With &lt;b&gt;")).toBeGreaterThan(page.indexOf(`id="${first.id}"`));
  expect([...archive.files.values()].join("\n")).not.toContain("Regretted");
  expect(archive.made).toMatchObject({ rowsTotal: 4, filesTotal: 1 });

  for (const other of [ines, admin])
    expect(await refuseExport(other, "section", pipeline.id)).toBe("exported_thing_not_found");
  const fileId = archive.made.file?.id ?? "";
  expect(await linksTo(ruth, fileId)).toHaveLength(1);
  await sql`DELETE FROM user_departments WHERE user_id = ${ruth.id}`.execute(server.db);
  await server.felt();
  expect(await linksTo(ruth, fileId)).toEqual([]);
  expect(await refuseExport(ruth, "section", pipeline.id)).toBe("exported_thing_not_found");
  const [act] = await server.db
    .selectFrom("audit_log")
    .select(["actor_id", "subject_name"])
    .where("action", "=", "section.exported")
    .where("subject_id", "=", pipeline.id)
    .execute();
  expect(act).toEqual({ actor_id: ruth.id, subject_name: pipeline.name });
});
