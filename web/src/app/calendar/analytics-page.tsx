import { Link, useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { Lock } from "lucide-react";
import { AddressLink } from "../../capabilities/links/address-link.tsx";
import { CalendarAnalytics } from "../../features/calendar/analytics/calendar-analytics.tsx";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { dayOf } from "../../lib/time/wall-clock.ts";
import { Badge } from "../../ui/badge/badge.tsx";
import { readPeriod } from "../../ui/field/dates/period.ts";
import { PeriodFilter } from "../../ui/field/dates/period-filter.tsx";
import { PageHeader } from "../page/page-header.tsx";

/** As long as the server counts at once. */
const longestDays = 366;

const seenByOne = (
  <Badge icon={Lock} tone="primary">
    Only you can see this page
  </Badge>
);

/** /calendar/analytics: what the viewer's own calendar adds up to. The time stands in the address. Specification, section 2. */
export function CalendarAnalyticsPage() {
  const router = useRouter();
  const navigate = useNavigate();
  const search = useSearch({ from: "/workspace/calendar/analytics" });
  const period = readPeriod(search.period, dayOf(new Date()), longestDays);
  usePageTitle("Calendar analytics");
  const open = (address: string) => void router.navigate({ href: address });
  const change = (value: string | undefined) =>
    void navigate({ to: "/calendar/analytics", search: { period: value }, resetScroll: false });
  return (
    <div className="page-pad">
      <CalendarAnalytics
        head={(actions) => (
          <PageHeader
            actions={
              <>
                <PeriodFilter key={period.value} onChange={change} period={period} />
                {actions}
              </>
            }
            aside={<span className="max-md:hidden">{seenByOne}</span>}
            title="Calendar analytics"
          >
            <p className="pt-1 md:hidden">{seenByOne}</p>
          </PageHeader>
        )}
        link={(address) => <AddressLink address={address} onOpen={open} />}
        period={period}
        settings={<Link search={{ view: "calendar" }} to="/settings" />}
      />
    </div>
  );
}
