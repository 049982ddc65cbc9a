import type { Person } from "@atoll/contract/people/schemas";
import type { OpenTask, Task } from "@atoll/contract/tasks/schemas";
import { useMemo } from "react";
import { defineChanges } from "../../../capabilities/changes/area-changes.ts";
import type { Unsettled } from "../../../capabilities/changes/change-queue.ts";
import { useUnsettled } from "../../../capabilities/changes/use-unsettled.ts";
import {
  type Group,
  type Grouped,
  type GroupRules,
  takeOut,
} from "../../../capabilities/grouped-list/grouped-list.ts";
import { withChanged, withMoved, withNew } from "../../../capabilities/grouped-list/optimistic.ts";
import type { GroupedKind } from "../../../capabilities/grouped-list/use-grouped-list.ts";
import { draftsOf } from "../../../capabilities/offline/drafts/use-draft.ts";
import { errorMessage } from "../../../lib/request/api-error.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { newOpenTask, newTask } from "./new-task.ts";
import { descriptionDraft, type TaskAct } from "./task-act.ts";
import { withAct } from "./with-act.ts";

/** Everything that a person does to tasks goes through here; it waits while there is no connection. */
export const taskChanges = defineChanges<TaskAct>({
  name: "task",
  send: async (signedIn, id, pending) => (await import("./send-act.ts")).sendAct(signedIn, id, pending),
  undo: async (signedIn, id, pending) => (await import("./send-act.ts")).undoAct(signedIn, id, pending),
  // Both would be answers to the same version: only the last text is meant.
  replaces: (later, earlier) => later.act === "describe" && earlier.act === "describe",
  onRefused(signedIn, { about: [taskId = ""], title, change }, error) {
    if (change.act !== "describe") return undefined;
    const drafts = draftsOf(signedIn);
    const subject = descriptionDraft(taskId);
    const draft = drafts.read(subject).trim();
    drafts.write(subject, draft === "" || draft === change.text ? change.text : `${draft}\n\n${change.text}`);
    return `The description of ${title} could not be saved. ${errorMessage(error)} Your text is kept there.`;
  },
  refusal: "could not be changed.",
  words: { one: "A change of a task", many: "changes of tasks" },
  former: {
    names: ["task change", "task bulk change", "task move", "task part"],
    load: async () => (await import("./former-entries.ts")).readFormer,
  },
});

/** A list of tasks as it will be once the viewer's own changes have arrived. */
export function useShownTasks<G extends Group<Task>, List extends Grouped<G>>(
  kind: GroupedKind<Task, G, List>,
  list: List | undefined,
  { isManual = false } = {},
): List | undefined {
  const viewer = useViewer();
  const unsettled = useUnsettled(taskChanges);
  return useMemo(() => {
    if (!list || unsettled.length === 0) return list;
    const rules = kind.rules(list, viewer.id);
    return showUnsettled(list, unsettled, { rules, viewer: { ...viewer, isFormer: false }, isManual });
  }, [kind, list, unsettled, viewer, isManual]);
}

/** A task that the viewer created and the server does not have yet; undefined for any other. */
export function useNewTask(taskId: string): OpenTask | undefined {
  const viewer = useViewer();
  const unsettled = useUnsettled(taskChanges);
  return useMemo(() => {
    const entry = unsettled.find(({ id }) => id === taskId);
    if (entry?.body.change.act !== "create") return undefined;
    const { id, createdAt } = entry;
    return newOpenTask({ id, createdAt, viewer: { ...viewer, isFormer: false } }, entry.body.change);
  }, [unsettled, taskId, viewer]);
}

/** Returns a list of tasks with the viewer's own changes that have not arrived, in their order. */
function showUnsettled<G extends Group<Task>, List extends Grouped<G>>(
  list: List,
  unsettled: readonly Unsettled<TaskAct>[],
  { rules, viewer, isManual }: { rules: GroupRules<Task, G>; viewer: Person; isManual: boolean },
): List {
  return unsettled.reduce((before, { id, createdAt, body: { about, change } }) => {
    const apply = (task: Task) => withAct(task, change);
    if (change.act === "create") return withNew(before, newTask({ id, createdAt, viewer }, change), rules);
    if (change.act === "delete") return about.reduce((cached, one) => takeOut(cached, one, rules), before);
    if (change.act === "move" && change.isPlaced && isManual)
      return withMoved(before, about, change, apply, rules);
    return about.reduce((cached, one) => withChanged(cached, one, apply, rules), before);
  }, list);
}
