import type { Place } from "../navigation/place.ts";

/** Describes a page that is not built yet. Continues "This page will". */
export function comingText({ path, department }: Place): string {
  if (texts[path]) return texts[path];
  if (path === `/${department}`) return departmentHome;
  return card;
}

const departmentHome = "show the department at a glance: its sections, recent changes, people and dates";
const card = "show one card, opened from a link, with the filters that the link carries";

const texts: Record<string, string> = {
  "/ideas": "collect what the company could do better, with votes and with what became of each idea",
  "/brainstorm": "give you a shared board for thinking together, with notes, groups and votes",
  "/calendar": "show your events by month, week and day, with invitations, answers and reminders",
  "/community-faqs": "hold the questions that colleagues ask and answer, with the best answer on top",
  "/knowledge-base": "keep what the company knows: answers, procedures and onboarding",
  "/knowledge-base/faq":
    "give short answers to the questions that come up again and again, each with an owner",
  "/knowledge-base/sop": "hold standard procedures, step by step, with the version you last read",
  "/knowledge-base/onboarding": "lead a new colleague through the first weeks, step by step",
};
