import { notificationRoutes } from "@atoll/contract/notifications/routes";
import { searchRoutes } from "@atoll/contract/search/routes";
import { beforeAll, expect, test } from "vitest";
import { idsByName } from "../../../test/announcers.ts";
import { commenterOf } from "../../../test/commenter.ts";
import { sharedServer } from "../../../test/for-file.ts";
import { createPlanners, type Planner } from "../../../test/planners.ts";
import { everybodyNotified } from "../../../test/settled.ts";

const server = sharedServer();
let [mari, kofi, ines, lea, dev, greta]: Planner[] = [];
let marketing: string;

beforeAll(async () => {
  [mari, kofi, ines, lea, dev, greta] = await createPlanners(server, {
    Mari: { departments: ["Marketing"] },
    Kofi: { departments: ["Backend"] },
    Ines: { departments: ["Marketing"] },
    Lea: { departments: ["Backend"] },
    Dev: { departments: ["DevOps"] },
    Greta: { roles: ["admin"] },
  });
  marketing = (await idsByName(server.db, "departments")).Marketing ?? "";
});

const on = (event: { id: string }) => ({ kind: "event", id: event.id });
/** Returns the titles of a person's notifications about comments. */
async function toldTo(person: Planner): Promise<string[]> {
  await everybodyNotified(server.db);
  const { items } = await person.client.call(notificationRoutes.listNotifications, { query: {} });
  return items.flatMap(({ title }) => (/comment|mentioned/.test(title) ? [title] : []));
}

test("readers comment on an event, mentions and attendees are notified, and losing access hides all comments", async () => {
  const event = await mari!.create({
    title: "Regatta",
    departmentId: marketing,
    rule: "FREQ=WEEKLY;COUNT=3",
    invite: { personIds: [kofi!.id, lea!.id] },
  });
  await lea!.answer(event.id, { rsvp: "declined" });
  const socket = await ines!.listen();
  const subjects = [on(event)];
  expect(await socket.command("comments.watch", { subjects })).toEqual({ subjects });
  const heard = socket.next("comment.posted");
  const words = "Who brings the pennants, @Ines and @Dev?";
  const mentionIds = [ines!.id, dev!.id];
  const comment = await commenterOf(kofi!).comment(on(event), words, { mentionIds });
  expect(await heard).toEqual({ comment });
  await commenterOf(kofi!).comment(on(event), "And the buoys");

  expect(await toldTo(mari!)).toEqual(["Kofi wrote 2 comments on “Regatta”"]);
  expect(await toldTo(ines!)).toEqual(["Kofi mentioned you on “Regatta”"]);
  for (const other of [kofi!, lea!, dev!, greta!]) expect(await toldTo(other)).toEqual([]);
  const hits = async (who: Planner) =>
    (await who.client.call(searchRoutes.searchEverywhere, { query: { query: "pennants" } })).items;
  expect(await hits(ines!)).toMatchObject([
    {
      kind: "comment",
      link: `/calendar?event=${event.id}#comment-${comment.id}`,
      detail: { subject: { title: "Regatta" } },
    },
  ]);
  expect(await hits(dev!)).toEqual([]);
  expect(await commenterOf(dev!).refused.list(on(event))).toBe("subject_not_found");
  expect(await commenterOf(dev!).refused.comment(on(event), "Hello")).toBe("subject_not_found");

  expect(await commenterOf(ines!).refused.remove(comment)).toBe("forbidden");
  expect((await commenterOf(kofi!).list(on(event))).rights).toEqual({ mayComment: true, mayModerate: false });
  for (const moderator of [mari!, greta!])
    expect((await commenterOf(moderator).list(on(event))).rights.mayModerate).toBe(true);
  await commenterOf(greta!).remove(comment);

  // Now the event is private: the department sees a busy time, and no comments.
  const secret = await mari!.change(await mari!.open(event.id), { set: { visibility: "private" } });
  for (const other of [ines!, greta!])
    expect(await commenterOf(other).refused.list(on(event))).toBe("subject_not_found");
  expect(await toldTo(ines!)).toEqual([]);
  expect((await commenterOf(kofi!).list(on(event))).total).toBe(1);
  const without = await mari!.change(secret!, { uninvite: [kofi!.id] });
  expect(await commenterOf(kofi!).refused.comment(on(event), "Wait")).toBe("subject_not_found");

  const changeId = await mari!.remove(without!);
  expect(await commenterOf(mari!).refused.list(on(event))).toBe("subject_not_found");
  expect(await toldTo(mari!)).toEqual([]);
  await mari!.undo(changeId);
  expect((await commenterOf(mari!).list(on(event))).items.map(({ content }) => content)).toEqual([
    "And the buoys",
  ]);
  await server.db.deleteFrom("events").where("id", "=", event.id).execute();
  const left = server.db.selectFrom("comments").select("id").where("subject_id", "=", event.id);
  expect(await left.execute()).toEqual([]);
});
