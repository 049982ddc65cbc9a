import { usePageTitle } from "../../../lib/page/page-title.ts";
import { type TaskScreenProps, useTaskScreen } from "./use-task-screen.tsx";

/** A task as a page of its own. */
export function TaskPage(props: TaskScreenProps) {
  const { title, head, body } = useTaskScreen({ ...props, heading: "h1" });
  usePageTitle(title);
  return (
    <div className="mx-auto flex w-full max-w-[760px] flex-col gap-4">
      {head}
      {body}
    </div>
  );
}
