import type { ArticleKind } from "@atoll/contract/knowledge/limits";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { useChoice } from "../../../lib/form/use-choice.ts";
import { useForm } from "../../../lib/form/use-form.ts";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { Radio } from "../../../ui/field/radio.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { createArticle, fetchText } from "../data/api.ts";
import { useKeepArticle, useTemplates } from "../data/queries.ts";

/** Templates of new pages. */
interface Template {
  name: string;
  about: string;
  kind: Exclude<ArticleKind, "faq">;
  /** Markdown; steps get ids of their own each time. */
  body: () => string;
}

const step = (title: string, text: string) => `:::step{#${uuidv7()}}\n**${title}**\n\n${text}\n:::`;

const templates: readonly Template[] = [
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
const withNewSteps = (body: string): string =>
  body.replace(/^( {0,3}:{3,}step)\{#[\w-]{1,64}\}/gm, (_line, mark: string) => `${mark}{#${uuidv7()}}`);

interface NewPageDialogProps {
  /** Which templates come first. */
  kind: Exclude<ArticleKind, "faq">;
  parentId: string | null;
  onClose: () => void;
  onCreated: (id: string) => void;
}

/** A new page: its title, and what it begins from. It is a draft until it is published. */
export function NewPageDialog({ kind, parentId, onClose, onCreated }: NewPageDialogProps) {
  const queryClient = useQueryClient();
  const keep = useKeepArticle();
  const offered = templates.filter((template) => template.kind === kind);
  const { data: pages = [] } = useTemplates(kind);
  // One id and one text for all tries, so that sending again makes one page.
  const [id] = useState(uuidv7);
  const [body, setBody] = useState(() => offered[0]?.body() ?? "");
  const pageText = useRef<{ id: string; body: string }>(null);
  const form = useForm({
    // The name of a template that comes with Atoll, or the id of a page.
    values: { title: "", template: offered[0]?.name ?? "" },
    async send({ title, template }) {
      const page = pages.find((one) => one.id === template);
      // Read once, so that another try sends the same text.
      if (page && pageText.current?.id !== page.id)
        pageText.current = { id: page.id, body: withNewSteps(await fetchText(page.id)) };
      const text = page ? (pageText.current?.body ?? "") : body;
      const article = await createArticle({ id, kind, title, body: text, parentId });
      keep(article);
      void queryClient.invalidateQueries({ queryKey: ["knowledge"] });
      onCreated(article.id);
    },
  });
  const { value: chosen, onValueChange: choose } = useChoice(form, "template");
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={kind === "sop" ? "New SOP" : "New article"}
      verb="Start writing"
      isDisabled={form.watch("title").trim() === ""}
    >
      <TextField {...form.field("title")} label="Title" maxLength={160} />
      {offered.length + pages.length > 1 && (
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1.5 font-semibold text-xs">Begin from</legend>
          {offered.map((template) => (
            <Radio
              key={template.name}
              name="template"
              label={template.name}
              help={template.about}
              checked={template.name === chosen}
              onChange={() => {
                choose(template.name);
                setBody(template.body());
              }}
            />
          ))}
          {pages.map((one) => (
            <Radio
              key={one.id}
              name="template"
              label={one.title}
              help={one.summary || `A template by ${authorName(one.owner)}`}
              checked={one.id === chosen}
              onChange={() => choose(one.id)}
            />
          ))}
        </fieldset>
      )}
    </FormDialog>
  );
}
