import { eventRoutes as routes } from "@atoll/contract/calendar/routes";
import { uuidv7 } from "uuidv7";
import { expect, test } from "vitest";
import { idsByName } from "../../../../test/announcers.ts";
import { createChannel } from "../../../../test/factories.ts";
import { sharedServer } from "../../../../test/for-file.ts";
import { createPlanners } from "../../../../test/planners.ts";

const server = sharedServer();

test("inviting departments and channels invites their current members, each once", async () => {
  const [mari, kofi, ines, dev] = await createPlanners(server, {
    Mari: { roles: ["user"], departments: ["Marketing"] },
    Kofi: { roles: ["user"], departments: ["Backend"] },
    Ines: { roles: ["user"], departments: ["Marketing"] },
    Dev: { roles: ["user"], departments: ["DevOps"] },
  });
  const { Marketing: marketing = "" } = await idsByName(server.db, "departments");
  const channel = await createChannel(server.db, { members: [mari!, kofi!, dev!].map(({ id }) => ({ id })) });
  const times = { start: "2027-08-02T10:00", end: "2027-08-02T11:00", zone: "UTC" };
  const invite = { personIds: [ines!.id], departmentIds: [marketing], channelIds: [channel.id] };
  const event = await mari!.create({ title: "All hands", ...times, invite });
  expect(event.attendees.map(({ person }) => person.name)).toEqual(["Mari", "Dev", "Ines", "Kofi"]);
  expect(await dev!.list("2027-08-02", "2027-08-03")).toEqual(["All hands 2027-08-02T10:00"]);

  // Somebody who joins the channel later is not invited.
  const lea = (await createPlanners(server, { Lea: { roles: ["user"] } }))[0];
  await server.db
    .insertInto("channel_members")
    .values({ channel_id: channel.id, user_id: lea!.id })
    .execute();
  expect(await lea!.refused(routes.getEvent, { params: { eventId: event.id }, query: {} })).toBe(
    "event_not_found",
  );

  const wanted = (more: object) => ({ body: { id: uuidv7(), title: "Sneak", ...times, invite: more } });
  expect(await ines!.refused(routes.createEvent, wanted({ channelIds: [channel.id] }))).toBe(
    "channel_not_found",
  );
  expect(await dev!.refused(routes.createEvent, wanted({ departmentIds: [marketing] }))).toBe(
    "department_not_found",
  );
});
