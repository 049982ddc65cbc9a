import { authorName, firstName } from "../../../capabilities/people/author-name.ts";
import { zoneCity } from "../../../ui/field/dates/time-zone-field.tsx";
import { dayWords, timeWords } from "../time/day-words.ts";
import { wallAt } from "../time/wall.ts";
import { type FreePerson, isSuited, type Judged } from "./judge-span.ts";

/** How it suits one of them, as a row has room for: "Busy 11:30". */
export function suitWords({ as, takenAt, isOutside }: Judged): string {
  if (as === "out") return "Away";
  if (as === "busy") return takenAt ? `Busy ${timeWords(wallAt(takenAt))}` : "Busy";
  if (isOutside) return "Off hours";
  return as === "tentative" ? "Maybe busy" : "Free";
}

/** "05:00 in New York", with the day where it is another one than the viewer's: "Thu 22:00 in New York". */
export function thereWords({ there }: Judged, zone: string, day: string): string {
  if (!there) return "";
  return `${there.day === day ? "" : `${dayWords(there.day, "short")} `}${timeWords(there)} in ${zoneCity(zone)}`;
}

export interface JudgedPerson {
  of: FreePerson;
  judged: Judged;
}

const mostNamed = 3;

/** Returns a sentence for each person who cannot attend at a time, with the reason but never their plans. */
export function conflictWords(everybody: readonly JudgedPerson[], viewerId: string, day: string): string[] {
  const against = everybody.filter(({ judged }) => !isSuited(judged));
  const named = against.length > mostNamed ? against.slice(0, mostNamed - 1) : against;
  const said = named.map(({ of, judged }) => sentence(of, judged, of.person.id === viewerId, day));
  const rest = against.length - named.length;
  return rest > 0 ? [...said, `${rest} more have no time or do not work then.`] : said;
}

function sentence({ person, zone }: FreePerson, judged: Judged, isViewer: boolean, day: string): string {
  const who = isViewer ? "You" : firstName(authorName(person));
  const are = isViewer ? "are" : "is";
  const there = thereWords(judged, zone, day);
  const hours = `outside of ${isViewer ? "your" : "their"} working hours${there && ` (${there})`}`;
  if (judged.as === "out") return `${who} ${are} out of office.`;
  if (judged.as === "busy") {
    const at = judged.takenAt ? ` at ${timeWords(wallAt(judged.takenAt))}` : "";
    return `${who} ${are} busy${at}${judged.isOutside ? `, and it is ${hours}` : ""}.`;
  }
  if (judged.as === "tentative" && !judged.isOutside) return `${who} may be busy.`;
  return `For ${isViewer ? "you" : who} it is ${hours}.`;
}
