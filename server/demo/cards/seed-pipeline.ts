import type { CardData } from "@atoll/contract/cards/field-schemas";
import { generateNKeysBetween } from "fractional-indexing";
import { storeValues } from "../../src/features/cards/data/card-values.ts";
import type { Database } from "../../src/tables.ts";
import { demoId } from "../ids.ts";
import { cell, parseTable } from "../table.ts";
import type { DemoCompany } from "../types.ts";

const dayMs = 86_400_000;

/** `changed` is days ago, `due` days from now; euros, or dollars after a $. */
const written = parseTable(`
  stage       | title                      | value  | owner   | changed | due | source   | step                         | contact           | reason
  lead        | Brightwater Ferries        | 42000  | ines    | 2       | 3   | Inbound  | Inbound from the case study  | Lena Brandt       |
  lead        | Osei Cold Chain            | 31500  | ruth    | 4       |     | Event    | Met at Ports Expo            | Kwame Osei        |
  lead        | Tern Air Cargo             | 64000  | marisol | 6       | 1   | Referral | Referral from Marlowe        | Paul Iversen      |
  lead        | Pallet & Pine              | 18500  | ines    | 8       |     | Inbound  | Trial signup, 12 seats       | Jo Pine           |
  lead        | Sandbar Coffee Roasters    | 12000  | henrik  | 19      |     | Outreach | First call left open         | Ada Moreau        |
  lead        | Gannet Parcel              | $27500 | wanjiru | 1       | 6   | Event    | Demo on the depot app        | Cho Min-jun       |
  lead        | Low Tide Logistics         | 22000  | henrik  | 23      |     | Outreach | No answer to two mails       | Rosa Blanch       |
  qualified   | Lighthouse Depots          | 58000  | ruth    | 3       | 5   | Inbound  | Budget confirmed for Q1      | Signe Holt        |
  qualified   | Sable Harvest Co-op        | 76000  | marisol | 11      | 9   | Referral | Needs offline mode           | Tom Adair         |
  qualified   | Union Quay                 | 44000  | ines    | 5       | 2   | Event    | Security review booked       | Maya Lindt        |
  qualified   | Coralline Pharma           | $91000 | rafael  | 6       | 12  | Inbound  | Cold-chain audit call        | Dr. Nadia Roux    |
  qualified   | Ebb & Flow Breweries       | 19800  | camille | 17      |     | Outreach | Waiting for their new buyer  | Finn Okoro        |
  proposal    | Harbour Freight            | 128400 | marisol | 0.1     | 0   | Referral | Scope v3 goes out today      | Edith Wahl        |
  proposal    | Norr Line                  | 67000  | ruth    | 9       | 4   | Inbound  | Waiting on legal             | Sven Aalto        |
  proposal    | Estuary Foods              | 45600  | ines    | 2       | 7   | Event    | Second read with ops         | Carla Mendes      |
  proposal    | Mangrove Marine            | $38000 | anouk   | 15      | -2  | Referral | Price list for two ships     | Reza Tehrani      |
  negotiation | Kestrel Rail pilot         | 96000  | ruth    | 0.01    | 3   | Inbound  | Site visit Monday 10:00      | Oona Kestrel      |
  negotiation | Moss & Mortar              | 58200  | marisol | 7       | 1   | Referral | Asking for net 60            | Bruno Keller      |
  won         | Marlowe Ferries renewal    | 112000 | ruth    | 11      |     | Referral | Two years, signed            | Grace Marlowe     |
  won         | Anchor Print               | 36000  | ines    | 14      |     | Inbound  | Live since Monday            | Leo Anker         |
  won         | Saltmarsh Rail, phase one  | 84000  | marisol | 26      |     | Event    | Kick-off done                | Hilde Sorensen    |
  won         | Pier 9 Markets             | 21500  | camille | 39      |     | Inbound  | Onboarded                    | Ana Costa         |
  won         | Drift Textiles             | 74500  | tove    | 51      |     | Referral | Paid in advance              | Yusuf Demir       |
  won         | Cape Dairy                 | 60000  | tove    | 72      |     | Outreach | Cold storage module          | Ruan Botha        |
  lost        | Beacon Couriers            | 33000  | henrik  | 12      |     | Outreach |                              | Mo Farrell        | Stayed with their own tool
  lost        | Skerry Salmon              | 47000  | anouk   | 21      |     | Event    |                              | Ingrid Moe        | Budget cut until next year
  lost        | Reef Insurance             | 88000  | marisol | 33      |     | Inbound  |                              | Philip Crane      | Needed on-premise telephony
  lost        | Northbank Waste            | 15000  | henrik  | 44      |     | Outreach |                              | Zoe Patel         | No answer after the proposal
  lost        | Quayside Hotels            | 29000  | camille | 58      |     | Referral |                              | Marta Nowak       | Chose a hotel suite instead
  lost        | Sunfish Tours              | $9500  | wanjiru | 66      |     | Event    |                              | Ben Halloway      | Season ended
`);

/** Writes the deals of Business Development. People and departments have to be there. */
export async function seedPipeline(tx: Database, company: DemoCompany, now: Date): Promise<void> {
  const type = await tx
    .selectFrom("card_types as ct")
    .innerJoin("departments as d", "d.id", "ct.department_id")
    .select(["ct.id", "ct.fields"])
    .where("d.slug", "=", "business-development")
    .where("ct.slug", "=", "pipeline")
    .executeTakeFirstOrThrow();
  const idOf = (key: string) => {
    const person = company.people.find((one) => one.key === key);
    if (!person) throw new Error(`the demo company has no ${key}`);
    return person.id;
  };
  const day = (days: number) => new Date(now.getTime() + days * dayMs);
  const ranks = generateNKeysBetween(null, null, written.length);
  for (const [index, row] of written.entries()) {
    const changedAt = day(-Number(cell(row, "changed")));
    const createdAt = new Date(changedAt.getTime() - 20 * dayMs);
    const id = demoId(createdAt, `deal ${cell(row, "title")}`);
    const data: CardData = {
      value: {
        amount: Number(cell(row, "value").replace("$", "")) * 100,
        currency: cell(row, "value").startsWith("$") ? "USD" : "EUR",
      },
      source: cell(row, "source"),
      contact: cell(row, "contact"),
      ...(cell(row, "step") !== "" && { next_step: cell(row, "step") }),
    };
    const due = cell(row, "due");
    await tx
      .insertInto("cards")
      .values({
        id,
        type_id: type.id,
        title: cell(row, "title"),
        stage: cell(row, "stage"),
        stage_since: changedAt,
        reason: cell(row, "reason"),
        rank: ranks[index] ?? "a0",
        owner_id: idOf(cell(row, "owner")),
        due_on: due === "" ? null : day(Number(due)).toISOString().slice(0, 10),
        data: JSON.stringify(data),
        sent_hash: Buffer.alloc(32),
        created_by: idOf(cell(row, "owner")),
        created_at: createdAt,
        updated_at: changedAt,
      })
      .execute();
    await storeValues(tx, { id, type_id: type.id }, type.fields, data);
  }
}
