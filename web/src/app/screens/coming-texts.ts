import type { Place } from "../navigation/place.ts";

/** What a page that is not built yet will do. Continues "This page will". */
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
  "/business-development/outreach": "say whom to write to next, and what was said before",
  "/business-development/proposals": "hold offers, from the first draft to the signed version",
  "/business-development/market": "gather what is known about customers and competitors",
  "/frontend/tasks": "show the department's own tasks on one board",
  "/frontend/bugs": "list reported bugs, sorted by severity and age",
  "/frontend/setup": "explain how to set up a machine for frontend work, with a check for each step",
  "/frontend/conventions": "say how the department writes code, with its reasons",
  "/backend/api-docs": "describe every call of the company's services, with a place to try it",
  "/backend/training": "offer courses and exercises for backend work",
  "/backend/schema": "show the tables of the company's databases and how they relate",
  "/backend/tasks": "show the department's own tasks on one board",
  "/devops/deployment": "show which version of each service runs where",
  "/devops/rollback": "explain how to take a release back, step by step",
  "/devops/monitoring": "show what is up, what is slow, and what is being looked at",
  "/devops/pipelines": "list build and delivery runs, with their time and outcome",
  "/marketing/calendar": "show what is published when, by channel",
  "/marketing/seo": "show how the company's pages are found, and for which words",
  "/marketing/campaigns": "list running and planned campaigns, with budget and results",
  "/marketing/case-studies": "hold customer stories, from the interview to the published text",
};
