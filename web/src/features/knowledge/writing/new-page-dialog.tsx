import type { ArticleKind } from "@atoll/contract/knowledge/limits";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { Radio } from "../../../ui/field/radio.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { createArticle, fetchText } from "../data/api.ts";
import { useKeepArticle, useTemplates } from "../data/queries.ts";
import { templates, withNewSteps } from "./templates.ts";

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
  /** The name of a template that comes with Atoll, or the id of a page. */
  const [chosen, setChosen] = useState(offered[0]?.name ?? "");
  const [title, setTitle] = useState("");
  // One id and one text for all tries, so that sending again makes one page.
  const [id] = useState(uuidv7);
  const [body, setBody] = useState(() => offered[0]?.body() ?? "");
  const page = pages.find((one) => one.id === chosen);
  const pageText = useRef<{ id: string; body: string }>(null);
  const creation = useMutation({
    async mutationFn() {
      // Read once, so that another try sends the same text.
      if (page && pageText.current?.id !== page.id)
        pageText.current = { id: page.id, body: withNewSteps(await fetchText(page.id)) };
      return createArticle({ id, kind, title, body: page ? (pageText.current?.body ?? "") : body, parentId });
    },
    onSuccess(article) {
      keep(article);
      void queryClient.invalidateQueries({ queryKey: ["knowledge"] });
      onCreated(article.id);
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={kind === "sop" ? "New SOP" : "New article"}
      onSubmit={(event) => {
        event.preventDefault();
        creation.mutate();
      }}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" loading={creation.isPending} disabled={title.trim() === ""}>
            Start writing
          </Button>
        </>
      }
    >
      {creation.error && <InlineAlert tone="error">{errorMessage(creation.error)}</InlineAlert>}
      <TextField
        label="Title"
        value={title}
        maxLength={160}
        onChange={({ target }) => setTitle(target.value)}
      />
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
                setChosen(template.name);
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
              onChange={() => setChosen(one.id)}
            />
          ))}
        </fieldset>
      )}
    </Dialog>
  );
}
