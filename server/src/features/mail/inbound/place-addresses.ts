import type { MailAddressPlace } from "@atoll/contract/mail/schemas";
import { canManageTaskFields } from "@atoll/contract/tasks/policy";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { recordAct } from "../../../platform/audit.ts";
import type { Changer, RequestViewer, SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { accessManagedChannel } from "../../chat/public.ts";
import { changeAs } from "../../identity/public.ts";
import { isPlaceAddress, placeAddress } from "./addresses.ts";

type Sources = Pick<SliceContext, "db" | "mailIn">;

const columns = { channel: "channel_id", department: "department_id" } as const;

/** Returns the address of a place. Null if it has none, or this server takes no mails. @throws {AppError} as `access`. */
export async function findPlaceAddress(
  sources: Sources,
  viewer: RequestViewer,
  place: MailAddressPlace,
): Promise<string | null> {
  await access(sources.db, viewer, place);
  const row = await sources.db
    .selectFrom("mail_addresses")
    .select("id")
    .where(columns[place.kind], "=", place.id)
    .executeTakeFirst();
  return (row && (await placeAddress(sources, place.kind, row.id))) ?? null;
}

/**
 * Gives a place an address, or another one: the one before stops working at once.
 * @throws {AppError} as `access`; `mail_in_off`.
 */
export async function renewPlaceAddress(
  sources: Sources,
  viewer: Changer,
  place: MailAddressPlace,
): Promise<string> {
  const { db, mailIn } = sources;
  await access(db, viewer, place);
  if (!mailIn) throw new AppError("mail_in_off");
  const id = await changeAs(db, viewer, async (tx, current) => {
    const name = await access(tx, current, place);
    const column = sql.ref(columns[place.kind]);
    const { rows } = await sql<{ id: string }>`INSERT INTO mail_addresses (${column}) VALUES (${place.id})
      ON CONFLICT (${column}) DO UPDATE SET id = gen_random_uuid(), made_at = now() RETURNING id`.execute(tx);
    await record(tx, viewer, "mail-address.renewed", place, name);
    return rows[0]?.id ?? "";
  });
  return (await placeAddress(sources, place.kind, id)) ?? "";
}

/** Takes the address of a place away. Repeating it has no effect. @throws {AppError} as `access`. */
export async function deletePlaceAddress(
  db: Database,
  viewer: Changer,
  place: MailAddressPlace,
): Promise<void> {
  await changeAs(db, viewer, async (tx, current) => {
    const name = await access(tx, current, place);
    const { numDeletedRows } = await tx
      .deleteFrom("mail_addresses")
      .where(columns[place.kind], "=", place.id)
      .executeTakeFirst();
    if (numDeletedRows > 0n) await record(tx, viewer, "mail-address.deleted", place, name);
  });
}

/** Returns the channel or department of an address. Undefined if it has another one by now, or none. */
export async function findPlaceOf(
  db: Database,
  token: { aim: "channel" | "tasks"; id: string; signature: Buffer },
): Promise<string | undefined> {
  if (!(await isPlaceAddress(db, token))) return undefined;
  const column = token.aim === "channel" ? "channel_id" : "department_id";
  const row = await db
    .selectFrom("mail_addresses")
    .select(sql<string | null>`${sql.ref(column)}`.as("place_id"))
    .where("id", "=", token.id)
    .executeTakeFirst();
  return row?.place_id ?? undefined;
}

/**
 * Asserts that the viewer may manage the address of a place, and returns the place's name; empty for one that others may
 * not know of: owners of a channel, and people who manage the fields and states of a department's tasks.
 * @throws {AppError} as `accessManagedChannel`; `forbidden`, `department_not_found`.
 */
async function access(db: Database, viewer: RequestViewer, { kind, id }: MailAddressPlace): Promise<string> {
  if (kind === "channel") {
    const channel = await accessManagedChannel(db, viewer, id);
    return channel.type === "PUBLIC" ? channel.name : "";
  }
  if (!canManageTaskFields(viewer)) throw new AppError("forbidden", { detail: "no tasks/manage" });
  const row = await db.selectFrom("departments").select("name").where("id", "=", id).executeTakeFirst();
  if (!row) throw new AppError("department_not_found");
  return row.name;
}

function record(
  tx: Database,
  { id, name, address }: Changer,
  action: "mail-address.renewed" | "mail-address.deleted",
  place: MailAddressPlace,
  placeName: string,
): Promise<void> {
  const subject = { type: place.kind, id: place.id, name: placeName || place.id };
  return recordAct(tx, { action, actor: { id, name }, address, subject });
}
