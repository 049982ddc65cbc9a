import type { Hit } from "@atoll/contract/search/hit-schemas";
import type { MouseEvent } from "react";
import { formatInstant } from "../../../lib/time/format-date.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import { cx } from "../../../ui/base/cx.ts";
import { Marked } from "../../../ui/base/marked.tsx";
import { HitBadge } from "./hit-badge.tsx";
import { HitMark } from "./hit-mark.tsx";
import { freshness, hitName, metaOf, type PlaceName } from "./hit-words.ts";
import { nearMark } from "./near-mark.ts";

export interface HitRowProps {
  id: string;
  isActive: boolean;
  hit: Hit;
  now: Date;
  placeName: PlaceName;
  onOpen: () => void;
}

/** A hit: its title, one line of its text, and its kind. A link, so that it can be opened in a new tab. */
export function HitRow({ id, isActive, hit, now, placeName, onOpen }: HitRowProps) {
  function follow(event: MouseEvent) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onOpen();
  }
  return (
    <a
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      href={hit.link}
      onClick={follow}
      // The field keeps the focus; its keys choose too.
      onPointerDown={(event) => event.preventDefault()}
      className={cx(
        "-mx-3 flex scroll-my-2 gap-3 rounded-lg px-3 pt-2.5 max-md:-mx-2 max-md:px-2",
        isActive ? "bg-surface-selected" : "hover:bg-surface-hover",
      )}
    >
      <span className="pt-0.5">
        <HitMark hit={hit} />
      </span>
      <span className={cx("min-w-0 flex-1 border-b pb-2.5", isActive && "border-transparent")}>
        <span className="flex min-w-0 items-center gap-2 max-md:items-start">
          <span className={cx(line, "min-w-0 font-semibold")}>
            {hit.title.text ? <Marked {...hit.title} /> : hitName(hit)}
          </span>
          <HitBadge detail={hit.detail} />
          {hit.kind !== "person" && hit.kind !== "channel" && (
            <time
              dateTime={hit.at}
              title={formatInstant(hit.at)}
              className="ml-auto flex-none whitespace-nowrap text-faint text-xs"
            >
              {freshness(hit.at, now)}
            </time>
          )}
        </span>
        {hit.text.text && (
          <span className={cx(line, "text-muted")}>
            <Marked {...nearMark(hit.text)} />
          </span>
        )}
        <span className="flex min-w-0 items-center gap-x-2 gap-y-1 max-md:flex-wrap">
          <MetaLine parts={metaOf(hit, placeName)} />
          {shownTags(hit).map((tag) => (
            <Badge className="max-w-40" key={tag.text}>
              <Marked {...tag} />
            </Badge>
          ))}
        </span>
      </span>
    </a>
  );
}

const maxTags = 3;

/** Returns the first tags, those that were found before the others. */
function shownTags({ tags }: Hit): Hit["tags"] {
  const [found, others] = [
    tags.filter(({ marks }) => marks.length > 0),
    tags.filter(({ marks }) => marks.length === 0),
  ];
  return [...found, ...others].slice(0, maxTags);
}

/** On a phone two lines, or what was found would often stand behind where one is cut. */
const line = "block truncate max-md:line-clamp-2 max-md:whitespace-normal";

/** The details of a hit, separated by middle dots. */
export function MetaLine({ parts: [kind, ...others] }: { parts: readonly string[] }) {
  return (
    <span className="block truncate text-faint text-xs/4">
      <span className="font-medium">{kind}</span>
      {others.map((part) => (
        <span key={part}>
          <span aria-hidden="true" className="mx-1">
            {" · "}
          </span>
          {part}
        </span>
      ))}
    </span>
  );
}
