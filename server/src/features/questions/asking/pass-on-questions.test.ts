import { notificationRoutes } from "@atoll/contract/notifications/routes";
import { beforeAll, expect, test } from "vitest";
import { sharedServer } from "../../../../test/for-file.ts";
import { type Asker, createAsker } from "../../../../test/questions.ts";
import { everybodyNotified } from "../../../../test/settled.ts";
import { passOnQuestions } from "./pass-on-questions.ts";

const server = sharedServer();
let [ana, ben, cleo, dora]: Asker[] = [];
let backendId: string;

beforeAll(async () => {
  ana = await createAsker(server, "Ana", { departments: ["Backend"] });
  ben = await createAsker(server, "Ben", { departments: ["Backend"] });
  cleo = await createAsker(server, "Cleo");
  dora = await createAsker(server, "Dora", { departments: ["Backend"] });
  const row = await server.db.selectFrom("departments").select("id").where("name", "=", "Backend").execute();
  backendId = row[0]!.id;
  // Ben knows most about quays, then Cleo, then Dora.
  for (const [knower, answers] of [
    [ben!, 3],
    [cleo!, 2],
    [dora!, 1],
  ] as const)
    for (let count = 0; count < answers; count += 1) {
      const { id } = await ana!.ask({ tags: ["quay"] });
      await ana!.accept(id, (await knower.answer(id)).id);
    }
});

const realtime = { sendToOthers: () => undefined } as never;
/** Has the question asked of its person at this time, and passes on what is due at the other. */
async function passOn(id: string, askedAt: string, now: string) {
  await server.db
    .updateTable("questions")
    .set({ asked_at: new Date(askedAt) })
    .where("id", "=", id)
    .execute();
  await passOnQuestions({ db: server.db, realtime }, new Date(now));
  return (await ana!.read(id)).asked?.name ?? null;
}
const wasTold = async (who: Asker, id: string) => {
  await everybodyNotified(server.db);
  const { items } = await who.client.call(notificationRoutes.listNotifications, { query: {} });
  return items.some(({ kind, link }) => kind === "question.asked" && link.includes(id));
};

test("an unanswered question moves to the next person who knows its tags, each once, and then to nobody", async () => {
  const { id } = await ana!.ask({ tags: ["quay"], askedId: ben!.id });
  // A Tuesday: not before the same time on Wednesday.
  expect(await passOn(id, "2026-11-24T09:00:00Z", "2026-11-25T08:59:00Z")).toBe("Ben");
  expect(await wasTold(cleo!, id)).toBe(false);
  expect(await passOn(id, "2026-11-24T09:00:00Z", "2026-11-25T09:00:00Z")).toBe("Cleo");
  expect(await wasTold(cleo!, id)).toBe(true);
  expect(await passOn(id, "2026-11-24T09:00:00Z", "2026-11-25T09:00:00Z")).toBe("Dora");
  expect(await passOn(id, "2026-11-24T09:00:00Z", "2026-11-25T09:00:00Z")).toBe(null);
});

test("weekends are not working days", async () => {
  const { id } = await ana!.ask({ tags: ["quay"], askedId: ben!.id });
  expect(await passOn(id, "2026-11-27T15:00:00Z", "2026-11-30T14:59:00Z")).toBe("Ben");
  expect(await passOn(id, "2026-11-28T15:00:00Z", "2026-11-30T23:59:00Z")).toBe("Ben");
  expect(await passOn(id, "2026-11-29T15:00:00Z", "2026-12-01T00:00:00Z")).toBe("Cleo");
});

test("an answered, closed or locked question stays, and a private one moves only to its readers", async () => {
  const [answered, locked, secret] = [
    await ana!.ask({ tags: ["quay"], askedId: ben!.id }),
    await ana!.ask({ tags: ["quay"], askedId: ben!.id }),
    await ana!.ask({ tags: ["quay"], askedId: ben!.id, departmentId: backendId, isPrivate: true }),
  ];
  await dora!.answer(answered.id);
  const moderator = await createAsker(server, "Mo", { roles: ["admin"] });
  await moderator.moderate("question", locked.id, true, null);
  const pass = (id: string) => passOn(id, "2026-11-24T09:00:00Z", "2026-11-26T09:00:00Z");
  expect(await pass(answered.id)).toBe("Ben");
  expect(await pass(locked.id)).toBe("Ben");
  expect(await pass(secret.id)).toBe("Dora");
});
