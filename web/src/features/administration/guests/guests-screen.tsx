import type { Guest } from "@atoll/contract/administration/guest-routes";
import {
  CalendarClock,
  CircleDot,
  Ellipsis,
  KeyRound,
  Pencil,
  ShieldOff,
  UserRoundCheck,
  UserRoundX,
} from "lucide-react";
import { useState } from "react";
import { EndDialog } from "../../../capabilities/live/end-dialog.tsx";
import { PersonAvatar } from "../../../capabilities/people/person-avatar.tsx";
import { counted } from "../../../lib/counted.ts";
import { formatLastDay } from "../../../lib/time/format-last-day.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { FilterField } from "../../../ui/field/filter-field.tsx";
import { SettingCard } from "../../../ui/layout/setting-card.tsx";
import { ChoiceFilter } from "../../../ui/list/choice-filter.tsx";
import { PagedList } from "../../../ui/list/paged-list.tsx";
import { Menu } from "../../../ui/popup/menu.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { resetUserSecondFactor } from "../users/api.ts";
import { endGuest, type GuestFilters, guestsKey, promoteGuest, useGuests } from "./api.ts";
import { ChangeEndDialog, GuestPasswordDialog, RenameGuestDialog } from "./guest-dialogs.tsx";

type Act = "change" | "rename" | "password" | "second-factor" | "end" | "promote";

/** The guests of the company: who invited them, how long they stay, and the way to end or change that. */
export function GuestsScreen() {
  const [filters, setFilters] = useState<GuestFilters>(none);
  const [asked, setAsked] = useState<{ act: Act; guest: Guest }>();
  const list = useGuests(filters);
  const close = () => setAsked(undefined);
  const isFiltered = filters.search !== "" || filters.state !== "any";
  return (
    <SettingCard
      end={
        <div className="flex min-w-0 flex-wrap items-center gap-2 max-md:w-full">
          <FilterField
            label="Search guests"
            className="w-60 max-md:w-full"
            loading={list.isPlaceholderData && list.isFetching}
            placeholder="Filter by name or email"
            onChange={(search) => setFilters({ ...filters, search })}
            maxLength={100}
            value={filters.search}
          />
          <ChoiceFilter
            icon={CircleDot}
            name="Access"
            onChange={(state) => setFilters({ ...filters, state: state ?? "any" })}
            options={states}
            value={filters.state === "any" ? undefined : filters.state}
          />
        </div>
      }
      text="People from outside the company. They see the channels that they were added to and the people in them, and nothing else."
      title="Guests"
    >
      <PagedList
        empty={
          <div className="border-t">
            <EmptyState
              action={
                isFiltered && (
                  <Button onClick={() => setFilters(none)} size="sm">
                    Clear filters
                  </Button>
                )
              }
              drawing={isFiltered ? "search" : "generic"}
              title={isFiltered ? "No guests found" : "No guests"}
            >
              {isFiltered
                ? undefined
                : "Invite somebody from outside to the channels that you share with them."}
            </EmptyState>
          </div>
        }
        failure="Failed to load the guests"
        list={list}
        skeleton={<RowSkeletons label="Loading the guests" mark={28} rowClassName="border-t px-4 py-2" />}
      >
        {(items) => (
          <ul aria-label="Guests">
            {items.map((guest) => (
              <GuestRow guest={guest} key={guest.id} onAct={(act) => setAsked({ act, guest })} />
            ))}
          </ul>
        )}
      </PagedList>
      {asked?.act === "change" && <ChangeEndDialog guest={asked.guest} onClose={close} />}
      {asked?.act === "rename" && <RenameGuestDialog guest={asked.guest} onClose={close} />}
      {asked?.act === "password" && <GuestPasswordDialog guest={asked.guest} onClose={close} />}
      {asked?.act === "second-factor" && (
        <EndDialog
          done={`The second factor of ${asked.guest.name} is reset`}
          end={() => resetUserSecondFactor(asked.guest.id)}
          failure="Failed to reset the second factor"
          goneCode="user_not_found"
          onClose={close}
          queryKey={guestsKey}
          title={`Reset the second factor of ${asked.guest.name}`}
          verb="Reset second factor"
        >
          Their authenticator app, recovery codes and passkeys stop working. They are signed out everywhere,
          and choose a new password when they sign in next.
        </EndDialog>
      )}
      {asked?.act === "end" && (
        <EndDialog
          done={`The access of ${asked.guest.name} has ended`}
          end={() => endGuest(asked.guest.id)}
          failure="Failed to end the access"
          goneCode="guest_not_found"
          onClose={close}
          queryKey={guestsKey}
          title={`End the access of ${asked.guest.name}`}
          verb="End access"
        >
          They are signed out on every device at once. What they wrote stays. You can let them in again later.
        </EndDialog>
      )}
      {asked?.act === "promote" && (
        <EndDialog
          done={`${asked.guest.name} is a colleague now`}
          end={() => promoteGuest(asked.guest.id)}
          failure="Failed to make them a colleague"
          goneCode="guest_not_found"
          onClose={close}
          queryKey={guestsKey}
          title={`Make ${asked.guest.name} a colleague`}
          verb="Make a colleague"
        >
          They get the role user, see what every colleague sees, and stay without an end date. A colleague
          cannot be made a guest again.
        </EndDialog>
      )}
    </SettingCard>
  );
}

const none: GuestFilters = { search: "", state: "any" };
const states = [
  { value: "active" as const, label: "Has access" },
  { value: "ended" as const, label: "Ended" },
];

function GuestRow({ guest, onAct }: { guest: Guest; onAct: (act: Act) => void }) {
  const { name, email, until, isEnded, invitedBy, channelCount, canPromote, canResetSecondFactor } = guest;
  return (
    <li className="flex items-center gap-3 border-t px-4 py-2">
      <PersonAvatar decorative person={guest} size={28} />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-0.5">
        <span className="flex min-w-48 flex-1 flex-col">
          <span className="truncate font-medium">{name}</span>
          <span className="truncate text-faint text-xs">{email}</span>
        </span>
        <span className="text-muted text-xs">
          {counted(channelCount, "channel")}
          {invitedBy && `, invited by ${invitedBy.name}`}
        </span>
        <Badge tone={isEnded ? "secondary" : "warning"}>
          {isEnded ? "Ended" : <time dateTime={until}>Until {formatLastDay(until)}</time>}
        </Badge>
      </div>
      <Menu
        align="end"
        items={[
          {
            label: isEnded ? "Let in again" : "Change the end",
            icon: CalendarClock,
            onSelect: () => onAct("change"),
          },
          { label: "Rename", icon: Pencil, onSelect: () => onAct("rename") },
          ...(canPromote
            ? [{ label: "Set a new password", icon: KeyRound, onSelect: () => onAct("password") }]
            : []),
          ...(canResetSecondFactor
            ? [{ label: "Reset second factor", icon: ShieldOff, onSelect: () => onAct("second-factor") }]
            : []),
          ...(canPromote
            ? [{ label: "Make a colleague", icon: UserRoundCheck, onSelect: () => onAct("promote") }]
            : []),
          ...(isEnded ? [] : [{ label: "End access now", icon: UserRoundX, onSelect: () => onAct("end") }]),
        ]}
        label={`More for ${name}`}
        trigger={<IconButton icon={Ellipsis} label={`More for ${name}`} size="sm" />}
      />
    </li>
  );
}
