import type { OnboardingItem, OpenOnboarding } from "@atoll/contract/onboarding/schemas";
import { Link } from "@tanstack/react-router";
import { BookOpen, Calendar, CircleCheck, Route, UserRound, Users } from "lucide-react";
import type { ReactNode } from "react";
import { Badge } from "../../../ui/badge/badge.tsx";
import { cx } from "../../../ui/base/cx.ts";
import { Checkbox } from "../../../ui/field/checkbox.tsx";
import type { IconType } from "../../../ui/icon/icon-type.ts";
import { Card } from "../../../ui/layout/card.tsx";
import {
  formatPathDay,
  formatWeekday,
  itemIcons,
  itemKindNames,
  itemTitle,
  readingMinutes,
  spanInWords,
} from "../words.ts";
import { ItemRow } from "./item-row.tsx";
import { MeetRow } from "./meet-row.tsx";
import { useTick } from "./use-tick.ts";

interface StageItemsProps {
  onboarding: OpenOnboarding;
  stage: number;
  isOwn: boolean;
}

/** The items of one part of a path, by kind, and a look at the next part. */
export function StageItems({ onboarding, stage, isOwn }: StageItemsProps) {
  const here = onboarding.items.filter((item) => item.stage === stage);
  const own = here.filter(({ doer }) => doer === "newcomer");
  const of = (...kinds: OnboardingItem["kind"][]) => own.filter(({ kind }) => kinds.includes(kind));
  const parts: {
    title: string;
    icon: IconType;
    items: OnboardingItem[];
    rows: (item: OnboardingItem) => ReactNode;
  }[] = [
    {
      title: "Tasks",
      icon: CircleCheck,
      items: of("task", "text"),
      rows: (item) => <ItemRow key={item.id} onboarding={onboarding} item={item} />,
    },
    {
      title: "Reading",
      icon: BookOpen,
      items: of("read", "sop"),
      rows: (item) => <ItemRow key={item.id} onboarding={onboarding} item={item} />,
    },
    {
      title: "Meetings",
      icon: Calendar,
      items: of("event"),
      rows: (item) => <MeetingRow key={item.id} onboarding={onboarding} item={item} />,
    },
  ];
  const people = of("meet");
  const led = here.filter(({ doer }) => doer === "manager");
  const next = onboarding.items.filter((item) => item.stage === stage + 1 && item.doer === "newcomer");
  const nextStage = onboarding.stages[stage + 1];
  return (
    <div className="grid grid-cols-12 gap-4">
      {parts
        .filter(({ items }) => items.length > 0)
        .map(({ title, icon, items, rows }, _index, shown) => (
          <Card
            key={title}
            title={title}
            icon={icon}
            counts={<Share items={items} />}
            className={shown.length === 3 ? "col-span-4 max-xl:col-span-12" : "col-span-6 max-lg:col-span-12"}
          >
            <ul className="flex flex-col gap-1">{items.map(rows)}</ul>
          </Card>
        ))}
      {people.length > 0 && (
        <Card
          title="People to meet"
          icon={Users}
          counts={<Share items={people} />}
          className="col-span-7 max-xl:col-span-12"
        >
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(15rem,1fr))] gap-x-6 gap-y-2">
            {people.map((item) => (
              <MeetRow key={item.id} onboarding={onboarding} item={item} />
            ))}
          </ul>
        </Card>
      )}
      {led.length > 0 && (
        <Card
          title={isOwn ? "Your manager does" : "The manager's part"}
          icon={UserRound}
          counts={<Share items={led} />}
          className="col-span-5 max-xl:col-span-12"
        >
          <ul className="flex flex-col gap-1">
            {led.map((item) => (
              <ItemRow key={item.id} onboarding={onboarding} item={item} />
            ))}
          </ul>
        </Card>
      )}
      {nextStage && next.length > 0 && (
        <Card
          title={`Next: ${nextStage.name}`}
          icon={Route}
          action={<span className="pr-2 text-muted text-xs">From {formatPathDay(nextStage.startOn)}</span>}
          className="col-span-5 max-xl:col-span-12"
        >
          <ul className="flex flex-col gap-2">
            {next.slice(0, 4).map((item) => (
              <NextRow key={item.id} item={item} />
            ))}
            {next.length > 4 && <li className="text-muted text-xs">And {next.length - 4} more</li>}
          </ul>
        </Card>
      )}
      {own.length === 0 && <p className="col-span-12 text-muted">Nothing to do in this part.</p>}
    </div>
  );
}

function Share({ items }: { items: readonly OnboardingItem[] }) {
  return (
    <Badge>
      {items.filter(({ doneAt }) => doneAt !== null).length} of {items.length}
    </Badge>
  );
}

function NextRow({ item }: { item: OnboardingItem }) {
  const Icon = itemIcons[item.kind];
  return (
    <li className="flex items-center gap-3">
      <span className="grid size-7 flex-none place-items-center rounded-md bg-surface-sunken text-muted inset-ring-1 inset-ring-border">
        <Icon className="size-3.5" aria-hidden="true" />
      </span>
      <span className="min-w-0">
        <span className="block truncate">{itemTitle(item)}</span>
        <span className="block text-muted text-xs">
          {itemKindNames[item.kind]}
          {item.article && `, ${readingMinutes(item.article.words)}`}
          {item.kind === "event" && `, ${formatPathDay(item.dueOn)}`}
        </span>
      </span>
    </li>
  );
}

/** A meeting of a path, with its day. It counts as held once it is over. */
function MeetingRow({ onboarding, item }: { onboarding: OpenOnboarding; item: OnboardingItem }) {
  const tick = useTick(onboarding, item);
  const isDone = item.doneAt !== null;
  return (
    <li id={`item-${item.id}`} tabIndex={-1} className="flex items-center gap-3 py-1.5">
      <span className="w-9 flex-none text-center">
        <span className="block font-display font-semibold text-md tabular-nums">
          {Number(item.dueOn.slice(8))}
        </span>
        <span className="block text-muted text-xs">{formatWeekday(item.dueOn)}</span>
      </span>
      <span
        aria-hidden="true"
        className={cx("h-9 w-[3px] rounded-full", isDone ? "bg-border" : "bg-accent")}
      />
      <div className="min-w-0 flex-1">
        {item.eventId ? (
          <Link
            to="/calendar"
            search={{ event: item.eventId }}
            className={cx("block truncate hover:underline", isDone && "text-muted")}
          >
            {itemTitle(item)}
          </Link>
        ) : (
          <p className={cx("truncate", isDone && "text-muted")}>{itemTitle(item)}</p>
        )}
        <p className="text-muted text-xs">
          {isDone ? "Held" : item.time ? spanInWords(item.time, item.minutes) : "All day"}
        </p>
      </div>
      {item.canTick && item.eventId === null && (
        <Checkbox
          label={itemTitle(item)}
          hideLabel
          checked={isDone}
          disabled={tick.isPending}
          onChange={({ target }) => tick.mutate(target.checked)}
        />
      )}
    </li>
  );
}
