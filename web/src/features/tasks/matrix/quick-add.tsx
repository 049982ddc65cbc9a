import type { MatrixView, TaskQuadrant } from "@atoll/contract/tasks/quadrants";
import { Plus } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useChanges } from "../../../capabilities/changes/use-unsettled.ts";
import { errorMessage } from "../../../lib/request/api-error.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { notify } from "../../../ui/toast/toast.tsx";
import { taskChanges } from "../changes/task-changes.ts";
import { viewerAsPerson } from "../detail/fields/people-fields.tsx";
import { quadrantWords, quickAdd } from "./quadrant-words.ts";

export interface QuickAddProps {
  quadrant: TaskQuadrant;
  view: MatrixView;
  departmentId: string | null;
  /** The tags of the filter, without which the new task would not be shown. */
  tags: readonly string[];
  /** Only the viewer's own tasks are shown: a new one is theirs. */
  isOwn: boolean;
}

/** Adds a task of one line, with the fields that put it into this quadrant. Enter adds one and waits for the next. */
export function QuickAdd({ quadrant, view, departmentId, tags, isOwn }: QuickAddProps) {
  const queue = useChanges(taskChanges);
  const viewer = useViewer();
  const [title, setTitle] = useState("");
  const { said, ...fields } = quickAdd(quadrant, view);
  const name = `Add to ${quadrantWords[quadrant].name}`;
  function add(event: FormEvent) {
    event.preventDefault();
    const wanted = title.trim();
    if (wanted === "") return;
    setTitle("");
    const assignee = isOwn ? viewerAsPerson(viewer) : null;
    const assigneeId = assignee?.id ?? null;
    const task = { title: wanted, departmentId, tags: [...tags], assigneeId, ...fields };
    const id = uuidv7();
    queue
      .run({ about: [id], title: `“${wanted}”`, said: "", change: { act: "create", task, assignee } }, id)
      .catch((error: unknown) => {
        notify.error(errorMessage(error, "Failed to create task"), { id: "task-added" });
        setTitle((typed) => (typed === "" ? wanted : typed));
      });
  }
  return (
    <form
      className="m-2 flex h-[33px] flex-none items-center gap-2 rounded-md border border-control border-dashed px-3 text-muted focus-within:border-solid focus-within:bg-surface-raised max-md:mx-0 max-md:h-11"
      onSubmit={add}
    >
      <Plus aria-hidden="true" className="size-3.5 flex-none" />
      <input
        aria-label={name}
        className="h-full min-w-0 flex-1 bg-transparent text-sm text-text outline-none placeholder:text-muted max-md:text-base"
        maxLength={120}
        onChange={(event) => setTitle(event.target.value)}
        onKeyDown={(event) => event.key === "Escape" && setTitle("")}
        placeholder={name}
        value={title}
      />
      <span className="flex-none text-2xs text-muted">{isOwn ? `${said}, yours` : said}</span>
    </form>
  );
}
