import { useLocation } from "@tanstack/react-router";
import { Fragment } from "react";
import { keyCaps, type ShortcutGroup } from "../../lib/page/shortcuts.ts";
import { KeyCaps } from "../../ui/badge/key-caps.tsx";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import type { Area } from "../area.ts";
import { everywhere } from "./shortcuts.ts";

/** The groups of an area, and the addresses of its pages. */
interface AreaShortcuts {
  groups: readonly ShortcutGroup[];
  paths: readonly string[];
}

/** Loads the shortcuts of all areas that have some. */
export function loadGroups(all: readonly Area[]): Promise<AreaShortcuts[]> {
  return Promise.all(
    all.flatMap(({ shortcuts, places }) =>
      shortcuts
        ? shortcuts().then(({ shortcutGroups: groups }) => ({
            groups,
            paths: places.map(({ path }) => path),
          }))
        : [],
    ),
  );
}

export interface ShortcutSheetProps {
  ofAreas: readonly AreaShortcuts[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** All shortcuts with what they do, those of the page that is open first. */
export function ShortcutSheet({ ofAreas, open, onOpenChange }: ShortcutSheetProps) {
  const pathname = useLocation({ select: (location) => location.pathname });
  const isIn = (paths: readonly string[]) =>
    paths.some((path) => pathname === path || pathname.startsWith(`${path}/`));
  const groupsOf = (isHere: boolean) =>
    ofAreas.filter(({ paths }) => isIn(paths) === isHere).flatMap((area) => area.groups);
  const groups: readonly ShortcutGroup[] = [
    ...groupsOf(true),
    { title: "Everywhere", shortcuts: Object.values(everywhere) },
    ...groupsOf(false),
  ];
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keyboard shortcuts" width={480} isOnlyText>
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
