import type { Subject } from "@atoll/contract/comments/schemas";
import { documentRoutes } from "@atoll/contract/documents/routes";
import type { CoEditor } from "@atoll/contract/documents/schemas";
import { uuidv7 } from "uuidv7";
import { beforeEach, expect, test } from "vitest";
import { createDraftRights } from "../../../../test/documents/draft-kind.ts";
import { openWriter, typeAtEnd } from "../../../../test/documents/shared-writer.ts";
import { chattersForFile, serverForFile } from "../../../../test/for-file.ts";
import type { TestSocket } from "../../../../test/socket.ts";
import { announceDocumentRights, openDocument } from "../public.ts";

const drafts = createDraftRights();
const server = serverForFile({ documentKinds: [drafts.kind] });
const [ana, ben, eve] = chattersForFile(server, ["Ana", "Ben", "Eve"]) as [Writer, Writer, Writer];
type Writer = ReturnType<typeof chattersForFile>[number];

let subject: Subject;
let epoch: string;
beforeEach(async () => {
  subject = { kind: "testdraft", id: uuidv7() };
  drafts.set(subject.id, ana.id, "edit");
  drafts.set(subject.id, ben.id, "edit");
  ({ epoch } = await openDocument(server.db, subject, "Trim the sails."));
});

const cursor = { anchor: "a", head: "b" };
const point = (socket: TestSocket, clientId: number, isHere = true) =>
  socket.command("document.point", { epoch, clientId, cursor: isHere ? cursor : null, isHere });

/** The page of somebody who has the draft open, and the cursors that it shows. */
async function page(person: Writer) {
  const socket = await server.connect(person);
  const writer = await openWriter(person, socket, subject);
  const shown = new Map<number, CoEditor>();
  return {
    socket,
    writer,
    /** Settles when a cursor is shown, or removed again. */
    async seen(clientId: number, isHere: boolean): Promise<void> {
      while (shown.has(clientId) !== isHere)
        for (const editor of (await socket.next("document.pointed")).editors)
          if (editor.isHere) shown.set(editor.clientId, editor);
          else shown.delete(editor.clientId);
    },
    shown: () => [...shown.values()].map(({ clientId, name }) => ({ clientId, name })),
  };
}

test("removes the cursors of a page that is closed, and of one that was cut off", async () => {
  const [one, other] = [await page(ana), await page(ben)];
  await point(one.socket, 7);
  await other.seen(7, true);
  await point(one.socket, 7, false);
  await other.seen(7, false);
  await point(one.socket, 8);
  await other.seen(8, true);
  one.socket.close();
  await other.seen(8, false);
  expect(other.shown()).toEqual([]);
});

test("keeps the cursor of a person whose other page on the same device is closed", async () => {
  const [first, second, other] = [await page(ana), await page(ana), await page(ben)];
  await point(second.socket, 8);
  await other.seen(8, true);
  first.socket.close();
  await first.socket.cut;
  await point(second.socket, 9);
  await other.seen(9, true);
  expect(other.shown()).toEqual([
    { clientId: 8, name: "Ana" },
    { clientId: 9, name: "Ana" },
  ]);
});

test("removes the cursor of a person who loses the right to read, and shows them no others", async () => {
  const [one, other] = [await page(ana), await page(ben)];
  await point(other.socket, 5);
  await one.seen(5, true);
  drafts.set(subject.id, ben.id, "none");
  await announceDocumentRights(server.db, subject);
  await one.seen(5, false);
  expect(await other.socket.next("document.closed")).toEqual({ epoch, reason: "revoked" });
  await point(one.socket, 7);
  expect(await other.socket.refused("document.point", { epoch, clientId: 5, cursor, isHere: true })).toBe(
    "subject_not_found",
  );
  const heard = () => other.socket.received.filter(({ name }) => name === "document.pointed");
  await server.felt();
  expect(heard().some((event) => JSON.stringify(event).includes('"clientId":7'))).toBe(false);
});

test("shows no cursor of a person who may only read", async () => {
  drafts.set(subject.id, ben.id, "read");
  const [one, reader] = [await page(ana), await page(ben)];
  const third = await page(ana);
  await point(reader.socket, 5);
  await point(third.socket, 6);
  await one.seen(6, true);
  // The moves of both go out together, or the reader's before.
  expect(one.shown()).toEqual([{ clientId: 6, name: "Ana" }]);
});

test("ends the page of a person whose account is disabled while it is open", async () => {
  const gone = await page(ben);
  const staying = await page(ana);
  await server.db.updateTable("accounts").set({ disabled_at: new Date() }).where("id", "=", ben.id).execute();
  await staying.writer.send(typeAtEnd(staying.writer, "Only for those who stay"));
  await server.felt();
  const heard = gone.socket.received.filter(
    ({ name, payload }) => name === "document.updated" && "epoch" in payload && payload.epoch === epoch,
  );
  expect(heard).toEqual([]);
  await server.db.updateTable("accounts").set({ disabled_at: null }).where("id", "=", ben.id).execute();
});

test("refuses a draft by the ID of one that has ended, and by that of a stranger's", async () => {
  const query = { epoch: uuidv7(), since: 0 };
  const params = { kind: subject.kind, subjectId: subject.id };
  const ended = await ana.client.refused(documentRoutes.listDocumentUpdates, { params, query });
  expect(ended.body.error.code).toBe("document_ended");
  const stranger = await eve.client.refused(documentRoutes.listDocumentUpdates, {
    params,
    query: { epoch, since: 0 },
  });
  const missing = await eve.client.refused(documentRoutes.listDocumentUpdates, {
    params: { ...params, subjectId: uuidv7() },
    query: { epoch, since: 0 },
  });
  expect(stranger.body.error.code).toBe("subject_not_found");
  expect({ ...stranger.body.error, requestId: "" }).toEqual({ ...missing.body.error, requestId: "" });
});
