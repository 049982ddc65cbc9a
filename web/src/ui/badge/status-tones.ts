import type { AnnouncementState, ReaderState } from "@atoll/contract/announcements/limits";
import type { IcsImport } from "@atoll/contract/calendar/ics-schemas";
import type { HookDelivery } from "@atoll/contract/cards/hook-schemas";
import type { CardStage } from "@atoll/contract/cards/section-schemas";
import type { IdeaStatus } from "@atoll/contract/ideas/limits";
import type { importOutcomes } from "@atoll/contract/knowledge/transfer-limits";
import type { onboardingStates, PathState } from "@atoll/contract/onboarding/limits";
import type { StateTone } from "@atoll/contract/state-tones";
import type { BadgeTone } from "./badge.tsx";

/**
 * The tone of every state, by the kind of thing. A good end is a success; what failed, is down or was refused is an
 * error; what wants a look is a warning; what is under way is info; what has not started or ended quietly is neutral:
 * secondary or outline.
 */
export const statusTones: StatusTones = {
  account: { enabled: "success", disabled: "error" },
  announcement: {
    PUBLISHED: "success",
    DRAFT: "secondary",
    SCHEDULED: "info",
    EXPIRED: "outline",
    ARCHIVED: "outline",
  },
  calendarImport: { created: "success", changed: "info", unchanged: "secondary" },
  /** The colours that a company chooses for its states and stages. */
  chosen: {
    neutral: "secondary",
    primary: "primary",
    highlight: "highlight",
    info: "info",
    warning: "warning",
    error: "error",
    success: "success",
  },
  hookDelivery: { waiting: "info", done: "success", ignored: "secondary", failed: "error" },
  idea: {
    new: "secondary",
    in_review: "info",
    planned: "primary",
    started: "highlight",
    shipped: "success",
    declined: "outline",
  },
  knowledgeImport: { published: "success", draft: "outline", exists: "secondary", left_out: "warning" },
  onboarding: { running: "info", done: "success", stopped: "warning" },
  path: { draft: "secondary", published: "success", archived: "outline" },
  peopleImport: { create: "success", skip: "secondary", wrong: "error" },
  reader: { confirmed: "success", read: "info", unopened: "outline", left: "secondary" },
  /** By the kind of stage, where no report says more. */
  stage: { open: "info", won: "success", lost: "secondary" },
  /** Stages that reports of other systems put a card in: something is wrong, or wants a look. */
  reportedStage: {
    failed: "error",
    failing: "error",
    firing: "error",
    acknowledged: "warning",
    no_data: "warning",
    waiting: "warning",
  },
};

type Tones<State extends string> = Readonly<Record<State, BadgeTone>>;

interface StatusTones {
  account: Tones<"enabled" | "disabled">;
  announcement: Tones<AnnouncementState>;
  calendarImport: Tones<IcsImport["events"][number]["outcome"]>;
  chosen: Tones<StateTone>;
  hookDelivery: Tones<HookDelivery["outcome"]>;
  idea: Tones<IdeaStatus>;
  knowledgeImport: Tones<(typeof importOutcomes)[number]>;
  onboarding: Tones<(typeof onboardingStates)[number]>;
  path: Tones<PathState>;
  peopleImport: Tones<"create" | "skip" | "wrong">;
  reader: Tones<ReaderState>;
  stage: Tones<CardStage["kind"]>;
  reportedStage: Readonly<Record<string, BadgeTone | undefined>>;
}
