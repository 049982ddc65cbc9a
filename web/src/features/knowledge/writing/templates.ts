import type { ArticleKind } from "@atoll/contract/knowledge/limits";
import { uuidv7 } from "../../../lib/uuidv7.ts";

/** Templates of new pages. */
export interface Template {
  name: string;
  about: string;
  kind: Exclude<ArticleKind, "faq">;
  /** Markdown; steps get ids of their own each time. */
  body: () => string;
}

const step = (title: string, text: string) => `:::step{#${uuidv7()}}\n**${title}**\n\n${text}\n:::`;

export const templates: readonly Template[] = [
  { name: "Blank page", about: "Start from nothing.", kind: "article", body: () => "" },
  {
    name: "How-to",
    about: "One task, explained from start to end.",
    kind: "article",
    body: () =>
      "## Before you start\n\nWhat people need to have or know.\n\n## How it is done\n\n1. First\n2. Then\n\n## If it does not work\n\nWhom to ask.",
  },
  {
    name: "Policy",
    about: "A rule, who it applies to, and why it exists.",
    kind: "article",
    body: () =>
      "## Who this applies to\n\n## What we do\n\n## Exceptions\n\n## Why\n\n:::note\nSay when this was decided, and who decided it.\n:::",
  },
  {
    name: "Meeting notes",
    about: "Decisions first, then what was said.",
    kind: "article",
    body: () => "## Decisions\n\n- [ ] Who does what by when\n\n## Notes\n\n## Next time",
  },
  {
    name: "Procedure",
    about: "Numbered steps that are approved, signed and run as a checklist.",
    kind: "sop",
    body: () =>
      [
        "## Before you start\n\nWhat has to be true first.",
        step("First step", "What to do, and how to know that it worked."),
        step("Second step", "What to do next."),
        "## If it does not work\n\nWho to call.",
      ].join("\n\n"),
  },
];

/** The text of a page for a new one: its steps get ids of their own. */
export const withNewSteps = (body: string): string =>
  body.replace(/^( {0,3}:{3,}step)\{#[\w-]{1,64}\}/gm, (_line, mark: string) => `${mark}{#${uuidv7()}}`);
