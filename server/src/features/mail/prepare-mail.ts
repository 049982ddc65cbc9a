import type { Preferences } from "@atoll/contract/identity/preferences";
import { isTimeZone } from "@atoll/contract/time-zone";
import type { MailReader } from "../../platform/kinds/mail-kinds.ts";
import { renderMail } from "../../platform/mail/render-mail.ts";
import type { OutgoingMail } from "../../platform/mail/smtp-sender.ts";
import { serverZone } from "../../platform/server-zone.ts";
import type { SliceContext } from "../../slice.ts";
import { zonesOf } from "../identity/public.ts";
import { selectCompany } from "../workspace/public.ts";
import type { DueMail } from "./due-mails.ts";

/**
 * Returns a due mail as it is to be sent now, by the current state of its reader and its subject. Undefined if it is
 * not to be sent any more: a person who may not sign in gets nothing.
 */
export async function prepareMail(context: SliceContext, due: DueMail): Promise<OutgoingMail | undefined> {
  const { db, mail: config, mailKinds, workspace } = context;
  const definition = mailKinds.find(due.kind);
  const reader = await findReader(context, due);
  if (!config || !definition || !reader) return undefined;
  const company = await selectCompany(db);
  const companyName = company.name ?? workspace.companyName;
  const { id, kind, facts } = due;
  const queued = {
    id,
    kind,
    facts,
    userId: due.user_id,
    subjectId: due.subject_id,
    createdAt: due.created_at,
  };
  const content = await definition.write(context, queued, reader, { company: companyName });
  if (!content) return undefined;
  const look = { companyName, colour: company.colour, publicUrl: config.publicUrl };
  return { id, to: { name: reader.name, address: reader.address }, ...renderMail(content, look) };
}

async function findReader({ db }: SliceContext, due: DueMail): Promise<MailReader | undefined> {
  const { user_id: userId, address } = due;
  if (userId === null) return { name: "", address, formatInstant: instantFormat({}, undefined) };
  const row = await db
    .selectFrom("accounts as a")
    .innerJoin("profiles as p", "p.id", "a.id")
    .select(["p.name", "a.preferences"])
    .where("a.id", "=", userId)
    .where("a.disabled_at", "is", null)
    .where("a.email_confirmed_at", "is not", null)
    .executeTakeFirst();
  if (!row) return undefined;
  const zone = (await zonesOf(db, [userId])).get(userId);
  return { name: row.name, address, formatInstant: instantFormat(row.preferences ?? {}, zone) };
}

/** A mail cannot look at the clock of its reader, so it names the time zone. */
function instantFormat(
  { language = "en-GB", hours }: Partial<Preferences>,
  zone: string | undefined,
): (at: Date) => string {
  const format = new Intl.DateTimeFormat(language, {
    ...{ day: "numeric", month: "long", year: "numeric", hour: "2-digit", minute: "2-digit" },
    ...{ timeZoneName: "short", timeZone: zone && isTimeZone(zone) ? zone : serverZone },
    ...(hours && { hour12: hours === "12" }),
  });
  return (at) => format.format(at);
}
