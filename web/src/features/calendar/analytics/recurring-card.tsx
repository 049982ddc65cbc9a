import type { CalendarAnalytics } from "@atoll/contract/calendar/free-schemas";
import { Info } from "lucide-react";
import { cloneElement, type ReactElement, type ReactNode } from "react";
import { buttonClass } from "../../../ui/button/button-class.ts";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { Popover } from "../../../ui/popup/popover.tsx";
import { definitions } from "./definitions.ts";
import { hourWords } from "./figures.ts";

interface RecurringCardProps {
  recurring: CalendarAnalytics["recurring"];
  /** An empty link to an address. */
  link: (address: string) => ReactElement<{ children?: ReactNode; className?: string }>;
}

/** Meetings that come again, the most expensive first, each with what can be done about it. */
export function RecurringCard({ recurring, link }: RecurringCardProps) {
  return (
    <Card
      action={
        <Popover
          align="end"
          className="w-72"
          label="What “Recurring meetings” counts"
          trigger={<IconButton icon={Info} label="What “Recurring meetings” counts" size="sm" />}
        >
          <p className="text-sm">{definitions.recurring}</p>
        </Popover>
      }
      className="col-span-12"
      flush
      title="Recurring meetings, by person-hours"
    >
      {recurring.length === 0 ? (
        <p className="py-8 text-center text-faint text-sm">No meeting came again in this time.</p>
      ) : (
        <div className="overflow-x-auto">
          <table aria-label="Recurring meetings" className="w-full border-collapse text-sm">
            <thead className="bg-surface-sunken font-semibold text-2xs text-muted">
              <tr>
                <th className="px-4 py-2 text-left" scope="col">
                  Series
                </th>
                <th className={`${cell} max-md:hidden`} scope="col">
                  Times
                </th>
                <th className={`${cell} max-md:hidden`} scope="col">
                  People
                </th>
                <th className={`${cell} max-md:hidden`} scope="col">
                  Of your time
                </th>
                <th className={cell} scope="col">
                  Person-hours
                </th>
                <th className="px-4 py-2 text-right" scope="col">
                  Action
                </th>
              </tr>
            </thead>
            <tbody>
              {recurring.map((one) => (
                <tr className="border-t" key={one.eventId}>
                  <th className="w-full max-w-0 px-4 py-1.5 text-left font-normal" scope="row">
                    <span className="block truncate font-medium">{one.title}</span>
                    <span className="block font-normal text-faint text-xs md:hidden">
                      {one.times} times, {one.people} people
                    </span>
                  </th>
                  <td className={`${cell} max-md:hidden`}>{one.times}</td>
                  <td className={`${cell} max-md:hidden`}>{one.people}</td>
                  <td className={`${cell} max-md:hidden`}>{hourWords(one.minutes)}</td>
                  <td className={`${cell} font-semibold`}>{hourWords(one.personMinutes)}</td>
                  <td className="px-4 py-1.5 text-right">
                    {cloneElement(link(`/calendar?event=${one.eventId}`), {
                      className: buttonClass({ variant: "secondary", size: "sm" }),
                      children: one.isOrganiser ? (
                        "Change it"
                      ) : (
                        <span>
                          Answer <span className="max-md:sr-only">or propose</span>
                        </span>
                      ),
                    })}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
}

const cell = "px-3 py-1.5 text-right tabular-nums whitespace-nowrap";
