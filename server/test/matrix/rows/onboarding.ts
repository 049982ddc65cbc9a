import { onboardingEvents } from "@atoll/contract/onboarding/events";
import { onboardingRoutes as routes } from "@atoll/contract/onboarding/routes";
import { uuidv7 } from "uuidv7";
import { createOnboardingRow, createPathRow } from "../../onboarding.ts";
import type { AdmittedName } from "../actors.ts";
import { each, signedIn } from "../expectations.ts";
import { type CaseInput, defineSlice } from "../slice.ts";
import { admins, must } from "./chat-things.ts";

type Row = Awaited<ReturnType<typeof createOnboardingRow>>;

interface Things {
  /** The member's, led by the author, with the one who holds a role of the department as buddy. */
  own: Row;
  /** A colleague's, led by another one. */
  foreign: Row;
  /** A draft. */
  draftPathId: string;
}

type Input = CaseInput<Things>;

/** Hold `onboarding:manage`. */
const managers: AdmittedName[] = ["userManager", ...admins];
const leaders: AdmittedName[] = ["author", ...managers];
const seers: AdmittedName[] = ["member", "departmentRole", ...leaders];

const ofOnboarding = (onboardingId: string) => ({ params: { onboardingId } });
const ofPath = (pathId: string) => ({ params: { pathId } });
/** Nothing falls due while rows are looked at. */
const later = "2030-01-07";
const anybody = <Request>(request: Request) => ({
  anybody: { request: () => request, expect: signedIn("ok") },
});

/** The member's, a new one for each success. */
function newOne({ world, spare }: Input): Promise<Row> {
  const { member, author, departmentRole } = world.actors;
  return spare("somebody on a path", () =>
    createOnboardingRow(world.db, {
      personId: member.id,
      managerId: author.id,
      buddyId: departmentRole.id,
      startOn: later,
    }),
  );
}

const leadersOnly = signedIn("onboarding_not_found", {
  ...each(["member", "departmentRole"], "forbidden"),
  ...each(leaders, "ok"),
});
const doersOnly = signedIn("onboarding_not_found", {
  ...each(["departmentRole"], "forbidden"),
  ...each(["member", ...leaders], "ok"),
});

/** Rows of a route that changes somebody's onboarding. */
function changing<Request>(request: (row: Row) => Request, expect = leadersOnly) {
  return {
    own: { request: async (input: Input) => request(await newOne(input)), expect },
    foreign: {
      request: ({ things }: Input) => request(things.foreign),
      expect: signedIn("onboarding_not_found", each(managers, "ok")),
    },
    missing: {
      request: ({ things }: Input) => request({ ...things.foreign, id: uuidv7() }),
      expect: signedIn("onboarding_not_found"),
    },
  };
}

const managersOnly = signedIn("forbidden", each(managers, "ok"));
const missingPath = signedIn("forbidden", each(managers, "path_not_found"));
const content = (ownerId: string) => ({
  name: "Words",
  ownerId,
  items: [{ id: uuidv7(), kind: "text" as const, title: "Say hello", day: 1 }],
});
const newPath = ({ world, spare }: Input) =>
  spare("a path", () => createPathRow(world.db, world.actors.author.id, { state: "draft" }));

export const onboardingSlice = defineSlice<typeof routes, keyof typeof onboardingEvents, Things>({
  name: "onboarding",
  routes,
  eventNames: onboardingEvents,
  async furnish({ db, actors, secrets, newDouble }) {
    const colleague = await newDouble("stranger");
    const boss = await newDouble("stranger");
    return {
      own: await createOnboardingRow(db, {
        personId: actors.member.id,
        managerId: actors.author.id,
        buddyId: actors.departmentRole.id,
        startOn: later,
        name: secrets.hide("the name of a path", seers),
        note: secrets.hide("the note of an item", seers),
      }),
      foreign: await createOnboardingRow(db, {
        personId: colleague.id,
        managerId: boss.id,
        buddyId: boss.id,
        startOn: later,
        name: secrets.hide("the name of a path of somebody else", managers),
        note: secrets.hide("the note of an item of somebody else", managers),
      }),
      draftPathId: await createPathRow(db, boss.id, {
        state: "draft",
        name: secrets.hide("the name of a draft of a path", managers),
      }),
    };
  },
  rows: {
    listOwnOnboardings: anybody({}),
    getOnboardingFigures: anybody({}),
    listOnboardings: anybody({ query: {} }),
    startOnboarding: {
      "for a colleague": {
        request: async ({ world, things, spare }) => ({
          body: {
            id: uuidv7(),
            pathId: things.own.pathId,
            personId: await spare("a newcomer", async () => (await world.newDouble("stranger")).id),
            startOn: later,
          },
        }),
        expect: managersOnly,
      },
      "on a path that is not there": {
        request: ({ actor }) => ({
          body: { id: uuidv7(), pathId: uuidv7(), personId: actor.id, startOn: later },
        }),
        expect: missingPath,
      },
    },
    getOnboarding: {
      own: {
        request: ({ things }) => ofOnboarding(things.own.id),
        expect: signedIn("onboarding_not_found", each(seers, "ok")),
      },
      foreign: {
        request: ({ things }) => ofOnboarding(things.foreign.id),
        expect: signedIn("onboarding_not_found", each(managers, "ok")),
      },
      missing: { request: () => ofOnboarding(uuidv7()), expect: signedIn("onboarding_not_found") },
    },
    changeOnboarding: {
      own: {
        request: async (input) => ({
          ...ofOnboarding((await newOne(input)).id),
          body: { startOn: later, revision: 1 },
        }),
        expect: leadersOnly,
      },
      missing: {
        request: () => ({ ...ofOnboarding(uuidv7()), body: { startOn: later, revision: 1 } }),
        expect: signedIn("onboarding_not_found"),
      },
    },
    stopOnboarding: {
      own: { request: async (input) => ofOnboarding((await newOne(input)).id), expect: leadersOnly },
      missing: { request: () => ofOnboarding(uuidv7()), expect: signedIn("onboarding_not_found") },
    },
    resumeOnboarding: changing(({ id }) => ofOnboarding(id)),
    nudgeNewcomer: {
      own: { request: async (input) => ofOnboarding((await newOne(input)).id), expect: leadersOnly },
      missing: { request: () => ofOnboarding(uuidv7()), expect: signedIn("onboarding_not_found") },
    },
    tickOnboardingItem: {
      ...changing(({ id, textId }) => ({ params: { onboardingId: id, itemId: textId } }), doersOnly),
      "of the manager": {
        request: async (input) => {
          const { id, ownId } = await newOne(input);
          return { params: { onboardingId: id, itemId: ownId } };
        },
        expect: leadersOnly,
      },
      "of another path": {
        request: ({ things }) => ({ params: { onboardingId: things.own.id, itemId: things.foreign.textId } }),
        expect: signedIn("onboarding_not_found"),
      },
    },
    untickOnboardingItem: changing(
      ({ id, textId }) => ({ params: { onboardingId: id, itemId: textId } }),
      doersOnly,
    ),
    moveOnboardingItem: changing(({ id, textId }) => ({
      params: { onboardingId: id, itemId: textId },
      body: { dueOn: "2027-03-01" },
    })),
    bookOnboardingMeeting: changing(
      ({ id, meetId }) => ({
        params: { onboardingId: id, itemId: meetId },
        body: { start: "2027-03-01T10:00", zone: "UTC", minutes: 30 },
      }),
      doersOnly,
    ),
    listPaths: { all: { request: () => ({}), expect: managersOnly } },
    getPathAudience: { all: { request: () => ({}), expect: managersOnly } },
    createPath: {
      new: {
        request: ({ world }) => ({ body: { id: uuidv7(), ...content(world.actors.author.id) } }),
        expect: managersOnly,
      },
    },
    getPath: {
      draft: { request: ({ things }) => ofPath(things.draftPathId), expect: managersOnly },
      missing: { request: () => ofPath(uuidv7()), expect: missingPath },
    },
    savePath: {
      draft: {
        request: async (input) => ({
          ...ofPath(await newPath(input)),
          body: { ...content(input.world.actors.author.id), version: 1 },
        }),
        expect: managersOnly,
      },
      missing: {
        request: ({ world }) => ({
          ...ofPath(uuidv7()),
          body: { ...content(world.actors.author.id), version: 1 },
        }),
        expect: missingPath,
      },
    },
    publishPath: {
      draft: { request: async (input) => ofPath(await newPath(input)), expect: managersOnly },
      missing: { request: () => ofPath(uuidv7()), expect: missingPath },
    },
    archivePath: {
      draft: { request: async (input) => ofPath(await newPath(input)), expect: managersOnly },
      missing: { request: () => ofPath(uuidv7()), expect: missingPath },
    },
  },
  events: {
    "onboarding.changed": {
      change: ({ world, things: { own } }) =>
        must(world, world.actors.member, "PUT", `/api/onboarding/people/${own.id}/items/${own.textId}/done`),
      receivers: seers,
    },
    "onboarding.gone": {
      async change({ world }) {
        const { admin, member, author, departmentRole } = world.actors;
        const { id } = await createOnboardingRow(world.db, {
          personId: member.id,
          managerId: author.id,
          buddyId: departmentRole.id,
        });
        await must(world, admin, "PATCH", `/api/onboarding/people/${id}`, { buddyId: null, revision: 1 });
      },
      receivers: ["departmentRole"],
    },
    "onboarding-path.changed": {
      change: ({ world, things }) =>
        must(world, world.actors.admin, "PUT", `/api/onboarding/paths/${things.draftPathId}/publication`),
      receivers: managers,
    },
  },
});
