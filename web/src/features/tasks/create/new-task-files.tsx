import type { ChangeQueue } from "../../../capabilities/changes/change-queue.ts";
import { AttachButton } from "../../../capabilities/files/upload/attach-button.tsx";
import { AttachmentTray } from "../../../capabilities/files/upload/attachment-tray.tsx";
import { useUploads } from "../../../capabilities/files/upload/own-uploads.ts";
import { useTray } from "../../../capabilities/files/upload/use-tray.ts";
import { attachFiles } from "../changes/open-task-changes.ts";
import type { TaskAct } from "../changes/task-act.ts";

/** The tray of the form for a new task. */
export const newTaskTray = "task:new";

/** Returns the files of the form for a new task: they are attached once there is a task. */
export function useNewTaskFiles(queue: ChangeQueue<TaskAct>) {
  const uploads = useUploads();
  const tray = useTray(newTaskTray);
  return {
    /** The IDs of the files, once the server has them all. Rejects with the reason if it refused one. */
    uploaded: async () => (await uploads.settled(tray.uploads.map(({ id }) => id))).map(({ id }) => id),
    async attach(fileIds: string[], task: { id: string; title: string }) {
      if (fileIds.length === 0) return;
      const { act, said } = attachFiles(fileIds);
      await queue.run({ about: [task.id], title: `“${task.title}”`, said, change: act });
      const taken = tray.take();
      uploads.forget(({ id }) => taken.includes(id));
    },
    field: (
      <div>
        <AttachmentTray place={newTaskTray} />
        <span className="-ml-1.5 flex items-center text-muted text-xs">
          <AttachButton onFiles={tray.add} />
          Add files
        </span>
      </div>
    ),
  };
}
