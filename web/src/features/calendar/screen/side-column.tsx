import type { ReactNode } from "react";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { Checkbox } from "../../../ui/field/checkbox.tsx";
import { MonthGrid } from "../../../ui/field/dates/month-grid.tsx";
import { useOwnCalendars } from "../data/use-calendar.ts";
import { hueProps } from "../grid/hue.ts";
import { CalendarMenu, NewCalendar } from "./own-calendars.tsx";
import type { HiddenCalendars } from "./use-hidden-calendars.ts";

/** The days on which tasks are due, among the calendars that can be switched off. */
export const dueDates = "due-dates";

interface SideColumnProps {
  day: string;
  days: readonly string[];
  today: string;
  hidden: HiddenCalendars;
  onChoose: (day: string) => void;
  /** Leads to what the person chooses for their calendar. */
  settings: ReactNode;
  /** Tasks that can be planned. */
  plan: ReactNode;
}

/** The column next to the grid: a month for finding a day, and the calendars with their switches. */
export function SideColumn({ hidden, settings, plan, days, ...month }: SideColumnProps) {
  const { departments } = useViewer();
  const { data: own } = useOwnCalendars();
  return (
    <div className="flex flex-col gap-4 p-3">
      <MonthGrid {...month} range={days.length < 8 ? days : []} />
      <section aria-label="Calendars" className="flex flex-col gap-0.5">
        <div className="flex items-center pb-1">
          <h2 className="flex-1 font-semibold text-xs">My calendars</h2>
          <NewCalendar count={own?.calendars.length ?? 0} />
        </div>
        <Row hidden={hidden} hue="own-lagoon" id="mine" name="My calendar" />
        {own?.calendars.map((calendar) => (
          <div className="flex items-center" key={calendar.id}>
            <Row hidden={hidden} hue={`own-${calendar.colour}`} id={calendar.id} name={calendar.name} />
            <CalendarMenu calendar={calendar} />
          </div>
        ))}
        {departments.length > 0 && <h2 className="pt-3 pb-1 font-semibold text-xs">Departments</h2>}
        {departments.map(({ id, name, slug }) => (
          <Row hidden={hidden} hue={slug} id={id} key={id} name={name} />
        ))}
        <h2 className="pt-3 pb-1 font-semibold text-xs">Tasks</h2>
        <Row hidden={hidden} hue="own-stone" id={dueDates} name="Due dates" />
      </section>
      {plan}
      <p className="text-xs">{settings}</p>
    </div>
  );
}

function Row({ id, name, hue, hidden }: { id: string; name: string; hue: string; hidden: HiddenCalendars }) {
  return (
    <Checkbox
      checked={hidden.isShown(id)}
      className="min-w-0 flex-1"
      label={
        <span {...hueProps(hue)} className="cal-hue flex min-w-0 items-center gap-2">
          <span className="cal-dot size-2" />
          <span className="truncate">{name}</span>
        </span>
      }
      onChange={() => hidden.toggle(id)}
    />
  );
}
