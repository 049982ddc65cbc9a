import type { settingsRoutes } from "@atoll/contract/cards/settings-routes";
import { uuidv7 } from "uuidv7";
import { signedIn } from "../expectations.ts";
import type { CaseInput, Row } from "../slice.ts";
import type { World } from "../world.ts";
import { only, superAdmins } from "./administration-targets.ts";
import { addType, type CardThings } from "./card-things.ts";

/** They manage departments, and with them sections and fields; they read no cards by it. */
export const settingsManagers = ["departmentManager", "admin", ...superAdmins] as const;

type Input = CaseInput<CardThings>;

/** A section with two fields of administrators. */
async function addOwnSection({ db, departmentIds }: World): Promise<string> {
  const { id } = await db
    .insertInto("card_types")
    .values({
      department_id: departmentIds.Backend ?? "",
      slug: `own-${uuidv7()}`,
      name: `Own ${uuidv7()}`,
      singular: "thing",
      is_own: true,
      stages: JSON.stringify([{ id: "open", name: "Open", kind: "open", probability: 50 }]),
      fields: JSON.stringify([
        { name: "own_size", label: "Size", kind: "text", isAdded: true },
        { name: "own_colour", label: "Colour", kind: "choice", options: ["Red"], isAdded: true },
      ]),
      value_field: null,
      stale_days: null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

const ownSection = (input: Input) => input.spare("a section", () => addOwnSection(input.world));

/** Whether it is there or not, only those who manage departments are told. */
function ofSection<Call>(call: (sectionId: string) => Call) {
  return {
    "as it is": {
      request: async (input: Input) => call(await ownSection(input)),
      expect: only(settingsManagers),
    },
    missing: { request: () => call(uuidv7()), expect: only(settingsManagers, "section_not_found") },
    malformed: { request: () => call("Suppliers"), expect: signedIn("invalid_request") },
  };
}

function ofField<Call>(call: (sectionId: string, field: string, version: number) => Call) {
  return {
    ...ofSection((sectionId) => call(sectionId, "own_size", 1)),
    "of no such field": {
      request: async (input: Input) => call(await ownSection(input), "own_weight", 1),
      expect: only(settingsManagers, "section_field_wrong"),
    },
    "that comes with Atoll": {
      request: ({ things }: Input) => call(things.openType, "number", 1),
      expect: only(settingsManagers, "section_built_in"),
    },
  };
}

const seenBefore = {
  request: async (input: Input) => ({
    params: { sectionId: await ownSection(input), field: "own_size" },
    body: { version: 0, label: "Weight" },
  }),
  expect: only(settingsManagers, "changed_meanwhile"),
};

/** The rows of sections and fields that administrators add. */
export const settingsRows: {
  [Key in keyof typeof settingsRoutes]: Row<(typeof settingsRoutes)[Key], CardThings>;
} = {
  listSettings: {
    "of Backend": {
      request: ({ world }) => ({ params: { departmentId: world.departmentIds.Backend ?? "" } }),
      expect: only(settingsManagers),
    },
    "of no department": {
      request: () => ({ params: { departmentId: uuidv7() } }),
      expect: only(settingsManagers, "department_not_found"),
    },
  },
  createSection: {
    new: {
      request: ({ world }) => ({
        params: { departmentId: world.departmentIds.Backend ?? "" },
        body: {
          id: uuidv7(),
          name: `Things ${uuidv7().slice(-12)}`,
          singular: "thing",
          fields: [{ label: "Size", kind: "text" }],
          stages: [{ name: "Open", kind: "open" }],
        },
      }),
      // Each of them adds one, and there is an end to it.
      expect: only(settingsManagers),
    },
    "with the name of another": {
      request: ({ world }) => ({
        params: { departmentId: world.departmentIds.Backend ?? "" },
        body: { id: uuidv7(), name: "api docs", singular: "thing" },
      }),
      expect: only(settingsManagers, "section_name_taken"),
    },
    "of no department": {
      request: () => ({
        params: { departmentId: uuidv7() },
        body: { id: uuidv7(), name: "Things", singular: "thing" },
      }),
      expect: only(settingsManagers, "department_not_found"),
    },
  },
  changeSection: {
    ...ofSection((sectionId) => ({ params: { sectionId }, body: { version: 1, icon: "star" as const } })),
    "that comes with Atoll": {
      request: ({ things }) => ({
        params: { sectionId: things.openType },
        body: { version: 1, isArchived: true },
      }),
      expect: only(settingsManagers, "section_built_in"),
    },
    "that comes with Atoll: its readers": {
      request: async ({ world, spare }) => ({
        params: {
          sectionId: await spare("built section", () => addType(world, `built-${uuidv7()}`, "Built")),
        },
        body: { version: 1, isRestricted: true },
      }),
      expect: only(settingsManagers),
    },
    "with a stage of another section": {
      request: async (input) => ({
        params: { sectionId: await ownSection(input) },
        body: { version: 1, stages: [{ id: "won", name: "Won", kind: "won" as const }] },
      }),
      expect: only(settingsManagers, "section_field_wrong"),
    },
  },
  addField: ofSection((sectionId) => ({
    params: { sectionId },
    body: { version: 1, label: "Weight", kind: "number" as const },
  })),
  changeField: {
    ...ofField((sectionId, field, version) => ({
      params: { sectionId, field },
      body: { version, label: "Weight" },
    })),
    "seen before somebody else's change": seenBefore,
  },
  checkConversion: ofField((sectionId, field) => ({
    params: { sectionId, field },
    body: { kind: "number" as const },
  })),
  convertField: ofField((sectionId, field, version) => ({
    params: { sectionId, field },
    body: { version, kind: "number" as const },
  })),
};
