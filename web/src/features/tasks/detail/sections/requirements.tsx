import { maxRequirements } from "@atoll/contract/tasks/limits";
import type { Requirement } from "@atoll/contract/tasks/schemas";
import { FileText, Link2, Plus, UsersRound, X } from "lucide-react";
import { useForm } from "../../../../lib/form/use-form.ts";
import { Badge } from "../../../../ui/badge/badge.tsx";
import { Button } from "../../../../ui/button/button.tsx";
import { IconButton } from "../../../../ui/button/icon-button.tsx";
import { TextField } from "../../../../ui/field/text-field.tsx";
import { Popover } from "../../../../ui/popup/popover.tsx";
import { InlineAlert } from "../../../../ui/state/inline-alert.tsx";
import { addRequirement, removeRequirement } from "../../changes/open-task-changes.ts";
import type { TaskWork } from "../../changes/use-open-task.ts";
import { Section } from "./section.tsx";
import { rowList } from "./task-row.tsx";

/** The requirements of a task before it can be done. Specification, section 3 (task requirement). */
export function Requirements({ work }: { work: TaskWork }) {
  const { requirements } = work.task;
  return (
    <Section
      title="Requirements"
      count={requirements.length}
      action={
        requirements.length < maxRequirements && (
          <Popover
            label="Add a requirement"
            align="end"
            className="w-[300px]"
            trigger={
              <Button size="xs" variant="ghost" icon={Plus} aria-label="Add a requirement">
                Add
              </Button>
            }
          >
            {(close) => <RequirementForm work={work} onDone={close} />}
          </Popover>
        )
      }
    >
      {requirements.length > 0 && (
        <ul className={rowList} aria-label="Requirements">
          {requirements.map((requirement) => (
            <RequirementRow
              key={requirement.id}
              requirement={requirement}
              onRemove={() => work.change(removeRequirement(requirement))}
            />
          ))}
        </ul>
      )}
    </Section>
  );
}

interface RequirementRowProps {
  requirement: Requirement;
  onRemove: () => void;
}

function RequirementRow({ requirement, onRemove }: RequirementRowProps) {
  const { name, kind, url, notes } = requirement;
  const Icon = icons.get(kind) ?? Link2;
  return (
    <li className="flex min-h-9 items-center gap-2.5 py-1 pr-1.5 pl-3">
      <Icon className="size-4 flex-none text-faint" aria-hidden="true" />
      <span className="wrap-anywhere min-w-0">
        {url === "" ? (
          name
        ) : (
          <a href={url} target="_blank" rel="noreferrer" className="rounded-xs hover:underline">
            {name}
          </a>
        )}
      </span>
      <Badge>{kind}</Badge>
      <span title={notes} className="min-w-0 flex-1 truncate text-right text-muted text-xs">
        {notes}
      </span>
      <IconButton size="xs" icon={X} label={`Remove ${name}`} onClick={onRemove} />
    </li>
  );
}

const icons = new Map([
  ["resource", Link2],
  ["document", FileText],
  ["approval", UsersRound],
]);

function RequirementForm({ work, onDone }: { work: TaskWork; onDone: () => void }) {
  const form = useForm({
    values: { name: "", kind: "resource", url: "", notes: "" },
    schema: async () => {
      const { newRequirementSchema } = await import("@atoll/contract/tasks/schemas");
      return newRequirementSchema.omit({ id: true });
    },
    send: async (requirement) => {
      await work.run(addRequirement(requirement));
      onDone();
    },
    fallback: "Failed to add the requirement",
  });
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-3">
      {form.failure && <InlineAlert tone="error">{form.failure.text}</InlineAlert>}
      <TextField {...form.field("name")} label="Name" />
      <TextField {...form.field("kind")} label="Kind" help="Such as resource, document or approval" />
      <TextField {...form.field("url")} label="Link" type="url" />
      <TextField {...form.field("notes")} label="Notes" />
      <div className="flex justify-end gap-2">
        <Button variant="ghost" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" loading={form.isSending}>
          Add
        </Button>
      </div>
    </form>
  );
}
