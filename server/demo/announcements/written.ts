import type { AnnouncementPriority } from "@atoll/contract/announcements/limits";

/** An announcement of the demo company, written by hand. Times are hours from the moment the company is made. */
export interface WrittenAnnouncement {
  key: string;
  title: string;
  content: string;
  author: string;
  priority?: AnnouncementPriority;
  departments?: string[];
  roles?: string[];
  /** Hours ago; absent: it is a draft. */
  publishedAgo?: number;
  /** Hours ahead: it is published by itself then. */
  scheduledIn?: number;
  /** Hours ahead; negative: it has expired. */
  expiresIn?: number;
  isArchived?: true;
  /** Hours ahead. */
  dueIn?: number;
  allowsComments?: true;
  /** The share of the audience that has read it, and of those, the share that has confirmed it. */
  readBy: number;
  confirmedBy?: number;
}

const day = 24;

/** A quarter of what one company tells its people. */
export const writtenAnnouncements: readonly WrittenAnnouncement[] = [
  {
    key: "water",
    title: "Office closes at 14:00 today for the water main repair",
    author: "greta",
    priority: "URGENT",
    publishedAgo: 0.6,
    expiresIn: 20,
    readBy: 0.3,
    content:
      "The city repairs the main on Quay Street this afternoon, and the building has no water from 14:00 on.\n\nPlease save your work, take your things and go on from home. The doors open again tomorrow at 07:30.",
  },
  {
    key: "freeze",
    title: "Payments freeze from 25 to 30 November",
    author: "kofi",
    priority: "HIGH",
    departments: ["backend", "devops", "business-development"],
    publishedAgo: 3,
    expiresIn: 11 * day,
    dueIn: 4 * day,
    readBy: 0.75,
    confirmedBy: 0.75,
    content:
      "Finance closes the month early this year, so billing and checkout are frozen from **Wednesday 18:00** until **Monday 09:00**.\n\n## What this means\n\n- No deploys to the billing, checkout or invoicing services.\n- Hotfixes need a second approver from Backend and a note in deploys.\n- Feature work continues on staging as usual.\n\nIf you have a customer go-live inside the window, talk to me or Dev before Tuesday noon and we will find a slot.",
  },
  {
    key: "case-study",
    title: "The autumn case study is live",
    author: "hanne",
    publishedAgo: 1.1 * day,
    allowsComments: true,
    readBy: 0.8,
    content:
      "Marlowe Ferries cut support tickets by 41% in one season, and says so in public. Thank you to everyone who gave an interview, or checked a number twice.",
  },
  {
    key: "enrolment",
    title: "Open enrolment ends on 4 December",
    author: "greta",
    publishedAgo: 2 * day,
    expiresIn: 14 * day,
    readBy: 0.85,
    content:
      "Pick your health plan in the benefits portal before Friday at 18:00. If you choose nothing, you keep the plan you have.\n\n1. Sign in to the portal.\n2. Compare the three plans.\n3. Press *Enrol*, also if nothing changes.",
  },
  {
    key: "vpn",
    title: "New VPN profile for everyone on the road",
    author: "kofi",
    publishedAgo: 4 * day,
    dueIn: 6 * day,
    readBy: 0.9,
    confirmedBy: 0.8,
    content:
      "The old profile stops working on 1 December. The new one takes about five minutes to set up, and asks for your authenticator app once.",
  },
  {
    key: "coffee",
    title: "Coffee machine on floor 3 is back",
    author: "greta",
    priority: "LOW",
    publishedAgo: 5 * day,
    allowsComments: true,
    readBy: 0.9,
    content: "It wants filtered water only. The jug is on the left.",
  },
  {
    key: "welcome",
    title: "Welcome Jonah, Bea and Pavel",
    author: "greta",
    priority: "LOW",
    publishedAgo: 8 * day,
    readBy: 0.95,
    content:
      "Three new colleagues start this week in Frontend, Marketing and Backend. Say hello when you see them, and leave them the window seats until Friday.",
  },
  {
    key: "on-call",
    title: "On-call pay changes with the new year",
    author: "kofi",
    departments: ["backend", "devops"],
    publishedAgo: 12 * day,
    readBy: 1,
    content:
      "A week on call pays by the night from January on, and a night that wakes you gives the morning off. The details are in the handbook.",
  },
  {
    key: "leads",
    title: "Budget talks for leads: book your slot",
    author: "marisol",
    departments: ["business-development", "marketing"],
    roles: ["bd_lead", "editor", "admin"],
    publishedAgo: 16 * day,
    readBy: 1,
    content: "Twenty minutes each, with last quarter's numbers on one page. No slides.",
  },
  {
    key: "fire-drill",
    title: "Fire drill on Thursday at 10:30",
    author: "greta",
    priority: "HIGH",
    publishedAgo: 30 * day,
    expiresIn: -26 * day,
    readBy: 0.9,
    content: "Leave by the nearest stairs and meet at the boat ramp. It takes fifteen minutes.",
  },
  {
    key: "retreat",
    title: "Autumn retreat: the programme",
    author: "marisol",
    publishedAgo: 62 * day,
    isArchived: true,
    readBy: 0.97,
    content: "Two days on the island, one of them without screens. Bring boots.",
  },
  {
    key: "office-hours",
    title: "Winter opening hours",
    author: "greta",
    scheduledIn: 26,
    readBy: 0,
    content: "From December the doors open at 08:00 and close at 18:30. Your badge works as always.",
  },
  {
    key: "party",
    title: "Winter party: date and place",
    author: "hanne",
    allowsComments: true,
    readBy: 0,
    content:
      "The old ferry hall, on the second Friday of December.\n\n*Still to say: the bus, and the band.*",
  },
  {
    key: "travel",
    title: "Travel policy for next year",
    author: "greta",
    priority: "HIGH",
    dueIn: 20 * day,
    readBy: 0,
    content: "- Trains before planes under six hours.\n- Book two weeks ahead.\n- One form instead of three.",
  },
];
