import { ChartColumn, Ellipsis, Import, Rss } from "lucide-react";
import { type ReactElement, useState } from "react";
import { lazyPart, useLazyPart } from "../../../ui/base/lazy-part.ts";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { Menu } from "../../../ui/popup/menu.tsx";
import type { MenuAction } from "../../../ui/popup/menu-entry.ts";

const importPart = lazyPart(() => import("../elsewhere/import-dialog.tsx"));
const feedPart = lazyPart(() => import("../elsewhere/feed-dialog.tsx"));

interface MoreMenuProps {
  /** An empty link to the page that counts. */
  analytics: ReactElement;
  /** Shows a day. */
  onGo: (day: string) => void;
  /** The actions that do not fit into the head on a phone. */
  side: false | MenuAction;
}

/** Actions on the whole calendar: import and export, subscriptions, analytics. */
export function MoreMenu({ analytics, onGo, side }: MoreMenuProps) {
  const [opened, setOpened] = useState<"import" | "feed">();
  const close = () => setOpened(undefined);
  const importing = useLazyPart(importPart, opened === "import", close);
  const feeding = useLazyPart(feedPart, opened === "feed", close);
  return (
    <>
      <Menu
        align="end"
        items={[
          ...(side ? [side] : []),
          { label: "Analytics", icon: ChartColumn, link: analytics },
          "separator",
          { label: "Import a calendar file", icon: Import, onSelect: () => setOpened("import") },
          { label: "Follow it elsewhere", icon: Rss, onSelect: () => setOpened("feed") },
        ]}
        label="More for the calendar"
        trigger={<IconButton icon={Ellipsis} label="More for the calendar" />}
      />
      {importing && <importing.ImportDialog onClose={close} onGo={onGo} />}
      {feeding && <feeding.FeedDialog onClose={close} />}
    </>
  );
}
