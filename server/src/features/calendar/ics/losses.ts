import {
  type IcsLossReason,
  type IcsSkipReason,
  shownImportLosses,
} from "@atoll/contract/calendar/ics-limits";

/** A place in a file: the title of its event, or "" for the file as a whole, and its line. */
export interface Place {
  title: string;
  line: number | null;
}

/** The losses of one kind: how often, and the first places. */
export interface Losses {
  reason: IcsLossReason;
  count: number;
  places: Place[];
}

/** The events that an import leaves out, and the losses of the events that it imports. */
export interface Report {
  skips: (Place & { reason: IcsSkipReason })[];
  losses: Losses[];
}

/** Notes a loss of an event. */
export type NoteLoss = (reason: IcsLossReason, line?: number) => void;

/** Adds a loss to its kind. A file can have hundreds of thousands, so only the first places are kept. */
export function noteLoss({ losses }: Pick<Report, "losses">, reason: IcsLossReason, place: Place): void {
  let kind = losses.find((one) => one.reason === reason);
  if (!kind) {
    kind = { reason, count: 0, places: [] };
    losses.push(kind);
  }
  kind.count += 1;
  if (kind.places.length < shownImportLosses) kind.places.push(place);
}

/** Returns a title as a preview shows it. */
export function shownTitle(text: string): string {
  return text.toWellFormed().replace(/\s+/g, " ").trim().slice(0, 200) || "Untitled";
}
