import type { PresenceStatus } from "@atoll/contract/people/presence";
import type { Generated } from "kysely";

/** Online is what everybody is who chose nothing. */
export type ChosenStatus = Exclude<PresenceStatus, "online">;

/** The tables of people, as rows. */
export interface PeopleTables {
  chosen_statuses: { user_id: string; status: ChosenStatus; chosen_at: Generated<Date> };
}
