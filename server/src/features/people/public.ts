import type { Person } from "@atoll/contract/people/schemas";
import { AppError } from "../../platform/app-error.ts";
import type { CommandSender } from "../../platform/realtime/commands.ts";
import type { Database } from "../../tables.ts";
import { isGuestAccount } from "./guests.ts";

export {
  assertAudienceThere,
  findAudienceChoices,
  lockChoices,
  namesOf,
  presentAudience,
} from "./audience.ts";
export { findAlike } from "./find-alike.ts";
export { findPeopleCalled } from "./find-called.ts";
export { findNamed } from "./find-named.ts";
export {
  findGuestsOf,
  findInvitedGuests,
  hasGuests,
  isInvitedGuest,
  isKnownToGuest,
  isLetIn,
  isNoStrangeGuest,
} from "./guests.ts";
export { searchPeople } from "./queries.ts";

/**
 * Returns the realtime room of a person's own sockets, for events that concern only them, whatever features they can
 * use. Only people with access have it: a person who first has to choose a password or set up a second factor receives
 * nothing.
 */
export const ownRoom = (userId: string): string => `person:${userId}`;

/** The realtime room of everybody with access. */
export const everybodysRoom = "people";

/**
 * Asserts that a socket's person has access. Used by commands that are open to all of these, such as finding
 * colleagues.
 * @throws {AppError} `forbidden` for a socket of somebody who must first do something else.
 */
export function assertLetIn(sender: CommandSender): void {
  if (!sender.isIn(ownRoom(sender.userId))) throw new AppError("forbidden", { detail: "held back" });
}

/**
 * Returns a colleague who can be written to.
 * @param guests also a guest, for chats.
 * @throws {AppError} `person_not_found` if they do not exist, the account is disabled, or it is a bot or a guest.
 */
export async function accessPerson(db: Database, personId: string, guests = false): Promise<Person> {
  const row = await db
    .selectFrom("profiles as p")
    .innerJoin("accounts as a", "a.id", "p.id")
    .select(["p.id", "p.name", "a.email", "p.avatar_url", "p.is_program", isGuestAccount.as("is_guest")])
    .where("p.id", "=", personId)
    .where("a.disabled_at", "is", null)
    .where("a.is_bot", "=", false)
    .$if(!guests, (query) => query.where("a.guest_until", "is", null))
    .executeTakeFirst();
  if (!row) throw new AppError("person_not_found");
  return presentPerson(row);
}

/** Colleagues by ID, as everyone may see them. Unknown IDs are left out. */
export interface People {
  of(ids: Iterable<string>): Promise<ReadonlyMap<string, Person>>;
  forget(id: string): void;
  forgetAll(): void;
}

/**
 * A colleague or a program as everyone may see them. Without an account, and so without an email: a former colleague. A
 * bot has an address in the database only, and never shows it.
 */
export function presentPerson(row: {
  id: string;
  name: string;
  email: string | null;
  avatar_url: string | null;
  is_program: boolean;
  is_guest: boolean;
}): Person {
  return {
    id: row.id,
    name: row.name,
    email: row.is_program ? "" : (row.email ?? ""),
    avatar: row.avatar_url,
    isFormer: row.email === null && !row.is_program,
    ...(row.is_program && { isProgram: true as const }),
    ...(row.is_guest && { isGuest: true as const }),
  };
}
