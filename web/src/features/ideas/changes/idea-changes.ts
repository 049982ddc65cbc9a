import { defineChanges } from "../../../capabilities/changes/area-changes.ts";
import { draftsOf } from "../../../capabilities/offline/drafts/use-draft.ts";
import { errorMessage } from "../../../lib/request/api-error.ts";
import { changeIdeas, decideIdea } from "../api.ts";
import type { IdeaAct } from "./idea-act.ts";

/** The draft of a reply to the voters of these ideas. */
export const replyDraft = (ideaIds: readonly string[], viewerId: string) =>
  ideaIds.length === 1 ? `idea-reply/${ideaIds[0]}` : `idea-replies/${viewerId}`;

/** How ideas are answered, handed over and tagged: at once on the screen, queued without a connection, with Undo. */
export const ideaChanges = defineChanges<IdeaAct>({
  name: "idea-changes",
  async send(_signedIn, changeId, { about, change: { act: _act, ...change } }) {
    if ("set" in change) await changeIdeas({ changeId, ideaIds: about, set: change.set });
    else await decideIdea(about[0] ?? "", { id: changeId, ...change });
  },
  refetches: [["ideas"]],
  onRefused(signedIn, { about, title, change }, error) {
    const reply = change.act === "decide" ? change.reply : change.set.answer?.reply;
    if (!reply) return undefined;
    const drafts = draftsOf(signedIn);
    const subject = replyDraft(about, signedIn.viewer.id);
    if (drafts.read(subject).trim() === "") drafts.write(subject, reply);
    return `${title} could not be changed. ${errorMessage(error)} Your reply is kept in the dialog.`;
  },
  refusal: "could not be changed.",
  words: { one: "A change of an idea", many: "changes of ideas" },
});
