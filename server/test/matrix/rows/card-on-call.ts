import type { onCallRoutes } from "@atoll/contract/cards/on-call-routes";
import { uuidv7 } from "uuidv7";
import { each, signedIn } from "../expectations.ts";
import type { CaseInput, Row } from "../slice.ts";
import type { World } from "../world.ts";
import { type CardThings, members, withView } from "./card-things.ts";

const backend = { slug: "backend" };

/** An override that has not started. It names the author, who is known to all members. */
async function addOverride({ db, actors, departmentIds }: World, slug = "Backend"): Promise<string> {
  const id = uuidv7();
  await db
    .insertInto("on_call_overrides")
    .values({
      id,
      department_id: departmentIds[slug] ?? "",
      person_id: actors.author.id,
      starts_at: new Date("2036-12-01T09:00:00.000Z"),
      ends_at: new Date("2037-01-01T09:00:00.000Z"),
      created_by: actors.author.id,
      sent_hash: Buffer.alloc(32),
    })
    .execute();
  return id;
}

const rotaOf = (world: World, version = 0) => ({
  ...{ memberIds: [world.actors.author.id], lengthDays: 7, weekday: 1, handOver: "09:00", zone: "UTC" },
  ...{ startsOn: "2026-11-02", version },
});

/** Deletes what an earlier case has set, so that each sees the same department. */
async function clear({ db, departmentIds }: World): Promise<void> {
  const id = departmentIds.Backend ?? "";
  await db.deleteFrom("on_call_rotas").where("department_id", "=", id).execute();
  await db.deleteFrom("on_call_escalations").where("department_id", "=", id).execute();
  await db.deleteFrom("on_call_overrides").where("department_id", "=", id).execute();
}

type Input = CaseInput<CardThings>;

const ofMembers = signedIn("section_not_found", each(members, "ok"));
const ofManagers = signedIn("section_not_found", { ...each(members, "forbidden"), ...each(withView, "ok") });

/** A change of Backend, and the same of a department that does not exist. */
const changeOf = <Body>(bodyOf: (world: World) => Body, expect: typeof ofMembers) => ({
  "of Backend": {
    request: async ({ world }: Input) => {
      await clear(world);
      return { params: backend, body: bodyOf(world) };
    },
    expect,
    isOneAtATime: true as const,
  },
  "of no department": {
    request: ({ world }: Input) => ({ params: { slug: "moon" }, body: bodyOf(world) }),
    expect: signedIn("section_not_found"),
  },
});

/** The rows of who is on call: members see it and take over; those with the permission for the cards set the rota. */
export const onCallRows: { [Key in keyof typeof onCallRoutes]: Row<(typeof onCallRoutes)[Key], CardThings> } =
  {
    readOnCall: {
      "of Backend": { request: () => ({ params: backend }), expect: ofMembers },
      "of no department": {
        request: () => ({ params: { slug: "moon" } }),
        expect: signedIn("section_not_found"),
      },
    },
    setRota: changeOf((world) => rotaOf(world), ofManagers),
    deleteRota: {
      "of Backend": { request: () => ({ params: backend }), expect: ofManagers },
    },
    addOverride: changeOf(
      ({ actors }) => ({
        id: uuidv7(),
        personId: actors.author.id,
        startsAt: new Date(Date.now() + 3_600_000).toISOString(),
        endsAt: new Date(Date.now() + 7_200_000).toISOString(),
      }),
      ofMembers,
    ),
    endOverride: {
      "of Backend": {
        request: async ({ world, spare }) => ({
          params: { overrideId: await spare("an override", () => addOverride(world)) },
        }),
        expect: signedIn("on_call_override_not_found", each(members, "ok")),
      },
      missing: {
        request: () => ({ params: { overrideId: uuidv7() } }),
        expect: signedIn("on_call_override_not_found"),
      },
    },
    swapShifts: {
      "of Backend": {
        request: async ({ world }) => {
          await clear(world);
          const shiftOf = async (personId: string, hours: number) => {
            const shift = {
              starts_at: new Date(Date.now() + hours * 3_600_000),
              ends_at: new Date(Date.now() + (hours + 1) * 3_600_000),
            };
            await world.db
              .insertInto("on_call_overrides")
              .values({
                ...{ id: uuidv7(), department_id: world.departmentIds.Backend ?? "", person_id: personId },
                ...{ ...shift, created_by: world.actors.author.id, sent_hash: Buffer.alloc(32) },
              })
              .execute();
            return { personId, startsAt: shift.starts_at.toISOString(), endsAt: shift.ends_at.toISOString() };
          };
          const { author, member } = world.actors;
          const shifts: [Awaited<ReturnType<typeof shiftOf>>, Awaited<ReturnType<typeof shiftOf>>] = [
            await shiftOf(author.id, 1),
            await shiftOf(member.id, 2),
          ];
          return { params: backend, body: { ids: [uuidv7(), uuidv7()] as [string, string], shifts } };
        },
        expect: ofMembers,
        isOneAtATime: true,
      },
    },
    setEscalation: changeOf(
      () => ({
        severity: null,
        repeats: 1,
        steps: [{ who: "everyone" as const, personId: null, afterMinutes: 10 }],
        version: 0,
      }),
      ofManagers,
    ),
  };
