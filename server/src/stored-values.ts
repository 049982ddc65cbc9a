import type { CanvasView } from "@atoll/contract/documents/canvas";
import type { IdeaStatus } from "@atoll/contract/ideas/limits";
import type { PresenceStatus } from "@atoll/contract/people/presence";
import type { HitReference } from "./platform/search/search-sources.ts";

/** A summons as the row of its board keeps it. */
export interface StoredSummons {
  id: string;
  byId: string;
  /** ISO 8601. */
  at: string;
  view: CanvasView;
}

/** A passage of a question to Ask AI. */
export interface PassageReference extends HitReference {
  /** Hashes of the lines that it had when the answer was written. Missing in answers of earlier versions. */
  lines?: string[];
}

/** The fields in which one occurrence of an event differs from its series. */
export interface Override {
  start?: string;
  end?: string;
  title?: string;
  description?: string;
  location?: string;
  link?: string;
}

/** The facts of an idea's timeline entry apart from its actor and time. Each kind has its own. */
export interface IdeaFacts {
  from?: IdeaStatus;
  to?: IdeaStatus;
  reply?: string;
  notified?: number;
  ideaId?: string;
  votes?: number;
  before?: { title: string; text: string };
  personId?: string | null;
}

/** How a person proved who they are. A session of the way `token` is a personal access token. */
export type SignInWay = "password" | "single-sign-on" | "passkey" | "token";

/** The statuses that people choose. Without one, a person is online. */
export type ChosenStatus = Exclude<PresenceStatus, "online">;

export type FollowReason = "chosen" | "wrote" | "answered" | "commented" | "asked";

/** The kinds of grantees of a board. */
export type GrantKind = "everyone" | "department" | "person";
