import type { Series } from "../time/series.ts";

/** An event that can be stored. */
export interface IcsEvent {
  uid: string;
  title: string;
  description: string;
  location: string;
  link: string;
  series: Series;
  exceptions: IcsException[];
  isFree: boolean;
  isPrivate: boolean;
  /** Minutes before the event. Null if the file does not say. */
  reminders: number[] | null;
}

/** An occurrence that differs from its series, or is cancelled. */
export type IcsException =
  | { occurrence: string; kind: "cancel" }
  | {
      occurrence: string;
      kind: "modify";
      start: string;
      end: string;
      title: string;
      description: string;
      location: string;
      link: string;
    };
