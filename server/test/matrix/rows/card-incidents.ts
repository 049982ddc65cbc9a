import type { incidentRoutes } from "@atoll/contract/cards/incident-routes";
import type { statusRoutes } from "@atoll/contract/cards/status-routes";
import { uuidv7 } from "uuidv7";
import type { AdmittedName } from "../actors.ts";
import { each, signedIn } from "../expectations.ts";
import type { CaseInput, Row } from "../slice.ts";
import type { World } from "../world.ts";
import { addCard, addType, type CardThings, members, withView } from "./card-things.ts";

/** A section of Backend with alerts. */
export async function addAlertsType(world: World): Promise<string> {
  const typeId = await addType(world, "matrix-alerts", "Alerts");
  await world.db
    .updateTable("card_types")
    .set({ options: JSON.stringify({ hooks: "alerts" }) })
    .where("id", "=", typeId)
    .execute();
  return typeId;
}

let number = 0;
/** An incident with an alert and an update, each with a secret for its readers. */
async function addIncident(
  world: World,
  typeId: string,
  readers: readonly AdmittedName[],
): Promise<{ incidentId: string; cardId: string }> {
  const { db, actors, secrets } = world;
  const incidentId = uuidv7();
  number += 1;
  await db
    .insertInto("incidents")
    .values({
      id: incidentId,
      type_id: typeId,
      number,
      title: secrets.hide("the title of an incident", readers),
      services: [secrets.hide("a service of an incident", readers)],
      effect: "none",
      state: "investigating",
      opened_by: actors.author.id,
      sent_hash: Buffer.alloc(32),
    })
    .execute();
  const cardId = await addCard(world, typeId, secrets.hide("an alert of an incident", readers));
  await db.insertInto("incident_alerts").values({ incident_id: incidentId, card_id: cardId }).execute();
  await db
    .insertInto("incident_entries")
    .values({
      id: uuidv7(),
      incident_id: incidentId,
      kind: "update",
      person_id: actors.author.id,
      text: secrets.hide("an update of an incident", readers),
    })
    .execute();
  return { incidentId, cardId };
}

type Input = CaseInput<CardThings>;
type Added = Awaited<ReturnType<typeof addIncident>>;

const open = ({ world, things, spare }: Input) =>
  spare("an incident", () => addIncident(world, things.openType, members));
const restricted = ({ world, things, spare }: Input) =>
  spare("a restricted incident", () => addIncident(world, things.restrictedType, withView));

/** A request about an incident, and the same about one of a restricted section. */
const ofBoth = <Call>(
  missing: "incident_not_found" | "card_not_found",
  callOf: (added: Added, input: Input) => Call | Promise<Call>,
) => ({
  open: {
    request: async (input: Input) => callOf(await open(input), input),
    expect: signedIn(missing, each(members, "ok")),
  },
  restricted: {
    request: async (input: Input) => callOf(await restricted(input), input),
    expect: signedIn(missing, each(withView, "ok")),
  },
});

/** The rows of incidents: members of the department see and change them, as its cards. */
export const incidentRows: {
  [Key in keyof typeof incidentRoutes]: Row<(typeof incidentRoutes)[Key], CardThings>;
} = {
  listIncidents: {
    open: {
      request: async (input) => {
        await open(input);
        return { params: { typeId: input.things.openType }, query: { state: "open" } };
      },
      expect: signedIn("section_not_found", each(members, "ok")),
    },
    restricted: {
      request: async (input) => {
        await restricted(input);
        return { params: { typeId: input.things.restrictedType }, query: { state: "open" } };
      },
      expect: signedIn("section_not_found", each(withView, "ok")),
    },
  },
  listIncidentsOfCard: ofBoth("card_not_found", ({ cardId }) => ({ params: { cardId } })),
  openIncident: {
    "where alerts are": {
      request: ({ things }) => ({
        params: { typeId: things.alertsType },
        body: { id: uuidv7(), title: "Opened" },
      }),
      expect: signedIn("section_not_found", each(members, "ok")),
    },
    "where no alerts are": {
      request: ({ things }) => ({
        params: { typeId: things.openType },
        body: { id: uuidv7(), title: "Opened" },
      }),
      expect: signedIn("section_not_found", each(members, "incident_wrong")),
    },
  },
  readIncident: ofBoth("incident_not_found", ({ incidentId }) => ({ params: { incidentId } })),
  changeIncident: ofBoth("incident_not_found", ({ incidentId }) => ({
    params: { incidentId },
    body: { set: { state: "identified" as const }, seen: { state: "investigating" as const } },
  })),
  linkAlerts: ofBoth("incident_not_found", ({ incidentId, cardId }) => ({
    params: { incidentId },
    body: { unlinked: [cardId] },
  })),
  postUpdate: ofBoth("incident_not_found", ({ incidentId }) => ({
    params: { incidentId },
    body: { id: uuidv7(), text: "We look into it." },
  })),
  saveReport: ofBoth("incident_not_found", async ({ incidentId }, { world }) => {
    await resolve(world, incidentId);
    return { params: { incidentId }, body: { version: 0, summary: "It was the pool." } };
  }),
  createFollowUpTasks: {
    open: {
      request: async (input) => ({ params: { incidentId: (await open(input)).incidentId } }),
      expect: signedIn("incident_not_found", { ...each(members, "ok"), voiceless: "forbidden" }),
    },
    restricted: {
      request: async (input) => ({ params: { incidentId: (await restricted(input)).incidentId } }),
      expect: signedIn("incident_not_found", { ...each(withView, "ok"), voiceless: "forbidden" }),
    },
  },
};

async function resolve({ db }: World, incidentId: string): Promise<void> {
  await db
    .updateTable("incidents")
    .set({ state: "resolved", resolved_at: new Date() })
    .where("id", "=", incidentId)
    .execute();
}

/** An incident about a service of the status page. Nobody but members may know its title. */
export async function addShownIncident(world: World, typeId: string): Promise<string> {
  const { incidentId } = await addIncident(world, typeId, members);
  await world.db
    .updateTable("incidents")
    .set({ services: ["shop"] })
    .where("id", "=", incidentId)
    .execute();
  // Everyone may read its updates.
  await world.db.deleteFrom("incident_entries").where("incident_id", "=", incidentId).execute();
  await world.db
    .insertInto("status_services")
    .values({ type_id: typeId, service: "shop" })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return incidentId;
}

const ofManagers = signedIn("section_not_found", { ...each(members, "forbidden"), ...each(withView, "ok") });

/** The rows of the status page: everyone reads it, and only those with the permission choose its services. */
export const statusRows: { [Key in keyof typeof statusRoutes]: Row<(typeof statusRoutes)[Key], CardThings> } =
  {
    readServiceStatus: { all: { request: () => ({ query: {} }), expect: signedIn("ok") } },
    listStatusUpdates: { all: { request: () => ({ query: {} }), expect: signedIn("ok") } },
    readStatusServices: {
      open: {
        request: ({ things }) => ({ params: { typeId: things.openType } }),
        expect: signedIn("section_not_found", each(members, "ok")),
      },
      restricted: {
        request: ({ things }) => ({ params: { typeId: things.restrictedType } }),
        expect: signedIn("section_not_found", each(withView, "ok")),
      },
    },
    setStatusServices: {
      "where alerts are": {
        request: async ({ world, things }) => {
          await world.db.deleteFrom("status_services").where("type_id", "=", things.alertsType).execute();
          return { params: { typeId: things.alertsType }, body: { services: ["shop"], seen: [] } };
        },
        expect: ofManagers,
        isOneAtATime: true,
      },
    },
  };
