import type { NewIdea } from "@atoll/contract/ideas/schemas";
import { draftsOf } from "../../../capabilities/offline/drafts/use-draft.ts";
import { outboxOf } from "../../../capabilities/offline/outbox/own-outbox.ts";
import { judge } from "../../../lib/request/judge-error.ts";
import { oneEach, type SignedIn } from "../../../lib/signed-in.ts";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { notify } from "../../../ui/toast/toast.tsx";
import type { IdeaFields } from "./new-idea-form.ts";

/** The tray of the form for a new idea. */
export const newIdeaTray = "idea:new";

/** The draft of the form of a new idea. */
export const newIdeaDraft = (viewerId: string): string => `idea-new/${viewerId}`;

interface Pending {
  idea: NewIdea;
}

/** New ideas that the server could not take yet: they are sent from any page, once there is a connection. */
export const ideaOutboxOf = oneEach((signedIn) => {
  const outbox = outboxOf(signedIn).register<Pending>({
    name: "idea",
    shape: { idea: "object" },
    isInOrder: false,
    send: async ({ body }) => {
      const [{ createIdea }, { keepAnswer }] = await Promise.all([
        import("../api.ts"),
        import("../data/use-ideas.ts"),
      ]);
      keepAnswer(signedIn.queryClient, await createIdea(body.idea));
    },
    onRefused({ body: { idea } }, reason) {
      const failed = `“${idea.title}” could not be posted. ${reason}`;
      const drafts = draftsOf(signedIn);
      const place = newIdeaDraft(signedIn.viewer.id);
      // If another idea is being written there, this one waits under Not sent.
      if (drafts.read(place) !== "") {
        notify.error(`${failed} Its text is kept under Not sent.`);
        return "kept";
      }
      drafts.write(place, JSON.stringify(fieldsOf(idea)));
      notify.error(`${failed} Its text is kept in New Idea.`);
      return undefined;
    },
    again: ({ idea }) => ({ idea: { ...idea, id: uuidv7() } }),
    failure: "Try again.",
    words: { one: "A new idea", many: "new ideas" },
  });
  signedIn.onEnd(outbox.end);
  return outbox;
});

/**
 * Posts an idea, or keeps it until there is a connection: the same id makes it one idea, however often it is sent.
 * @returns whether the server has it, or why it waits: there is no connection, or the server takes nothing now.
 */
export async function postIdea(
  signedIn: SignedIn,
  idea: NewIdea,
): Promise<"posted" | "unanswered" | "in-trouble"> {
  const { createIdea } = await import("../api.ts");
  const { keepAnswer } = await import("../data/use-ideas.ts");
  try {
    keepAnswer(signedIn.queryClient, await createIdea(idea));
    return "posted";
  } catch (error) {
    const verdict = judge(error);
    if (verdict !== "unanswered" && verdict !== "in-trouble") throw error;
    const createdAt = new Date().toISOString();
    ideaOutboxOf(signedIn).put({
      id: idea.id,
      kind: "idea",
      subject: idea.id,
      body: { idea },
      createdAt,
      failure: null,
    });
    return verdict;
  }
}

/** An idea as its form has it. */
const fieldsOf = ({ title, text, departmentId, tags, audienceIds, isAnonymous }: NewIdea): IdeaFields => ({
  title,
  text: text ?? "",
  departmentId: departmentId ?? "",
  tags: (tags ?? []).join(", "),
  audienceIds: audienceIds ?? [],
  isAnonymous: isAnonymous ?? false,
});
