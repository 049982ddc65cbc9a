import type { Automation, AutomationRun } from "@atoll/contract/automations/schemas";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Ellipsis, Eye, FlaskConical, Pencil, Plus, ScrollText, Trash2, UserRoundCheck } from "lucide-react";
import { useState } from "react";
import { AddressLink } from "../../capabilities/links/address-link.tsx";
import { EndDialog } from "../../capabilities/live/end-dialog.tsx";
import { errorMessage } from "../../lib/server/api-client.ts";
import { formatInstant } from "../../lib/time/format-date.ts";
import { Badge, type BadgeTone } from "../../ui/badge/badge.tsx";
import { Button } from "../../ui/button/button.tsx";
import { IconButton } from "../../ui/button/icon-button.tsx";
import { Drawer } from "../../ui/dialog/drawer.tsx";
import { Toggle } from "../../ui/field/toggle.tsx";
import { SettingCard } from "../../ui/layout/setting-card.tsx";
import { PagedList } from "../../ui/list/paged-list.tsx";
import { Menu } from "../../ui/popup/menu.tsx";
import { RowSkeletons } from "../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../ui/state/empty-state.tsx";
import { LoadState } from "../../ui/state/load-state.tsx";
import { notify } from "../../ui/toast/toast.tsx";
import { placeIcons } from "./action-fields.tsx";
import {
  automationsKey,
  changeAutomation,
  deleteAutomation,
  takeOverAutomation,
  useAutomations,
  useRuns,
  useTrial,
} from "./api.ts";
import { EditAutomationDialog, NewAutomationDialog, ReadAutomationDialog } from "./automation-dialogs.tsx";

type What = "edit" | "read" | "log" | "trial" | "delete";

/** The automations of the viewer and of the places that they manage: on or off, their last runs and their log. */
export function AutomationsScreen() {
  const list = useAutomations();
  const [isCreating, setIsCreating] = useState(false);
  const [asked, setAsked] = useState<{ what: What; automation: Automation }>();
  // As it is in the list now, also while it is edited.
  const automation = list.items?.find(({ id }) => id === asked?.automation.id) ?? asked?.automation;
  const takeOver = useTakeOver();
  const close = () => setAsked(undefined);
  return (
    <>
      <SettingCard
        end={
          <Button icon={Plus} onClick={() => setIsCreating(true)} size="sm">
            New automation
          </Button>
        }
        text="When something happens in a place, Atoll does something in the name of the owner."
        title="Automations"
      >
        <div className="border-t">
          <PagedList
            empty={<EmptyState title="No automations yet" />}
            failure="Failed to load the automations"
            list={list}
            moreLabel="Show earlier automations"
            skeleton={
              <RowSkeletons label="Loading the automations" mark={16} rowClassName="px-4 py-2 md:px-5" />
            }
          >
            {(automations) => (
              <ul aria-label="Automations" className="divide-y">
                {automations.map((one) => (
                  <AutomationRow
                    automation={one}
                    key={one.id}
                    onAsk={(what) => setAsked({ what, automation: one })}
                  />
                ))}
              </ul>
            )}
          </PagedList>
        </div>
      </SettingCard>
      {isCreating && <NewAutomationDialog onClose={() => setIsCreating(false)} />}
      {automation && asked?.what === "edit" && (
        <EditAutomationDialog automation={automation} onClose={close} />
      )}
      {automation && asked?.what === "read" && (
        <ReadAutomationDialog
          automation={automation}
          onClose={close}
          onTakeOver={() => {
            takeOver.mutate(automation);
            close();
          }}
        />
      )}
      {asked?.what === "delete" && (
        <EndDialog
          onClose={close}
          queryKey={automationsKey}
          end={() => deleteAutomation(asked.automation.id)}
          title={`Delete ${asked.automation.name}?`}
        >
          It does nothing from now on, and its log is deleted.
        </EndDialog>
      )}
      {asked?.what === "log" && (
        <Drawer onClose={close} title={`Log of ${asked.automation.name}`}>
          <RunLog automationId={asked.automation.id} />
        </Drawer>
      )}
      {asked?.what === "trial" && (
        <Drawer onClose={close} title={`Last week with ${asked.automation.name}`}>
          <TrialList automationId={asked.automation.id} />
        </Drawer>
      )}
    </>
  );
}

const stopTexts: Record<NonNullable<Automation["stopReason"]>, string> = {
  access_ended: "It was switched off, because its owner cannot sign in or all their sessions were ended.",
  right_lost: "It was switched off, because its owner may not manage automations there any more.",
  too_many_runs: "It was switched off, because it ran too often.",
};

function AutomationRow({ automation, onAsk }: { automation: Automation; onAsk: (what: What) => void }) {
  const { id, name, place, owner, isOwn, isOn, version, lastRun, failures, stopReason, nextAt } = automation;
  const queryClient = useQueryClient();
  const onSettled = () => queryClient.invalidateQueries({ queryKey: automationsKey });
  const onError = (error: Error) => notify.error(errorMessage(error, "Failed to save"));
  const change = useMutation({
    mutationFn: (on: boolean) => changeAutomation(id, { version, isOn: on }),
    ...{ onError, onSettled },
  });
  const takeOver = useTakeOver();
  const Icon = placeIcons[place.kind];
  return (
    <li className="flex items-start gap-3.5 px-4 py-3 md:px-5">
      <Icon className="mt-0.5 size-5 flex-none text-faint" />
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {!isOn && <Badge tone="warning">Off</Badge>}
          <span className="min-w-0 truncate">{name}</span>
          {failures > 0 && <Badge tone="error">{`${failures} failed this week`}</Badge>}
        </p>
        <p className="text-muted text-xs wrap-anywhere">
          {place.name ?? "A place that you cannot see any more"}. Runs as {isOwn ? "you" : owner.name}.
          {lastRun && ` Last run: ${formatInstant(lastRun.at)}.`}
          {nextAt && ` Next: ${formatInstant(nextAt)}.`}
        </p>
        {stopReason && <p className="text-danger-text text-xs">{stopTexts[stopReason]}</p>}
        <Toggle
          checked={change.isPending ? change.variables : isOn}
          // It runs with the rights of its owner, so that only they switch it on.
          disabled={!isOwn && !isOn}
          label="Runs"
          labelFirst
          onChange={(event) => change.mutate(event.target.checked)}
        />
      </div>
      <Menu
        align="end"
        items={[
          { label: "Show the log", icon: ScrollText, onSelect: () => onAsk("log") },
          ...(isOwn
            ? [
                { label: "Edit", icon: Pencil, onSelect: () => onAsk("edit") },
                { label: "Try with the last week", icon: FlaskConical, onSelect: () => onAsk("trial") },
              ]
            : [
                { label: "Show what it does", icon: Eye, onSelect: () => onAsk("read") },
                { label: "Take over", icon: UserRoundCheck, onSelect: () => takeOver.mutate(automation) },
              ]),
          "separator",
          { label: "Delete", icon: Trash2, danger: true, onSelect: () => onAsk("delete") },
        ]}
        label={`More for ${name}`}
        trigger={<IconButton icon={Ellipsis} label={`More for ${name}`} size="sm" />}
      />
    </li>
  );
}

/** Makes the viewer the owner of an automation. */
function useTakeOver() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, version }: Automation) => takeOverAutomation(id, version),
    onError: (error) => notify.error(errorMessage(error, "Failed to take over")),
    onSettled: () => queryClient.invalidateQueries({ queryKey: automationsKey }),
  });
}

const states: Record<AutomationRun["state"], { tone: BadgeTone; label: string }> = {
  waiting: { tone: "info", label: "Waiting" },
  done: { tone: "success", label: "Done" },
  failed: { tone: "error", label: "Failed" },
  skipped: { tone: "secondary", label: "Skipped" },
};

function RunLog({ automationId }: { automationId: string }) {
  const list = useRuns(automationId);
  return (
    <div className="p-4">
      <PagedList
        empty={<EmptyState title="It has not run yet" />}
        failure="Failed to load the log"
        list={list}
        moreLabel="Show earlier runs"
        skeleton={<RowSkeletons label="Loading the log" mark={16} rowClassName="py-2" />}
      >
        {(runs) => (
          <ul aria-label="Runs" className="flex flex-col divide-y">
            {runs.map(({ id, at, state, event, reason, results, link }) => (
              <li className="flex flex-col gap-1 py-2.5" key={id}>
                <p className="flex flex-wrap items-center gap-2 text-sm">
                  <Badge tone={states[state].tone}>{states[state].label}</Badge>
                  {link ? (
                    <AddressLink address={link} className="rounded-xs text-primary-text hover:underline">
                      {event}
                    </AddressLink>
                  ) : (
                    <span>{event}</span>
                  )}
                  <span className="text-faint text-xs">{formatInstant(at)}</span>
                </p>
                <p className="text-muted text-xs">
                  {[
                    ...results.map(({ text, at: on }) => (on ? `${text}, ${formatInstant(on)}` : text)),
                    reason,
                  ]
                    .filter(Boolean)
                    .join(". ")}
                </p>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </div>
  );
}

function TrialList({ automationId }: { automationId: string }) {
  const { data, error, isFetching, refetch } = useTrial(automationId);
  if (!data)
    return error ? (
      <LoadState query={{ error, isFetching, refetch }} />
    ) : (
      <RowSkeletons label="Trying the automation" mark={16} rowClassName="p-4" />
    );
  if (data.runs.length === 0) return <EmptyState title="Nothing would have started it in the last week" />;
  return (
    <ul aria-label="What it would have done" className="flex flex-col divide-y p-4">
      {data.runs.map(({ at, title, link, isMatch, actions }) => (
        <li className="flex flex-col gap-1 py-2.5" key={`${at} ${link}`}>
          <p className="text-sm wrap-anywhere">{title}</p>
          <p className="text-muted text-xs wrap-anywhere">
            {formatInstant(at)}. {isMatch ? actions.join(". ") : "The conditions do not match"}
          </p>
        </li>
      ))}
    </ul>
  );
}
