import { beforeAll, describe, expect, test } from "vitest";
import { codeOf } from "../../../../test/client.ts";
import { sharedServer } from "../../../../test/for-file.ts";
import { type Asker, createAsker } from "../../../../test/questions.ts";

const server = sharedServer();
let ana: Asker;
let ben: Asker;
let cleo: Asker;

beforeAll(async () => {
  ana = await createAsker(server, "Ana Reef");
  ben = await createAsker(server, "Ben Sand");
  cleo = await createAsker(server, "Cleo Tide", { roles: ["admin"] });
});

/** Merges a question into a second, whose asker accepts the first one's answer, and the second into a third. */
async function mergeTwice() {
  const [first, second, third] = [await ana.ask(), await ana.ask(), await ana.ask()];
  const answer = await ben.answer(first.id);
  await cleo.merge(first.id, second.id);
  await ana.accept(second.id, answer.id);
  await cleo.merge(second.id, third.id);
  expect(await ana.read(third.id)).toMatchObject({ answerCount: 1, acceptedBy: { id: ben.id } });
  return { first, second, third, answer };
}

describe("an answer that was accepted before its question was merged once more", () => {
  test("is accepted nowhere after its author deleted it", async () => {
    const { second, third, answer } = await mergeTwice();
    await ben.deleteAnswer(answer.id);
    expect(await ana.read(third.id)).toMatchObject({ answerCount: 0, acceptedBy: null, answers: [] });
    await cleo.unmerge(second.id);
    expect(await ana.read(second.id)).toMatchObject({ answerCount: 0, acceptedBy: null, answers: [] });
  });

  test("is accepted nowhere while it is hidden", async () => {
    const { third, answer } = await mergeTwice();
    await cleo.moderate("answer", answer.id, false, "Names a supplier");
    expect(await ana.read(third.id)).toMatchObject({ answerCount: 0, acceptedBy: null });
    await cleo.moderate("answer", answer.id, false, null);
    expect(await ana.read(third.id)).toMatchObject({ answerCount: 1, acceptedBy: null });
  });

  test("is no longer accepted on the former target after its own question was separated", async () => {
    const { first, second, third } = await mergeTwice();
    await cleo.unmerge(first.id);
    expect(await ana.read(third.id)).toMatchObject({ answerCount: 0, acceptedBy: null });
    await cleo.unmerge(second.id);
    expect(await ana.read(second.id)).toMatchObject({ answerCount: 0, acceptedBy: null });
    expect(await ana.read(first.id)).toMatchObject({ answerCount: 1, answers: [{ accepted: "no" }] });
  });
});

describe("a question with an accepted answer of its own and one that a merge brought", () => {
  test("has no accepted answer after its asker removes the acceptance", async () => {
    const [source, target] = [await ana.ask(), await ana.ask()];
    const [brought, own] = [await ben.answer(source.id), await ben.answer(target.id)];
    await ana.accept(source.id, brought.id);
    await ana.accept(target.id, own.id);
    await cleo.merge(source.id, target.id);
    expect(await ana.accept(target.id, null)).toMatchObject({ acceptedBy: null });
    expect((await ana.read(target.id)).answers.map(({ accepted }) => accepted)).toEqual(["no", "no"]);
  });
});

describe("the target of a merge", () => {
  test("cannot be closed as a duplicate of what was merged into it", async () => {
    const [source, target] = [await ana.ask(), await ana.ask()];
    await cleo.merge(source.id, target.id);
    expect(await codeOf(ana.duplicate(target.id, source.id))).toBe("duplicate_loop");
  });

  test("is open again if it was closed as a duplicate of its source", async () => {
    const [source, target] = [await ana.ask(), await ana.ask()];
    await ana.duplicate(target.id, source.id);
    await cleo.merge(source.id, target.id);
    expect(await ana.read(target.id)).toMatchObject({ leadsTo: null, rights: { mayAnswer: true } });
  });
});

describe("the number of answers", () => {
  test("is right after answers were posted, hidden, shown and deleted at once", async () => {
    const { id } = await ana.ask();
    const hidden = await Promise.all([1, 2, 3, 4].map((number) => ben.answer(id, `To hide ${number}`)));
    const deleted = await Promise.all([1, 2, 3, 4].map((number) => ana.answer(id, `To delete ${number}`)));
    await Promise.all([
      ...hidden.map((answer) => cleo.moderate("answer", answer.id, false, "Not helpful")),
      ...deleted.map((answer) => ana.deleteAnswer(answer.id)),
      ...[1, 2, 3, 4].map((number) => cleo.answer(id, `To keep ${number}`)),
    ]);
    expect((await ben.read(id)).answerCount).toBe(4);
    await Promise.all([
      ...hidden.map((answer) => cleo.moderate("answer", answer.id, false, null)),
      ...[5, 6, 7, 8].map((number) => cleo.answer(id, `To keep ${number}`)),
    ]);
    expect((await ben.read(id)).answerCount).toBe(12);
  });

  test("is right after questions were merged while others answered and deleted answers", async () => {
    const target = await ana.ask();
    const sources = await Promise.all([1, 2, 3, 4].map(() => ana.ask()));
    const answers = await Promise.all(sources.map(({ id }) => ben.answer(id)));
    await Promise.all([
      ...sources.map(({ id }) => cleo.merge(id, target.id)),
      ...answers.slice(0, 2).map(({ id }) => ben.deleteAnswer(id)),
      ...[1, 2, 3, 4].map((number) => ana.answer(target.id, `Answer ${number}`)),
    ]);
    const merged = await ana.read(target.id);
    expect(merged.answers).toHaveLength(6);
    expect(merged.answerCount).toBe(6);
  });
});

describe("new answers", () => {
  test("are counted since a reader last looked, without their own, hidden and deleted ones", async () => {
    const { id } = await ana.ask();
    const newFor = async (who: Asker) => (await who.list()).find((one) => one.id === id)?.newAnswers;
    await ana.see(id);
    const [first, second] = [await ben.answer(id, "One"), await ben.answer(id, "Two")];
    await ben.answer(id, "Three");
    await ana.answer(id, "My own");
    expect(await newFor(ana)).toBe(3);
    await cleo.moderate("answer", first.id, false, "Not helpful");
    expect(await newFor(ana)).toBe(2);
    await ben.deleteAnswer(second.id);
    expect(await newFor(ana)).toBe(1);
    await ana.see(id);
    expect(await newFor(ana)).toBe(0);
  });
});
