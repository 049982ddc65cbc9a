import { cardRoutes as routes } from "@atoll/contract/cards/routes";
import type { Card, CardChange, CardType } from "@atoll/contract/cards/schemas";
import type { NewSequence } from "@atoll/contract/cards/sequence-schemas";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import { addDays, dayIn } from "@atoll/contract/zones";
import { uuidv7 } from "uuidv7";
import { beforeAll, expect, test, vi } from "vitest";
import { type Announcer, createAnnouncer } from "../../../../test/announcers.ts";
import { sharedServer } from "../../../../test/for-file.ts";

const server = sharedServer();
let ana: Announcer;
let ben: Announcer;
let outreach: CardType;

const steps: NewSequence["steps"] = [
  { title: "Mail", notes: "Send the case study.", days: 0 },
  { title: "Call", notes: "", days: 3 },
  { title: "Last note", notes: "", days: 7 },
];

beforeAll(async () => {
  ana = await createAnnouncer(server, "Ana", { departments: ["Business Development"] });
  ben = await createAnnouncer(server, "Ben", { departments: ["Business Development"] });
  const { sections } = await ana.client.call(routes.listSections, {
    params: { slug: "business-development" },
  });
  outreach = sections.find(({ type }) => type.slug === "outreach")!.type;
});

async function addSequence(name = `Sequence ${uuidv7()}`): Promise<string> {
  const sequenceId = uuidv7();
  const call = { params: { typeId: outreach.id, sequenceId }, body: { name, steps, version: 0 } };
  await ana.client.call(routes.saveSequence, call);
  return sequenceId;
}

async function addContact(title: string, more: Partial<Pick<Card, "data" | "stage">> = {}): Promise<Card> {
  const data = { company: "Norr Line", consent: "Given", ...more.data };
  const body = { id: uuidv7(), title, data, stage: more.stage, ownerId: ben.user.id };
  return (await ana.client.call(routes.createCard, { params: { typeId: outreach.id }, body })).card;
}

const start = async (card: Card, sequenceId?: string) => {
  const body = { changeId: uuidv7(), sequenceId: sequenceId ?? (await addSequence()) };
  return { params: { cardId: card.id }, body };
};
const change = (card: Card, set: CardChange["set"]) =>
  ana.client.call(routes.changeCards, { body: { changeId: uuidv7(), cardIds: [card.id], set } });
const read = async (cardId: string) => ana.client.call(routes.getCard, { params: { cardId } });
const enrolment = async (card: Card) => (await read(card.id)).enrolment!;
const task = async (taskId: string | null) =>
  (await ben.client.call(taskRoutes.getTask, { params: { taskId: taskId! } })).task;
const setStatus = (taskId: string | null, status: "done" | "todo") =>
  ben.client.call(taskRoutes.changeTask, {
    params: { taskId: taskId! },
    body: { changeId: uuidv7(), status },
  });

test("each step makes one task for the owner, and the next one comes when it is done", async () => {
  const contact = await addContact("Petra Lindgren");
  const call = await start(contact);
  const { card } = await ana.client.call(routes.startSequence, call);
  await ana.client.call(routes.startSequence, call);
  const today = dayIn("UTC", new Date());
  expect(card).toMatchObject({ stage: "sequence", dueOn: today, data: { next_touch: "Mail" } });
  expect(card.data.sequence).toEqual(steps.map(({ title }) => ({ text: title, isDone: false })));
  const first = await enrolment(contact);
  expect(first).toMatchObject({ state: "running", step: 0 });
  expect(first.steps.map(({ taskId }) => taskId !== null)).toEqual([true, false, false]);
  const mail = await task(first.steps[0]!.taskId);
  expect(mail).toMatchObject({ title: "Mail: Petra Lindgren", assignee: { id: ben.user.id } });
  await setStatus(mail.id, "done");
  await vi.waitFor(async () => expect((await enrolment(contact)).step).toBe(1));
  const second = await enrolment(contact);
  expect(second.steps[0]!.doneAt).not.toBeNull();
  expect(second.steps[1]!.dueOn).toBe(addDays(today, 3));
  expect((await read(contact.id)).card.data).toMatchObject({ next_touch: "Call" });
  // Reopened: the next step, which nobody has started, is taken back.
  await setStatus(mail.id, "todo");
  await vi.waitFor(async () => expect((await enrolment(contact)).step).toBe(0));
  for (const [at, next] of [
    [0, 1],
    [1, 2],
    [2, 3],
  ] as const) {
    await setStatus((await enrolment(contact)).steps[at]!.taskId, "done");
    await vi.waitFor(async () => expect((await enrolment(contact)).step).toBe(next));
  }
  expect(await enrolment(contact)).toMatchObject({ state: "finished" });
  const { rows } = {
    rows: await server.db
      .selectFrom("tasks")
      .select("id")
      .where("title", "like", "%Petra%")
      .where("deleted_at", "is", null)
      .execute(),
  };
  expect(rows).toHaveLength(3);
});

test("withdrawn consent stops it at once: the open task is archived, and nothing follows", async () => {
  const contact = await addContact("Tom Garrity");
  await ana.client.call(routes.startSequence, await start(contact));
  const { steps: made } = await enrolment(contact);
  const withdrawn = uuidv7();
  const set = { data: { consent: "Withdrawn" } };
  await ana.client.call(routes.changeCards, { body: { changeId: withdrawn, cardIds: [contact.id], set } });
  expect((await enrolment(contact)).state).toBe("stopped");
  await vi.waitFor(async () => expect((await task(made[0]!.taskId)).status).toBe("archived"));
  await setStatus(made[0]!.taskId, "done");
  expect(await ana.refused(routes.startSequence, await start(contact))).toBe("card_not_ready: data.consent");
  expect((await enrolment(contact)).step).toBe(0);
  const changed = { body: { changeId: uuidv7(), cardIds: [contact.id], set: { stage: "sequence" } } };
  expect(await ana.refused(routes.changeCards, changed)).toBe("card_not_ready: data.consent");
});

test("it is stopped and resumed by hand, with the same task", async () => {
  const contact = await addContact("Hugo Brandt");
  await ana.client.call(routes.startSequence, await start(contact));
  expect(await ana.refused(routes.startSequence, await start(contact))).toBe("card_not_ready: sequenceId");
  const taskId = (await enrolment(contact)).steps[0]!.taskId;
  await change(contact, { stage: "stopped", reason: "On holiday" });
  await vi.waitFor(async () => expect((await task(taskId)).status).toBe("archived"));
  await change(contact, { stage: "sequence" });
  await vi.waitFor(async () => expect((await task(taskId)).status).toBe("todo"));
  expect(await enrolment(contact)).toMatchObject({ state: "running", step: 0, steps: [{ taskId }, {}, {}] });
});

test("merged contacts keep one sequence, and an undo gives it back", async () => {
  const [kept, twin] = [await addContact("Amira Haddou"), await addContact("A. Haddou")];
  await ana.client.call(routes.startSequence, await start(twin));
  const changeId = uuidv7();
  const set = { mergedIntoId: kept.id };
  await ana.client.call(routes.changeCards, { body: { changeId, cardIds: [twin.id], set } });
  expect((await read(kept.id)).card.stage).toBe("sequence");
  expect(await enrolment(kept)).toMatchObject({ state: "running", step: 0 });
  expect((await read(twin.id)).enrolment).toBeNull();
  await ana.client.call(routes.undoChange, { params: { changeId } });
  expect(await enrolment(twin)).toMatchObject({ state: "running" });
  expect(await read(kept.id)).toMatchObject({ enrolment: null, card: { stage: "new" } });
  // Both are in one: the kept one's goes on.
  await ana.client.call(routes.startSequence, await start(kept));
  const own = (await enrolment(kept)).steps[0]!.taskId;
  const others = (await enrolment(twin)).steps[0]!.taskId;
  await change(twin, set);
  await vi.waitFor(async () => expect((await task(others)).status).toBe("archived"));
  expect((await enrolment(kept)).steps[0]!.taskId).toBe(own);
  expect((await task(own)).status).toBe("todo");
});

test("merging keeps a withdrawn consent with its date and notes, and undo restores both cards", async () => {
  for (const from of ["Given", "Not asked"]) {
    const [kept, twin] = [await addContact("Amira Haddou"), await addContact("A. Haddou")];
    await change(kept, { body: "Met in Kiel", data: { consent: from } });
    if (from === "Given") await ana.client.call(routes.startSequence, await start(kept));
    const data = { consent: "Withdrawn", sequence: [{ text: "Wave", isDone: true }], job: "Harbour master" };
    await change(twin, { body: "Asked not to be written to", dueOn: "2026-12-24", data });
    const { card: before } = await read(kept.id);
    const changeId = uuidv7();
    const body = { changeId, cardIds: [twin.id], set: { mergedIntoId: kept.id } };
    await ana.client.call(routes.changeCards, { body });
    const { card } = await read(kept.id);
    expect(card).toMatchObject({
      stage: "stopped",
      reason: "Consent: Withdrawn",
      dueOn: before.dueOn ?? "2026-12-24",
      body: "Met in Kiel\n\nAsked not to be written to",
    });
    expect(card.data).toMatchObject({ consent: "Withdrawn", job: "Harbour master" });
    expect(card.data.sequence).toContainEqual({ text: "Wave", isDone: true });
    await ana.client.call(routes.undoChange, { params: { changeId } });
    const { stage, reason, dueOn, body: notes, data: values } = before;
    const after = (await read(kept.id)).card;
    expect(after).toMatchObject({ stage, reason, dueOn, body: notes });
    expect(after.data).toEqual(values);
  }
});

test("a sequence is kept by the section, by name and version", async () => {
  const name = `Inbound ${uuidv7()}`;
  const sequenceId = await addSequence(name);
  const params = { typeId: outreach.id, sequenceId };
  const save = (body: object, id = sequenceId) => ({
    params: { ...params, sequenceId: id },
    body: { name, steps, version: 0, ...body },
  });
  await ana.client.call(routes.saveSequence, save({}));
  expect(await ben.refused(routes.saveSequence, save({ name: "Other" }))).toBe("changed_meanwhile");
  expect(await ben.refused(routes.saveSequence, save({ name: name.toUpperCase() }, uuidv7()))).toBe(
    "card_sequence_name_taken",
  );
  const { sequence } = await ben.client.call(routes.saveSequence, save({ name: `${name}!`, version: 1 }));
  expect(sequence).toMatchObject({ version: 2, running: 0 });
  const contact = await addContact("Kenji Mori");
  await ana.client.call(routes.startSequence, await start(contact, sequenceId));
  const { sequences } = await ben.client.call(routes.listSequences, { params: { typeId: outreach.id } });
  expect(sequences.find(({ id }) => id === sequenceId)!.running).toBe(1);
  await ben.client.call(routes.deleteSequence, { params });
  expect(await ben.refused(routes.deleteSequence, { params })).toBe("card_sequence_not_found");
  expect((await enrolment(contact)).state).toBe("running");
  expect(await ben.refused(routes.startSequence, await start(contact, sequenceId))).toBe(
    "card_sequence_not_found",
  );
});
