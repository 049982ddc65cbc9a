import type { Preferences } from "@atoll/contract/identity/preferences";
import { quietForMs } from "@atoll/contract/notifications/quiet-hours";
import { type QuietHours, quietHoursSchema } from "@atoll/contract/notifications/settings-schemas";
import { isTimeZone } from "@atoll/contract/time-zone";
import type { MailDefinition, MailReader } from "../../platform/kinds/mail-kinds.ts";
import { renderMail } from "../../platform/mail/render-mail.ts";
import type { OutgoingMail } from "../../platform/mail/smtp-sender.ts";
import { serverZone } from "../../platform/server-zone.ts";
import type { SliceContext } from "../../slice.ts";
import { zonesOf } from "../identity/public.ts";
import { isLetIn } from "../people/public.ts";
import { selectCompany } from "../workspace/public.ts";
import { type DueMail, followAddress } from "./due-mails.ts";
import { bounceAddress } from "./inbound/addresses.ts";
import { readPreferences } from "./preferences.ts";
import { unsubscribeLinks } from "./unsubscribe.ts";

/** A mail that is put off until its reader's quiet hours end. */
export interface QuietMail {
  quietForMs: number;
}

/**
 * Returns a due mail as it is to be sent now, by the current state of its reader and its subject. Undefined if it is
 * not to be sent any more: a person who may not sign in gets nothing, and one who has stopped a kind of mail gets none.
 */
export async function prepareMail(
  context: SliceContext,
  due: DueMail,
): Promise<OutgoingMail | QuietMail | undefined> {
  const { db, mail: config, mailKinds, workspace } = context;
  const definition = mailKinds.find(due.kind);
  if (!config || !definition) return undefined;
  const found = await findReader(context, due, definition);
  if (!found) return undefined;
  const { reader, quietHours, letsUrgentThrough } = found;
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
  const isHeld = definition.optional && quietHours && !(content.isUrgent && letsUrgentThrough);
  const ms = isHeld ? quietForMs(quietHours, new Date()) : 0;
  if (ms > 0) return { quietForMs: ms };
  const look = { companyName, colour: company.colour, publicUrl: config.publicUrl };
  const to = { name: reader.name, address: reader.address };
  const ways = { replyTo: content.replyTo, bounceTo: await bounceAddress(context, id) };
  if (!definition.optional || due.user_id === null) return { id, to, ...ways, ...renderMail(content, look) };
  const links = await unsubscribeLinks(db, config.publicUrl, due.user_id, definition.optional);
  const unsubscribe = { label: stopWords[definition.optional], url: links.page };
  const rendered = renderMail(content, { ...look, unsubscribe });
  return { id, to, ...ways, ...rendered, unsubscribeUrl: links.oneClick };
}

const stopWords = {
  digest: "Stop this digest",
  announcement: "Stop announcements by mail",
} as const;

interface FoundReader {
  reader: MailReader;
  quietHours: QuietHours | null;
  letsUrgentThrough: boolean;
}

async function findReader(
  { db, viewers }: SliceContext,
  due: DueMail,
  { optional }: Pick<MailDefinition<SliceContext>, "optional">,
): Promise<FoundReader | undefined> {
  const { user_id: userId } = due;
  if (userId === null)
    return {
      reader: { name: "", address: due.address, showsTexts: false, ...formats({}, undefined) },
      ...{ quietHours: null, letsUrgentThrough: true },
    };
  const row = await db
    .selectFrom("accounts as a")
    .innerJoin("profiles as p", "p.id", "a.id")
    .leftJoin("notification_settings as s", "s.user_id", "a.id")
    .leftJoin("mail_refusals as r", (join) =>
      join.onRef("r.user_id", "=", "a.id").onRef("r.address", "=", "a.email"),
    )
    .select(["p.name", "a.email", "a.preferences", "s.settings", "r.detail as refusal"])
    .where("a.id", "=", userId)
    .where(isLetIn("a"))
    .where("a.email_confirmed_at", "is not", null)
    .executeTakeFirst();
  if (!row) return undefined;
  const { showsTexts, ...preferences } = await readPreferences(db, userId);
  if (optional === "digest" && preferences.digest === "off") return undefined;
  if (optional === "announcement" && !preferences.announcements) return undefined;
  // A former address of the person, and one that was refused, get only what concerns the account.
  if (optional && (row.refusal !== null || (await viewers.isHeldBack(userId)))) return undefined;
  if (optional) await followAddress(db, due, row.email);
  const zone = (await zonesOf(db, [userId])).get(userId);
  const quietHours = quietHoursSchema.nullish().safeParse(row.settings?.quietHours);
  return {
    reader: { name: row.name, address: due.address, showsTexts, ...formats(row.preferences ?? {}, zone) },
    quietHours: (quietHours.success && quietHours.data) || null,
    letsUrgentThrough: row.settings?.letsUrgentThrough !== false,
  };
}

/** Returns the formats of a reader. A mail cannot look at the clock of its reader, so times name the time zone. */
function formats(
  { language = "en-GB", hours }: Partial<Preferences>,
  given: string | undefined,
): Pick<MailReader, "zone" | "formatInstant" | "formatDay"> {
  const zone = given && isTimeZone(given) ? given : serverZone;
  const instant = new Intl.DateTimeFormat(language, {
    ...{ day: "numeric", month: "long", year: "numeric", hour: "2-digit", minute: "2-digit" },
    ...{ timeZoneName: "short", timeZone: zone },
    ...(hours && { hour12: hours === "12" }),
  });
  return {
    zone,
    formatInstant: (at) => instant.format(at),
    formatDay: (day) =>
      new Intl.DateTimeFormat(language, {
        ...{ weekday: "long", day: "numeric", month: "long", year: "numeric", timeZone: "UTC" },
      }).format(new Date(`${day}T00:00Z`)),
  };
}
