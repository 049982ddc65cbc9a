import { useLocation } from "@tanstack/react-router";
import { Fragment } from "react";
import { shortcutGroups as ofAnnouncements } from "../../features/announcements/list/shortcuts.ts";
import { shortcutGroups as ofBrainstorm } from "../../features/brainstorm/overview/shortcuts.ts";
import { shortcutGroups as ofCalendar } from "../../features/calendar/shortcuts.ts";
import { shortcutGroups as ofCards } from "../../features/cards/tools/shortcuts.ts";
import { shortcutGroups as ofChat } from "../../features/chat/places/shortcut-groups.ts";
import { shortcutGroups as ofIdeas } from "../../features/ideas/shortcuts.ts";
import { shortcutGroups as ofKnowledge } from "../../features/knowledge/shortcuts.ts";
import { shortcutGroups as ofInbox } from "../../features/notifications/inbox/shortcuts.ts";
import { shortcutGroups as ofQuestions } from "../../features/questions/list/shortcuts.ts";
import { shortcutGroups as ofTasks } from "../../features/tasks/keys/shortcuts.ts";
import { keyCaps, type ShortcutGroup } from "../../lib/page/shortcuts.ts";
import { KeyCaps } from "../../ui/badge/key-caps.tsx";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { everywhere } from "./shortcuts.ts";

/** The shortcuts of the areas that have some, each with the address below which its pages are. */
export const areaShortcuts: readonly { path: string | null; groups: readonly ShortcutGroup[] }[] = [
  { path: "/inbox", groups: ofInbox },
  { path: "/chat", groups: ofChat },
  { path: "/ideas", groups: ofIdeas },
  { path: "/tasks", groups: ofTasks },
  { path: "/brainstorm", groups: ofBrainstorm },
  { path: "/calendar", groups: ofCalendar },
  { path: "/announcements", groups: ofAnnouncements },
  { path: "/community-faqs", groups: ofQuestions },
  { path: "/knowledge-base", groups: ofKnowledge },
  // The addresses of sections begin with those of departments.
  { path: null, groups: ofCards },
];

export interface ShortcutSheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** All shortcuts with what they do, those of the page that is open first. */
export function ShortcutSheet({ open, onOpenChange }: ShortcutSheetProps) {
  const pathname = useLocation({ select: (location) => location.pathname });
  const groupsOf = (isHere: boolean) =>
    areaShortcuts
      .filter(({ path }) => (path !== null && `${pathname}/`.startsWith(`${path}/`)) === isHere)
      .flatMap(({ groups }) => groups);
  const groups: readonly ShortcutGroup[] = [
    ...groupsOf(true),
    { title: "Everywhere", shortcuts: Object.values(everywhere) },
    ...groupsOf(false),
  ];
  return (
    <Dialog open={open} onClose={() => onOpenChange(false)} title="Keyboard shortcuts" width={480} isOnlyText>
      {groups.map(({ title, shortcuts }) => (
        <section key={title} aria-label={title}>
          <h3 className="pb-1 font-semibold text-faint text-xs">{title}</h3>
          <dl className="divide-y">
            {shortcuts.map(({ does, keys }) => (
              <div key={does} className="flex min-h-8 items-center gap-3 py-1">
                <dt className="min-w-0 flex-1">{does}</dt>
                <dd className="flex flex-none items-center gap-1.5">
                  {keys.map((key, index) => (
                    <Fragment key={key}>
                      {index > 0 && <span className="text-faint text-xs">or</span>}
                      <KeyCaps caps={keyCaps(key)} />
                    </Fragment>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
