import type { SensitiveLook } from "@atoll/contract/sensitive-data/schemas";
import { Copy, Eye } from "lucide-react";
import { authorName } from "../../capabilities/people/author-name.ts";
import { formatInstant } from "../../lib/time/format-date.ts";
import { Avatar } from "../../ui/avatar/avatar.tsx";
import { Drawer } from "../../ui/dialog/drawer.tsx";
import { PagedList } from "../../ui/list/paged-list.tsx";
import { RowSkeletons } from "../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../ui/state/empty-state.tsx";
import { type LookFilter, useKeyNames, useLooks } from "./api.ts";

/** The log of accesses to cards, each with its person, time and reason. */
export function AccessLog({
  filter,
  about,
  onClose,
}: {
  filter: LookFilter;
  /** The name of a key or card. Undefined for all. */
  about: string | undefined;
  onClose: () => void;
}) {
  const list = useLooks(filter);
  return (
    <Drawer open onOpenChange={onClose} title={about ? `Access log: ${about}` : "Access log"}>
      <div className="p-4">
        <PagedList
          list={list}
          moreLabel="Show earlier looks"
          skeleton={<RowSkeletons label="Loading the access log" mark={28} rowClassName="py-2" />}
          empty={<EmptyState drawing="search" title="Nobody has looked yet" />}
        >
          {(looks) => (
            <ul aria-label="Looks" className="flex flex-col divide-y">
              {looks.map((look) => (
                <Look key={look.id} look={look} />
              ))}
            </ul>
          )}
        </PagedList>
      </div>
    </Drawer>
  );
}

function Look({ look: { person, kind, card, reason, approvedBy, at } }: { look: SensitiveLook }) {
  const Icon = kind === "copy" ? Copy : Eye;
  const keyNames = useKeyNames();
  return (
    <li className="flex gap-3 py-2.5">
      <Avatar decorative userId={person.id} picture={person.avatar} name={person.name} size={28} />
      <div className="min-w-0 flex-1 text-sm">
        <p>
          <strong className="font-semibold">{authorName(person)}</strong>{" "}
          {kind === "copy" ? "copied" : "looked at"} {card.title}
        </p>
        <p className="text-muted text-xs">{reason}</p>
        <p className="flex flex-wrap items-center gap-x-1.5 text-faint text-xs">
          <Icon className="size-3 flex-none" />
          {keyNames[card.key] ?? card.key}, {formatInstant(at)}
          {approvedBy && `, approved by ${authorName(approvedBy)}`}
        </p>
      </div>
    </li>
  );
}
