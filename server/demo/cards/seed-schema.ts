import { parseDdl } from "../../src/features/cards/imports/parse-ddl.ts";
import { storeShapes } from "../../src/features/cards/imports/plan-import.ts";
import { storeVersion } from "../../src/features/cards/imports/versions.ts";
import type { Database } from "../../src/tables.ts";

const billing = `
  CREATE TABLE clients (id uuid PRIMARY KEY, name text, address text, vat_id text, contact_email text);
  CREATE TABLE tax_rates (id uuid PRIMARY KEY, country text, from_day date, basis_points integer);
  CREATE TABLE invoices (id uuid PRIMARY KEY, client_id uuid REFERENCES clients (id), number integer,
    total_cents bigint, currency text, due_on date);
  CREATE TABLE invoice_lines (id uuid PRIMARY KEY, invoice_id uuid REFERENCES invoices (id), text text,
    quantity numeric, unit_cents bigint, tax_rate_id uuid REFERENCES tax_rates (id));
  CREATE TABLE payments (id uuid PRIMARY KEY, invoice_id uuid REFERENCES invoices (id), received_at timestamptz,
    amount_cents bigint, iban text);
  CREATE TABLE credit_notes (id uuid PRIMARY KEY, invoice_id uuid REFERENCES invoices (id), number integer,
    total_cents bigint, reason text);`;

const databases: Readonly<Record<string, string>> = {
  billing,
  scheduling: `
    CREATE TABLE depots (id uuid PRIMARY KEY, name text, zone text, position point);
    CREATE TABLE slots (id uuid PRIMARY KEY, depot_id uuid REFERENCES depots (id), starts_at timestamptz, zone text,
      capacity integer);
    CREATE TABLE slot_rules (id uuid PRIMARY KEY, depot_id uuid REFERENCES depots (id), weekday smallint,
      from_time time, until_time time);
    CREATE TABLE drivers (id uuid PRIMARY KEY, client_id uuid, name text, phone text, plate text);
    CREATE TABLE bookings (id uuid PRIMARY KEY, slot_id uuid REFERENCES slots (id), client_id uuid,
      driver_id uuid REFERENCES drivers (id), plate text);`,
  search: `
    CREATE TABLE shipments_index (id uuid PRIMARY KEY, words tsvector, position point, updated_at timestamptz);
    CREATE TABLE search_words (id uuid PRIMARY KEY, word text, forms text[], weight real);
    CREATE TABLE webhook_deliveries (id uuid PRIMARY KEY, webhook_id uuid, body bytea, answered_at timestamptz);
    CREATE TABLE export_files (id uuid PRIMARY KEY, account_id uuid, address text, expires_at timestamptz);`,
  identity: `
    CREATE TABLE accounts (id uuid PRIMARY KEY, email text, password_hash text, disabled_at timestamptz);
    CREATE TABLE sessions (id uuid PRIMARY KEY, account_id uuid REFERENCES accounts (id), device text,
      last_seen_at timestamptz);
    CREATE TABLE roles (id uuid PRIMARY KEY, name text, permissions text[]);
    CREATE TABLE second_factors (id uuid PRIMARY KEY, account_id uuid REFERENCES accounts (id), secret bytea,
      confirmed_at timestamptz);`,
};

const dayMs = 86_400_000;

/** Writes the imported tables of the demo company's databases, so that they are drawn and compared. */
export async function seedSchema(tx: Database, now: Date): Promise<void> {
  const cards = await tx
    .selectFrom("cards as c")
    .innerJoin("card_types as ct", "ct.id", "c.type_id")
    .select(["c.id", "c.title", "c.type_id", "c.owner_id"])
    .where("ct.slug", "=", "schema")
    .execute();
  for (const [source, ddl] of Object.entries(databases)) {
    const file = parseDdl(ddl);
    const imported = file.things.flatMap((thing) => {
      const card = cards.find(({ title }) => title === thing.key);
      return card ? [{ cardId: card.id, typeId: card.type_id, viewerId: card.owner_id, thing }] : [];
    });
    const [first] = imported;
    if (!first) continue;
    const about = { typeId: first.typeId, source, viewerId: first.viewerId };
    if (source === "billing")
      await storeVersion(
        tx,
        about,
        parseDdl(ddl.replace("vat_id text, ", "").replace("amount_cents bigint", "amount_cents integer")),
        new Date(now.getTime() - 40 * dayMs),
      );
    await storeVersion(tx, about, file, new Date(now.getTime() - 4 * dayMs));
    await storeShapes(tx, { typeId: first.typeId, source }, imported);
  }
}
