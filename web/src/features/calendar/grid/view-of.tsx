import type { CalendarView } from "../time/weeks.ts";
import { AgendaView } from "./agenda-view.tsx";
import { MonthView } from "./month-view.tsx";
import { PhoneMonth } from "./phone-month.tsx";
import { PhoneWeek } from "./phone-week.tsx";
import { TimeGrid } from "./time-grid.tsx";
import type { ViewProps } from "./view-props.ts";

/** One of the views; on a phone those that it has room for. */
export function ViewOf({ view, isPhone, ...props }: ViewProps & { view: CalendarView; isPhone: boolean }) {
  switch (view) {
    case "month":
      return isPhone ? <PhoneMonth {...props} /> : <MonthView {...props} />;
    case "week":
      return isPhone ? <PhoneWeek {...props} /> : <TimeGrid {...props} hasHead />;
    case "day":
      return <TimeGrid {...props} hasHead={false} />;
    case "agenda":
      return <AgendaView {...props} />;
  }
}
