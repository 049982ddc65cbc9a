import { givenSections } from "@atoll/contract/cards/sections/all";
import { uuidv7 } from "uuidv7";
import { contentOf } from "../../../src/features/cards/data/approvals.ts";
import type { AdmittedName } from "../actors.ts";
import { each, signedIn } from "../expectations.ts";
import type { CaseInput } from "../slice.ts";
import type { World } from "../world.ts";

/** Members of Backend. Nobody else, whatever they administer. */
export const members: AdmittedName[] = ["voiceless", "member", "author", "departmentRole"];
/** Members of Backend who hold `cards/backend`, too. */
export const withView: AdmittedName[] = ["departmentRole"];

/** A section that Atoll comes with, and a card of it with a secret for each of its readers. */
interface GivenSection {
  typeId: string;
  cardId: string;
}

export interface CardThings {
  /** A section whose cards need an approval of a person, and one of the checklist, before they are done. */
  approvedType: string;
  /** A section with alerts. */
  alertsType: string;
  openType: string;
  restrictedType: string;
  openCard: string;
  restrictedCard: string;
  /** By "department/section". */
  given: Readonly<Record<string, GivenSection>>;
}

const stages = [
  { id: "open", name: "Open", kind: "open", probability: 0 },
  { id: "done", name: "Done", kind: "won", probability: 100 },
];

export async function addType(
  { db, departmentIds }: World,
  slug: string,
  name: string,
  isRestricted = false,
): Promise<string> {
  const { id } = await db
    .insertInto("card_types")
    .values({
      department_id: departmentIds.Backend ?? "",
      slug,
      name,
      singular: "card",
      stages: JSON.stringify(stages),
      fields: JSON.stringify([{ name: "number", label: "Number", kind: "number" }]),
      value_field: null,
      stale_days: null,
      is_restricted: isRestricted,
      options: JSON.stringify({ layout: { series: "number" }, hooks: "runs", sequenceStage: "open" }),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** A section of Backend in which the member approves what the author owns. */
export async function addApprovedType(world: World): Promise<string> {
  const typeId = await addType(world, "matrix-approved", "Approved");
  await world.db
    .updateTable("card_types")
    .set({
      fields: JSON.stringify([
        { name: "approver", label: "Approver", kind: "person" },
        { name: "list", label: "Approvals", kind: "checklist" },
      ]),
      options: JSON.stringify({
        approvals: { fields: ["approver", "list"] },
        needs: [{ stage: "done", field: "approver", is: "second_person", words: "It needs an approval." }],
      }),
    })
    .where("id", "=", typeId)
    .execute();
  return typeId;
}

/** A card of the author's that the member is asked to approve. */
export async function addCardToApprove(world: World, typeId: string): Promise<string> {
  const cardId = await addCard(world, typeId);
  const data = { approver: world.actors.member.id, list: [{ text: "Price", isDone: false }] };
  await world.db
    .updateTable("cards")
    .set({ data: JSON.stringify(data) })
    .where("id", "=", cardId)
    .execute();
  return cardId;
}

/** The content of each of these cards, which no change has touched. */
export async function contentOfCard({ db }: World, cardId: string): Promise<string> {
  const row = await db
    .selectFrom("cards as c")
    .innerJoin("card_types as ct", "ct.id", "c.type_id")
    .select(["c.title", "c.body", "c.data", "ct.options"])
    .where("c.id", "=", cardId)
    .executeTakeFirstOrThrow();
  return contentOf(row);
}

let count = 0;
export async function addCard(
  { db, actors }: World,
  typeId: string,
  title = "Spare",
  stage = "open",
): Promise<string> {
  const id = uuidv7();
  count += 1;
  await db
    .insertInto("cards")
    .values({
      id,
      type_id: typeId,
      title,
      stage,
      rank: `a${String(count).padStart(6, "0")}V`,
      owner_id: actors.author.id,
      due_on: null,
      data: "{}",
      sent_hash: Buffer.alloc(32),
      created_by: actors.author.id,
    })
    .execute();
  return id;
}

/** The sections that Atoll comes with, as "department/section". */
const givenNames = Object.entries(givenSections).flatMap(([department, sections]) =>
  sections.map(({ slug }) => `${department}/${slug}`),
);

function readersOf(name: string): AdmittedName[] {
  if (name.startsWith("backend/")) return members;
  return name.startsWith("marketing/") ? ["stranger"] : [];
}

/** A card in each section that Atoll comes with. */
export async function addToGivenSections(world: World): Promise<CardThings["given"]> {
  const types = await world.db
    .selectFrom("card_types as ct")
    .innerJoin("departments as d", "d.id", "ct.department_id")
    .select(["ct.id", "ct.slug", "ct.stages", "d.slug as department"])
    .execute();
  const given: Record<string, GivenSection> = {};
  for (const name of givenNames) {
    const type = types.find(({ department, slug }) => `${department}/${slug}` === name);
    if (!type) throw new Error(`there is no section ${name}`);
    const title = world.secrets.hide(`the title of a card of ${name}`, readersOf(name));
    given[name] = {
      typeId: type.id,
      cardId: await addCard(world, type.id, title, type.stages[0]?.id),
    };
  }
  return given;
}

/** A row for each section that Atoll comes with: its members alone are let in. */
export function ofEachSection<Call>(
  missing: "section_not_found" | "card_not_found",
  request: (given: GivenSection) => Call,
): ReturnType<typeof ofOneSection<Call>> {
  return Object.assign({}, ...givenNames.map((name) => ofOneSection(name, missing, request)));
}

/** A row for one of these sections. */
export function ofOneSection<Call>(
  name: string,
  missing: "section_not_found" | "card_not_found",
  request: (given: GivenSection) => Call,
) {
  return {
    [`of ${name}`]: {
      request: ({ things }: CaseInput<CardThings>): Call => {
        const section = things.given[name];
        if (!section) throw new Error(`there is no section ${name}`);
        return request(section);
      },
      expect: signedIn(missing, each(readersOf(name), "ok")),
    },
  };
}
