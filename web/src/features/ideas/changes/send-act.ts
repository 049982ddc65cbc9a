import type { PendingChange } from "../../../capabilities/changes/changed-area.ts";
import type { SignedIn } from "../../../lib/signed-in.ts";
import { changeIdeas, decideIdea, undoIdeaChange } from "../api.ts";
import type { IdeaAct } from "./idea-act.ts";

/** Sends a change, and looks again at every list before it stops being shown ahead of the server's answer. */
export async function sendAct(
  signedIn: SignedIn,
  changeId: string,
  { about, change }: PendingChange<IdeaAct>,
): Promise<void> {
  if (change.act === "change") await changeIdeas({ changeId, ideaIds: about, set: change.set });
  else {
    const { act: _act, ...decision } = change;
    await decideIdea(about[0] ?? "", { id: changeId, ...decision });
  }
  await refetch(signedIn);
}

export async function undoAct(signedIn: SignedIn, changeId: string): Promise<void> {
  await undoIdeaChange(changeId);
  await refetch(signedIn);
}

const refetch = ({ queryClient }: SignedIn) => queryClient.invalidateQueries({ queryKey: ["ideas"] });
