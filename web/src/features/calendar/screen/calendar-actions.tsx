import type { EventAtTime } from "@atoll/contract/calendar/schemas";
import {
  ChartColumn,
  ChevronLeft,
  ChevronRight,
  Ellipsis,
  Import,
  PanelRight,
  Plus,
  Rss,
} from "lucide-react";
import { type ReactElement, useState } from "react";
import { useIsPhone } from "../../../lib/page/use-is-phone.ts";
import { lazyPart, useLazyPart } from "../../../ui/base/lazy-part.ts";
import { Button } from "../../../ui/button/button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { Segmented } from "../../../ui/layout/segmented.tsx";
import { Menu } from "../../../ui/popup/menu.tsx";
import type { MenuAction } from "../../../ui/popup/menu-entry.ts";
import type { CalendarView } from "../time/weeks.ts";
import { FindEvent } from "./find-event.tsx";

const importPart = lazyPart(() => import("../transfer/import-dialog.tsx"));
const feedPart = lazyPart(() => import("../transfer/feed-dialog.tsx"));

interface MoreMenuProps {
  /** An empty link to the page that counts. */
  analytics: ReactElement;
  /** Shows a day. */
  onGo: (day: string) => void;
  /** The actions that do not fit into the head on a phone. */
  side: false | MenuAction;
}

/** Actions on the whole calendar: import and export, subscriptions, analytics. */
function MoreMenu({ analytics, onGo, side }: MoreMenuProps) {
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

const views = [
  { value: "month", label: "Month" },
  { value: "week", label: "Week" },
  { value: "day", label: "Day" },
  { value: "agenda", label: "Agenda" },
] as const;

const sideLabel = "Calendars, months and tasks";

interface CalendarActionsProps {
  view: CalendarView;
  onView: (view: CalendarView) => void;
  /** The column of calendars, months and tasks is open. */
  hasSide: boolean;
  onSide: () => void;
  onAdd: () => void;
  onFind: (found: EventAtTime, day: string) => void;
  /** An empty link to what the calendar adds up to. */
  analytics: ReactElement;
  /** Shows a day. */
  onGo: (day: string) => void;
}

/** The actions in the head: the views, the side panel, actions on the whole calendar, and a new event. */
export function CalendarActions(props: CalendarActionsProps) {
  const { view, onView, hasSide, onSide, onAdd, onFind, analytics, onGo } = props;
  const isPhone = useIsPhone();
  return (
    // One block, so that it wraps below the title as a whole.
    <div className="ml-auto flex flex-none items-center gap-x-3 gap-y-1 max-xl:gap-x-1.5 max-md:w-full max-md:flex-wrap max-md:gap-x-1">
      {!isPhone && <FindEvent onFind={onFind} />}
      <Segmented label="View" onValueChange={onView} options={views} value={view} />
      {isPhone ? (
        <FindEvent onFind={onFind} />
      ) : (
        <IconButton icon={PanelRight} label={sideLabel} onClick={onSide} pressed={hasSide} />
      )}
      <MoreMenu
        analytics={analytics}
        onGo={onGo}
        side={isPhone && { label: sideLabel, icon: PanelRight, onSelect: onSide }}
      />
      {isPhone ? (
        <IconButton
          className="ml-auto bg-primary! text-primary-contrast!"
          icon={Plus}
          label="New Event"
          onClick={onAdd}
        />
      ) : (
        <Button icon={Plus} onClick={onAdd} variant="primary">
          New Event
        </Button>
      )}
    </div>
  );
}

interface StepsProps {
  detail: string;
  onStep: (by: 1 | -1) => void;
  onToday: () => void;
}

/** The buttons next to the title: to the previous and next range, and to today. */
export function Steps({ detail, onStep, onToday }: StepsProps) {
  return (
    <div className="flex w-fit items-center gap-1.5 max-md:gap-0.5" data-whole="">
      <IconButton icon={ChevronLeft} label="Earlier" onClick={() => onStep(-1)} size="sm" />
      <IconButton icon={ChevronRight} label="Later" onClick={() => onStep(1)} size="sm" />
      <Button onClick={onToday}>Today</Button>
      {detail && <span className="truncate pl-1 text-muted text-xs max-[1360px]:hidden">{detail}</span>}
    </div>
  );
}
