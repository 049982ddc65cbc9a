import type { documentEvents } from "@atoll/contract/documents/events";
import { documentEvents as eventNames } from "@atoll/contract/documents/events";
import { documentSchemaVersion, referenceKinds } from "@atoll/contract/documents/limits";
import { documentRoutes } from "@atoll/contract/documents/routes";
import { uuidv7 } from "uuidv7";
import * as Y from "yjs";
import { announceDocumentRights, openDocument } from "../../../src/features/documents/public.ts";
import { rootName } from "../../../src/features/documents/text/shared-text.ts";
import { matrixDrafts } from "../../documents/draft-kind.ts";
import { createTaskRow } from "../../task-factory.ts";
import { admittedNames } from "../actors.ts";
import { everyThing } from "../every-thing.ts";
import { each, signedIn } from "../expectations.ts";
import { type CaseInput, defineSlice, type EventInput } from "../slice.ts";
import type { World } from "../world.ts";

interface Draft {
  kind: string;
  id: string;
  epoch: string;
}

interface Things {
  /** The author writes it, the member reads it. */
  shared: Draft;
  /** A draft of a person who is not involved in anything else. */
  hidden: Draft;
  /** The author may write it, and nobody opened it. */
  unopenedId: string;
  hiddenTaskId: string;
}

type Input = CaseInput<Things>;
const readers = ["author", "member"] as const;
const none = signedIn("subject_not_found");

function draftStates<Call>(call: (kind: string, subjectId: string, epoch: string, input: Input) => Call) {
  const { kind } = matrixDrafts.kind;
  return {
    "one that the author writes": {
      request: (input: Input) => call(kind, input.things.shared.id, input.things.shared.epoch, input),
      expect: signedIn("subject_not_found", each(readers, "ok")),
    },
    "not open": {
      request: (input: Input) => call(kind, input.things.unopenedId, uuidv7(), input),
      expect: signedIn("subject_not_found", { author: "document_not_found" }),
    },
    "of others": {
      request: (input: Input) => call(kind, input.things.hidden.id, input.things.hidden.epoch, input),
      expect: none,
    },
    missing: { request: (input: Input) => call(kind, uuidv7(), uuidv7(), input), expect: none },
    "of a kind that does not exist": {
      request: (input: Input) => call("moon", input.things.shared.id, input.things.shared.epoch, input),
      expect: none,
    },
    malformed: {
      request: (input: Input) => call(kind, "first", uuidv7(), input),
      expect: signedIn("invalid_request"),
    },
  };
}

/** The same states for the viewer's own words, which need no access to the thing. */
function ownWordStates<Call>(call: (kind: string, subjectId: string, epoch: string, input: Input) => Call) {
  const { malformed, ...states } = draftStates(call);
  const open = Object.entries(states).map(([name, { request }]) => [
    name,
    { request, expect: signedIn("ok") },
  ]);
  return { ...(Object.fromEntries(open) as typeof states), malformed };
}

const saveStates = draftStates((kind, subjectId, epoch) => ({
  params: { kind, subjectId },
  body: { epoch, schemaVersion: documentSchemaVersion, update: newUpdate("A line") },
}));

export const documentSlice = defineSlice<typeof documentRoutes, keyof typeof documentEvents, Things>({
  name: "documents",
  routes: documentRoutes,
  eventNames,
  furnish,
  rows: {
    getDocument: draftStates((kind, subjectId) => ({ params: { kind, subjectId } })),
    listDocumentUpdates: {
      ...draftStates((kind, subjectId, epoch) => ({
        params: { kind, subjectId },
        query: { epoch, since: 0 },
      })),
      "of an epoch before": {
        request: ({ things: { shared } }) => ({
          params: { kind: shared.kind, subjectId: shared.id },
          query: { epoch: uuidv7(), since: 0 },
        }),
        expect: signedIn("subject_not_found", each(readers, "document_ended")),
      },
    },
    listUnplacedTexts: ownWordStates((kind, subjectId) => ({ params: { kind, subjectId } })),
    discardUnplacedText: ownWordStates((kind, subjectId) => ({
      params: { kind, subjectId, textId: uuidv7() },
    })),
    saveDocumentUpdate: {
      ...saveStates,
      "one that the author writes": {
        ...saveStates["one that the author writes"],
        expect: signedIn("subject_not_found", { author: "ok", member: "forbidden" }),
      },
      "not open": {
        ...saveStates["not open"],
        expect: signedIn("subject_not_found", { author: "document_ended" }),
      },
      "by a page that is out of date": {
        request: ({ things: { shared } }) => ({
          params: { kind: shared.kind, subjectId: shared.id },
          body: { epoch: shared.epoch, schemaVersion: 900, update: newUpdate("A line") },
        }),
        expect: signedIn("subject_not_found", { author: "document_outdated", member: "forbidden" }),
      },
      "an update that is none": {
        request: ({ things: { shared } }) => ({
          params: { kind: shared.kind, subjectId: shared.id },
          body: { epoch: shared.epoch, schemaVersion: documentSchemaVersion, update: "AQID" },
        }),
        expect: signedIn("subject_not_found", { author: "document_update_invalid", member: "forbidden" }),
      },
    },
    attachDocumentFiles: {
      ...draftStates((kind, subjectId) => ({
        params: { kind, subjectId },
        body: { attachmentIds: [uuidv7()] },
      })),
      "one that the author writes": {
        request: ({ things: { shared } }) => ({
          params: { kind: shared.kind, subjectId: shared.id },
          body: { attachmentIds: [uuidv7()] },
        }),
        expect: signedIn("subject_not_found", { author: "attachment_not_found", member: "forbidden" }),
      },
      "with a file of one's own": {
        request: async ({ world, actor, things: { shared } }) => ({
          params: { kind: shared.kind, subjectId: shared.id },
          body: {
            attachmentIds: [
              await newFile(world, actor.name === "author" ? actor.id : world.actors.author.id),
            ],
          },
        }),
        expect: signedIn("subject_not_found", { author: "ok", member: "forbidden" }),
      },
    },
    findReferenceNames: {
      "a task of others, and what does not exist": {
        request: ({ things }) => ({
          body: {
            references: [
              { kind: "task", id: things.hiddenTaskId },
              { kind: "article", id: uuidv7() },
            ],
          },
        }),
        expect: signedIn("ok"),
      },
      ...Object.fromEntries(
        referenceKinds.map((kind) => [
          `every ${kind}`,
          {
            request: async ({ world }: { world: World }) => ({
              body: { references: (await everyThing(world, kind, 100)).map((id) => ({ kind, id })) },
            }),
            expect: signedIn("ok"),
          },
        ]),
      ),
      none: { request: () => ({ body: { references: [] } }), expect: signedIn("invalid_request") },
    },
  },
  events: {
    "document.updated": {
      change: async (input) => {
        await watchAll(input);
        await input.sockets.author.command("document.update", {
          ...opened(input.things.shared),
          schemaVersion: documentSchemaVersion,
          update: newUpdate(input.world.secrets.hide("a line of a draft", readers)),
        });
      },
      receivers: readers,
    },
    "document.pointed": {
      change: async (input) => {
        await watchAll(input);
        await input.sockets.author.command("document.point", {
          epoch: input.things.shared.epoch,
          clientId: 7,
          cursor: { anchor: "{}", head: "{}" },
          isHere: true,
        });
      },
      receivers: readers,
    },
    "document.closed": {
      change: async (input) => {
        const { world, listeners } = input;
        const subject = { kind: matrixDrafts.kind.kind, id: uuidv7() };
        for (const name of readers) matrixDrafts.set(subject.id, listeners[name].id, "edit");
        const { epoch } = await openDocument(world.db, subject, "Short");
        await watchAll(input, { ...subject, epoch });
        for (const name of readers) matrixDrafts.set(subject.id, listeners[name].id, "none");
        await announceDocumentRights(world.db, subject);
      },
      receivers: readers,
    },
  },
  commands: {
    // Things the sender cannot see are left out of the response, as if they did not exist.
    "documents.watch": {
      anybody: {
        payload: ({ things }) => ({
          documents: [
            opened(things.shared),
            opened(things.hidden),
            { ...opened(things.shared), epoch: uuidv7() },
          ],
        }),
        expect: signedIn("ok", { mustSetUp: "forbidden" }),
      },
      malformed: {
        payload: () => ({ documents: [{ subject: { kind: "testdraft", id: "first" }, epoch: uuidv7() }] }),
        expect: signedIn("invalid_request", { mustSetUp: "invalid_request" }),
      },
    },
    "document.update": {
      "one that the author writes": {
        payload: ({ things }) => ({
          ...opened(things.shared),
          schemaVersion: documentSchemaVersion,
          update: newUpdate("A line"),
        }),
        expect: signedIn("subject_not_found", { author: "ok", member: "forbidden", mustSetUp: "forbidden" }),
      },
      "of others": {
        payload: ({ things }) => ({
          ...opened(things.hidden),
          schemaVersion: documentSchemaVersion,
          update: newUpdate("A line"),
        }),
        expect: signedIn("subject_not_found", { mustSetUp: "forbidden" }),
      },
      malformed: {
        payload: ({ things }) => ({
          ...opened(things.shared),
          schemaVersion: documentSchemaVersion,
          update: "not base64!",
        }),
        expect: signedIn("invalid_request", { mustSetUp: "invalid_request" }),
      },
    },
    "document.point": {
      "a draft that is not followed": {
        payload: ({ things }) => ({
          epoch: things.shared.epoch,
          clientId: 1,
          cursor: null,
          isHere: true,
        }),
        // Nothing is said of a draft to who does not follow it, whatever else they have to do first.
        expect: signedIn("subject_not_found", {
          mustSetUp: "subject_not_found",
          mustChoose: "subject_not_found",
        }),
      },
      malformed: {
        payload: ({ things }) => ({
          epoch: things.shared.epoch,
          clientId: -1,
          cursor: null,
          isHere: true,
        }),
        expect: signedIn("invalid_request", { mustSetUp: "invalid_request" }),
      },
    },
  },
});

/** A file that somebody uploaded for a draft. */
async function newFile(world: World, ownerId: string): Promise<string> {
  const id = uuidv7();
  await world.db
    .insertInto("files")
    .values({
      id,
      owner_id: ownerId,
      subject_kind: matrixDrafts.kind.kind,
      bucket: "task-attachments",
      key: `public/${ownerId}/${id}`,
      filename: "plan.txt",
      original_name: "plan.txt",
      mime_type: "text/plain",
      size_bytes: 1,
    })
    .execute();
  return id;
}

async function furnish(world: World): Promise<Things> {
  const { author, member } = world.actors;
  const { id: colleagueId } = await world.newPerson({ name: "Writer of drafts" });
  const open = async (text: string): Promise<Draft> => {
    const subject = { kind: matrixDrafts.kind.kind, id: uuidv7() };
    const { epoch } = await openDocument(world.db, subject, text);
    return { ...subject, epoch };
  };
  const shared = await open(world.secrets.hide("a draft", readers));
  const hidden = await open(world.secrets.hide("a hidden draft", []));
  const unopenedId = uuidv7();
  matrixDrafts.set(shared.id, author.id, "edit");
  matrixDrafts.set(shared.id, member.id, "read");
  matrixDrafts.set(hidden.id, colleagueId, "edit");
  matrixDrafts.set(unopenedId, author.id, "edit");
  const title = world.secrets.hide("the title of a task that is pointed to", []);
  return { shared, hidden, unopenedId, hiddenTaskId: await createTaskRow(world.db, colleagueId, { title }) };
}

/** Everybody opens a draft, or tries to. */
async function watchAll({ sockets, things }: EventInput<Things>, draft = things.shared): Promise<void> {
  const documents = [opened(draft)];
  await Promise.all(
    // The others were cut when they lost what they had.
    [...admittedNames, "demoted" as const].map((name) => sockets[name].ask("documents.watch", { documents })),
  );
}

function opened({ kind, id, epoch }: Draft) {
  return { subject: { kind, id }, epoch };
}

/** A paragraph of a page of its own, as an update in base64. */
function newUpdate(text: string): string {
  const shared = new Y.Doc();
  const paragraph = new Y.XmlElement("paragraph");
  paragraph.insert(0, [new Y.XmlText(text)]);
  shared.getXmlFragment(rootName).insert(0, [paragraph]);
  return Buffer.from(Y.encodeStateAsUpdate(shared)).toString("base64");
}
