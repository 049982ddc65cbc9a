import type { MatrixView, TaskQuadrant } from "@atoll/contract/tasks/quadrants";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { AddLine } from "../create/add-line.tsx";
import { presetOf } from "../create/preset.ts";
import type { ShownTasks } from "../data/task-filter.ts";
import { quadrantWords, quickAdd } from "./quadrant-words.ts";

export interface QuickAddProps {
  quadrant: TaskQuadrant;
  view: MatrixView;
  shown: ShownTasks;
}

/** Adds a task with the fields that put it into this quadrant, and with those that its filter asks for. */
export function QuickAdd({ quadrant, view, shown }: QuickAddProps) {
  const { said, ...fields } = quickAdd(quadrant, view);
  const { task, assignee } = presetOf(shown, useViewer(), view.now);
  return (
    <AddLine
      className="m-2 max-md:mx-0"
      label={`Add to ${quadrantWords[quadrant].name}`}
      preset={{ task: { ...task, ...fields }, assignee }}
      said={assignee ? `${said}, yours` : said}
    />
  );
}
