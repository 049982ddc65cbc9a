import { icsLossTexts, icsSkipTexts } from "@atoll/contract/calendar/ics-limits";
import type { IcsImport } from "@atoll/contract/calendar/ics-schemas";
import { Badge } from "../../../ui/badge/badge.tsx";
import { statusTones } from "../../../ui/badge/status-tones.ts";
import { TimeZoneField } from "../../../ui/field/dates/time-zone-field.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { eventsWords, lineWords, placesWords, whenWords } from "./import-words.ts";

const outcomes: Record<IcsImport["events"][number]["outcome"], string> = {
  created: "New",
  changed: "Changed",
  unchanged: "Already here",
};

/** The result of an import or of its dry run: the action for each event, and the skipped ones with their reason. */
export function ImportCheck({ found }: { found: IcsImport }) {
  const { events, skips, losses } = found;
  const all = found.created + found.changed + found.unchanged;
  if (all + found.skipped + losses.length === 0)
    return <EmptyState drawing="events" title="There is no event in this file." />;
  return (
    <>
      {events.length > 0 && (
        <section aria-label="Events of the file">
          <ul className="max-h-72 overflow-y-auto rounded-md border">
            {events.map((event, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the order of the file is all that tells equal ones apart
              <li className="flex items-center gap-3 border-t px-3 py-2 first:border-t-0" key={place}>
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-medium">{event.title}</span>
                  <span className="block text-muted text-xs wrap-anywhere">{whenWords(event)}</span>
                </span>
                <Badge tone={statusTones.calendarImport[event.outcome]}>{outcomes[event.outcome]}</Badge>
              </li>
            ))}
          </ul>
          <More shown={events.length} all={all} />
        </section>
      )}
      {skips.length > 0 && (
        <section aria-labelledby="left-out">
          <h3 className="pb-1.5 font-semibold text-sm" id="left-out">
            Left out
          </h3>
          <ul className="max-h-44 overflow-y-auto rounded-md border">
            {skips.map(({ title, line, reason }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the order of the file is all that tells equal ones apart
              <li className="border-t px-3 py-2 first:border-t-0" key={place}>
                <span className="block truncate font-medium">{title}</span>
                <span className="block text-muted text-xs">
                  {icsSkipTexts[reason]} {lineWords(line)}
                </span>
              </li>
            ))}
          </ul>
          <More shown={skips.length} all={found.skipped} />
        </section>
      )}
      {losses.length > 0 && (
        <section aria-labelledby="changed-by-import">
          <h3 className="pb-1.5 font-semibold text-sm" id="changed-by-import">
            Imported differently from the file
          </h3>
          <ul className="max-h-56 overflow-y-auto rounded-md border">
            {losses.map(({ reason, count, places }) => (
              <li className="border-t px-3 py-2 first:border-t-0" key={reason}>
                <span className="block text-sm">{icsLossTexts[reason]}</span>
                <span className="block text-muted text-xs wrap-anywhere">{placesWords(places, count)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function More({ shown, all }: { shown: number; all: number }) {
  return all > shown ? (
    <p className="pt-1.5 text-faint text-xs">and {(all - shown).toLocaleString("en")} more</p>
  ) : null;
}

interface UnknownZonesProps {
  /** Names that the dry run asks about, and those that were answered. */
  found: IcsImport;
  zones: Readonly<Record<string, string>>;
  onChange: (zones: Readonly<Record<string, string>>) => void;
}

/** Asks where the zones are that a file names by words of its own. */
export function UnknownZones({ found, zones, onChange }: UnknownZonesProps) {
  const asked = new Map(found.unknownZones.map(({ name, events }) => [name, events]));
  for (const name of Object.keys(zones)) if (!asked.has(name)) asked.set(name, 0);
  if (asked.size === 0) return null;
  return (
    <section aria-label="Time zones" className="flex flex-col gap-3">
      {found.unknownZones.length > 0 && (
        <InlineAlert tone="notice">
          The file uses unknown time zones. Choose a time zone for each, or their events are left out.
        </InlineAlert>
      )}
      {[...asked].map(([name, events]) => (
        <TimeZoneField
          {...(events > 0 && { help: `${eventsWords(events)} ${events === 1 ? "waits" : "wait"} for it` })}
          key={name}
          label={`“${name}” is the time of`}
          onValueChange={(zone) => onChange({ ...zones, [name]: zone })}
          value={zones[name] ?? null}
        />
      ))}
    </section>
  );
}
