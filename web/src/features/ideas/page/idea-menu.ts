import type { OpenIdea } from "@atoll/contract/ideas/schemas";
import type { VoteRights } from "@atoll/contract/votes/schemas";
import { EyeOff, GitMerge, Lock, MessageSquareReply, Pencil, Trash2, UserRound } from "lucide-react";
import type { MenuEntry } from "../../../ui/popup/menu-entry.ts";
import type { IdeaDialog } from "./idea-dialogs.tsx";

/** The actions on an idea that the viewer may take, in addition to the buttons next to its title. */
export function ideaMenu(
  idea: OpenIdea,
  rights: VoteRights | undefined,
  onDialog: (dialog: IdeaDialog) => void,
): MenuEntry[] {
  const to = (dialog: IdeaDialog) => ({ onSelect: () => onDialog(dialog) });
  return [
    ...(idea.mayDecide
      ? [
          { label: "Reply or change status", icon: MessageSquareReply, ...to("decide") },
          { label: "Choose an owner", icon: UserRound, ...to("owner") },
        ]
      : []),
    ...(idea.mayEdit || idea.mayArrange ? [{ label: "Edit", icon: Pencil, ...to("edit") }] : []),
    ...(rights?.mayModerate
      ? [
          { label: "Merge into another idea", icon: GitMerge, ...to("merge") },
          { label: idea.isLocked ? "Unlock" : "Lock", icon: Lock, ...to("lock") },
          { label: idea.isHidden ? "Restore" : "Hide", icon: EyeOff, ...to("hide") },
        ]
      : []),
    ...(idea.isOwn ? [{ label: "Delete", icon: Trash2, danger: true, ...to("delete") }] : []),
  ];
}
