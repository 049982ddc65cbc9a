import { canWriteAnnouncements } from "@atoll/contract/announcements/policy";
import type { Turn } from "@atoll/contract/ask-ai/schemas";
import { canCreateTasks } from "@atoll/contract/tasks/policy";
import { useNavigate } from "@tanstack/react-router";
import { CirclePlus, Megaphone } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { draftsOf } from "../../capabilities/offline/drafts/use-draft.ts";
import { draftPlace, writeNewDraft } from "../../features/announcements/edit/fields.ts";
import { draftedAnnouncement, draftedTasks, withoutSources } from "../../features/ask-ai/draft-parts.ts";
import type { SourceParts } from "../../features/ask-ai/source-parts.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { useSignedIn } from "../../lib/use-signed-in.tsx";
import { uuidv7 } from "../../lib/uuidv7.ts";
import { Button } from "../../ui/button/button.tsx";
import { ShareInChat } from "./share-in-chat.tsx";
import type { KnownChannel } from "./source-parts.tsx";

const CreateTasksDialog = lazy(async () => ({
  default: (await import("../../features/tasks/create/create-tasks-dialog.tsx")).CreateTasksDialog,
}));

export interface DraftActionsProps {
  turn: Turn;
  channels: readonly KnownChannel[];
  parts: SourceParts;
}

/** Ways from a draft that the language model wrote to the form that it is for. The asker sends it, or does not. */
export function DraftActions({ turn, channels, parts }: DraftActionsProps) {
  const viewer = useViewer();
  const text = turn.answer?.text ?? "";
  if (text === "") return null;
  if (turn.draft === "tasks")
    return canCreateTasks(viewer) ? <CreateTasks turn={turn} text={text} parts={parts} /> : null;
  if (turn.draft === "announcement")
    return canWriteAnnouncements(viewer) ? <UseAsAnnouncement text={text} /> : null;
  return channels.length > 0 ? (
    <ShareInChat
      channels={channels}
      label="Use as message"
      text={() => Promise.resolve(withoutSources(text).trim())}
    />
  ) : null;
}

function CreateTasks({ turn, text, parts }: { turn: Turn; text: string; parts: SourceParts }) {
  const [isOpen, setOpen] = useState(false);
  const proposed = draftedTasks(text).map(({ title, sourceNumber }) => {
    const hit = sourceNumber === undefined ? undefined : turn.passages[sourceNumber - 1];
    const description = hit ? `${parts.name(hit)}: ${new URL(hit.link, location.href).href}` : "";
    return { title, description };
  });
  if (proposed.length === 0) return null;
  return (
    <>
      <Button icon={CirclePlus} onClick={() => setOpen(true)} size="sm" variant="ghost">
        Create tasks
      </Button>
      {isOpen && (
        <Suspense>
          <CreateTasksDialog proposed={proposed} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Opens the editor of a new announcement with the draft in it. */
function UseAsAnnouncement({ text }: { text: string }) {
  const navigate = useNavigate();
  const drafts = draftsOf(useSignedIn());
  function open() {
    const id = uuidv7();
    drafts.write(draftPlace(id), writeNewDraft(draftedAnnouncement(text)));
    void navigate({ to: "/announcements/$", params: { _splat: `${id}/edit` }, search: { new: "1" } });
  }
  return (
    <Button icon={Megaphone} onClick={open} size="sm" variant="ghost">
      Use as announcement
    </Button>
  );
}
