import { Compass, Keyboard, SquarePen, UsersRound } from "lucide-react";
import type { ChatDialog } from "../../features/chat/search/lazy-dialogs.tsx";
import { keyCaps } from "../../lib/shortcuts.ts";
import type { IconType } from "../../ui/icon-type.ts";
import { KeyCaps } from "../../ui/key-caps.tsx";
import type { Goal } from "./goal.ts";

export interface ActionGoalsOptions {
  mayChat: boolean;
  onBegin: (dialog: ChatDialog) => void;
  onShowShortcuts: () => void;
}

/** What can be begun from anywhere. */
export function useActionGoals({ mayChat, onBegin, onShowShortcuts }: ActionGoalsOptions): Goal[] {
  const begin = (dialog: ChatDialog, label: string, Icon: IconType): Goal => ({
    id: dialog,
    label,
    mark: <Icon className="size-4 text-faint" />,
    run: () => onBegin(dialog),
  });
  return [
    ...(mayChat
      ? [
          begin("new chat", "New chat", SquarePen),
          begin("new group", "New group", UsersRound),
          begin("browse", "Browse channels", Compass),
        ]
      : []),
    {
      id: "shortcuts",
      label: "Keyboard shortcuts",
      mark: <Keyboard className="size-4 text-faint" />,
      hint: <KeyCaps caps={keyCaps("?")} />,
      run: onShowShortcuts,
    },
  ];
}
