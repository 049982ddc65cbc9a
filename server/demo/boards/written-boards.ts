import type { BoardPhase, BoardTemplateName } from "@atoll/contract/brainstorm/limits";
import type { CanvasColor } from "@atoll/contract/documents/canvas-limits";

export interface WrittenGroup {
  title: string;
  color: CanvasColor;
  /** Texts with the key of their author and their votes: "text | author | votes". */
  notes: string[];
}

export interface WrittenBoard {
  key: string;
  title: string;
  template: BoardTemplateName;
  owner: string;
  department: string;
  /** Invited people by their keys; none: the department writes and everyone reads. */
  invited?: string[];
  phase: BoardPhase | null;
  /** Hours since it was changed last. */
  hours: number;
  /** The remaining time of the timer, in seconds. */
  timer?: number;
  groups: WrittenGroup[];
  /** Notes that are not revealed yet: "text | author". */
  hidden?: string[];
  /** Titles of ideas that notes became: the first notes, in this order. */
  ideas?: string[];
  /** Arrows between the first notes of the groups, in a ring. */
  hasArrows?: true;
  starredBy?: string[];
}

/** The boards of Pelican Works: one in each phase of a workshop, and one without a workshop. */
export const writtenBoards: WrittenBoard[] = [
  {
    key: "pilot",
    title: "Depot pilot, what we learned",
    template: "affinity-map",
    owner: "ruth",
    department: "business-development",
    phase: "vote",
    hours: 0,
    timer: 900,
    starredBy: ["marisol", "ruth"],
    groups: [
      {
        title: "Signal and scanners",
        color: "sun",
        notes: [
          "Signal drops between racks 4 and 9 | ruth | 6",
          "Scanners queue fine, people do not trust it | ines | 3",
          "Battery dies before the second shift | jonah | 1",
          "The offline mark is too small to see with gloves on | aiko | 4",
          "Old list stays on screen after a resend | lucas | 2",
        ],
      },
      {
        title: "People and shifts",
        color: "lagoon",
        notes: [
          "Night shift never got the training | ruth | 5",
          "Two people share one login | kofi | 2",
          "Foremen want a paper copy anyway | ines | 1",
          "Ask them on site, not by form | marisol | 3",
        ],
      },
      {
        title: "Paperwork",
        color: "coral",
        notes: [
          "Consent forms live in three places | noor | 2",
          "Labels printed twice after a retry | tomasz | 3",
          "Customs sheet still goes by fax | ines | 0",
          "One list per shift, not per day | ruth | 1",
        ],
      },
      {
        title: "Next time",
        color: "sea",
        notes: [
          "Bring two spare scanners | dev | 1",
          "Start on a Tuesday, never a Monday | elin | 0",
          "Walk the racks with a meter first | malakai | 4",
          "Name one person per depot | marisol | 2",
        ],
      },
    ],
    hidden: ["Ask the drivers before the foremen | aiko", "The pilot had no budget line | aiko"],
  },
  {
    key: "photos",
    title: "Photo day shot list",
    template: "blank",
    owner: "hanne",
    department: "marketing",
    phase: "group",
    hours: 2,
    groups: [
      {
        title: "At the pier",
        color: "sea",
        notes: [
          "Loading before sunrise | theo | 0",
          "Hands on a scanner, close up | saskia | 0",
          "The ferry turning, from the roof | theo | 0",
          "Foreman and trainee at the gate | noor | 0",
        ],
      },
      {
        title: "In the office",
        color: "sun",
        notes: [
          "The wall of depot maps | bea | 0",
          "Support desk at noon, no posing | hanne | 0",
          "Release day, the second coffee | matteo | 0",
        ],
      },
      {
        title: "Not this year",
        color: "coral",
        notes: ["Drone shots, the permit is late | theo | 0", "Everyone in one picture | lina | 0"],
      },
    ],
  },
  {
    key: "pricing",
    title: "Multi-site tier, pricing",
    template: "impact-effort",
    owner: "marisol",
    department: "business-development",
    phase: "decide",
    hours: 26,
    starredBy: ["marisol"],
    ideas: ["One price sheet for partners and direct"],
    groups: [
      {
        title: "Do first",
        color: "palm",
        notes: [
          "One sheet for partners and direct | sunil | 7",
          "Price by site from the fourth on | marisol | 5",
          "Show the yearly price first | rafael | 3",
        ],
      },
      {
        title: "Plan",
        color: "sun",
        notes: ["Usage tiers for cold storage | tove | 4", "Self-service upgrade | rafael | 2"],
      },
      {
        title: "Fill in",
        color: "sea",
        notes: ["A discount for non-profits | yara | 2", "Round prices per currency | sunil | 1"],
      },
      {
        title: "Leave",
        color: "coral",
        notes: ["Price per scan | henrik | 0", "A free tier for ports | farid | 1"],
      },
    ],
  },
  {
    key: "invoices",
    title: "Invoice retries, failure map",
    template: "blank",
    owner: "tomasz",
    department: "backend",
    phase: null,
    hours: 49,
    hasArrows: true,
    groups: [
      {
        title: "Bank",
        color: "sea",
        notes: [
          "The bank answers after 31 seconds | tomasz | 0",
          "Two references for one transfer | oksana | 0",
        ],
      },
      {
        title: "Queue",
        color: "sun",
        notes: [
          "A retry takes a new idempotency key | kofi | 0",
          "The night run overlaps the day run | oksana | 0",
        ],
      },
      {
        title: "Client",
        color: "coral",
        notes: ["Two reminders for one invoice | elin | 0", "The portal shows the older state | samira | 0"],
      },
      {
        title: "Fixed by now",
        color: "palm",
        notes: ["Retries back off and stop after six | tomasz | 0"],
      },
    ],
  },
  {
    key: "freeze",
    title: "Freeze retrospective",
    template: "retrospective",
    owner: "dev",
    department: "devops",
    phase: "reveal",
    hours: 5,
    groups: [
      {
        title: "What went well",
        color: "palm",
        notes: [
          "No rollback in eleven days | dev | 0",
          "Hotfixes had one approver each | tadhg | 0",
          "The status page was honest | rania | 0",
        ],
      },
      {
        title: "What to stop",
        color: "coral",
        notes: [
          "Finding out from a failed pipeline | aiko | 0",
          "Asking in three channels | sam | 0",
          "Merging on the last evening | meiling | 0",
        ],
      },
      {
        title: "What to try",
        color: "sea",
        notes: ["A lock on every deploy button | sam | 0", "A dry run the week before | viktor | 0"],
      },
    ],
    hidden: ["We froze too early | omar"],
  },
  {
    key: "kestrel",
    title: "Kestrel Rail, risks",
    template: "pre-mortem",
    owner: "ruth",
    department: "business-development",
    invited: ["marisol", "camille", "ines", "kofi"],
    phase: "collect",
    hours: 1,
    groups: [
      {
        title: "It failed. Why?",
        color: "coral",
        notes: ["Only two of nine depots have power at the gate | ruth | 0"],
      },
      { title: "How we would notice", color: "sun", notes: [] },
      { title: "What prevents it", color: "palm", notes: [] },
    ],
    hidden: [
      "Their head of depots leaves in January | marisol",
      "The contract renews before the pilot ends | marisol",
      "Nobody owns the scanners | camille",
      "Strike week in the spring | ines",
    ],
  },
];
