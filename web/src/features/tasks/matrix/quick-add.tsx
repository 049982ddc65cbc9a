import type { MatrixView, TaskQuadrant } from "@atoll/contract/tasks/quadrants";
import { useMutation } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { errorMessage } from "../../../lib/api-error.ts";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { notify } from "../../../ui/toast/toast.tsx";
import { createTask } from "../data/api.ts";
import { tellTasks } from "../data/tell-tasks.ts";
import { quadrantWords, quickAdd } from "./quadrant-words.ts";

export interface QuickAddProps {
  quadrant: TaskQuadrant;
  view: MatrixView;
  departmentId: string | null;
  /** Of the filter, or it would not be seen. */
  tags: readonly string[];
}

/** A task of one line, with what puts it into this field; that is printed beside. */
export function QuickAdd({ quadrant, view, departmentId, tags }: QuickAddProps) {
  const signedIn = useSignedIn();
  const [title, setTitle] = useState("");
  // One id for all tries: what arrived without an answer is not made twice.
  const sent = useRef({ title: "", id: "" });
  const { said, ...fields } = quickAdd(quadrant, view);
  const name = `Add to ${quadrantWords[quadrant].name}`;
  const addition = useMutation({
    networkMode: "always",
    async mutationFn(wanted: string) {
      if (sent.current.title !== wanted) sent.current = { title: wanted, id: uuidv7() };
      return createTask({ id: sent.current.id, title: wanted, departmentId, tags: [...tags], ...fields });
    },
    onSuccess(task) {
      sent.current = { title: "", id: "" };
      setTitle("");
      tellTasks(signedIn, [task]);
    },
    onError: (error) => notify.error(errorMessage(error, "Failed to create task"), { id: "task-added" }),
  });
  function add(event: FormEvent) {
    event.preventDefault();
    const wanted = title.trim();
    if (wanted !== "" && !addition.isPending) addition.mutate(wanted);
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
        disabled={addition.isPending}
        maxLength={120}
        onChange={(event) => setTitle(event.target.value)}
        onKeyDown={(event) => event.key === "Escape" && setTitle("")}
        placeholder={name}
        value={title}
      />
      <span className="flex-none text-2xs text-muted">{said}</span>
    </form>
  );
}
