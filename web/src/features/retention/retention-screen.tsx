import { retentionRoutes } from "@atoll/contract/retention/routes";
import type { Retention, RetentionRule } from "@atoll/contract/retention/schemas";
import { useMutation } from "@tanstack/react-query";
import { Building2, Hash, MessagesSquare, Users } from "lucide-react";
import { useState } from "react";
import { counted } from "../../lib/counted.ts";
import { call, errorMessage } from "../../lib/server/api-client.ts";
import { formatInstant } from "../../lib/time/format-date.ts";
import { Badge } from "../../ui/badge/badge.tsx";
import { Button } from "../../ui/button/button.tsx";
import { SettingCard, SettingRow } from "../../ui/layout/setting-card.tsx";
import { Skeleton, SkeletonGroup } from "../../ui/progress/skeleton.tsx";
import { EmptyState } from "../../ui/state/empty-state.tsx";
import { InlineAlert } from "../../ui/state/inline-alert.tsx";
import { LoadState } from "../../ui/state/load-state.tsx";
import { notify } from "../../ui/toast/toast.tsx";
import { describeDays, placeName, useRetention, useShowRetention } from "./api.ts";
import { HoldsCard } from "./holds-card.tsx";
import { RemoveRuleDialog, RuleDialog } from "./rule-dialogs.tsx";

/** How long chat is kept, and the legal holds. */
export function RetentionScreen() {
  const query = useRetention();
  const { data } = query;
  if (!data)
    return (
      <LoadState failure="Failed to load the retention rules" query={query}>
        <SkeletonGroup label="Loading the retention rules">
          <div className="flex flex-col gap-4">
            <Skeleton height={180} width="100%" />
            <Skeleton height={140} width="100%" />
          </div>
        </SkeletonGroup>
      </LoadState>
    );
  return (
    <div className="flex flex-col gap-4">
      {query.error && <InlineAlert tone="error">{errorMessage(query.error)}</InlineAlert>}
      <RulesCard rules={data.rules} />
      <RunsCard runs={data.runs} />
      <HoldsCard />
    </div>
  );
}

type Opened = { act: "change" | "remove"; rule: RetentionRule } | { act: "add" };

function RulesCard({ rules }: Pick<Retention, "rules">) {
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  return (
    <>
      <SettingCard
        end={
          <Button onClick={() => setOpened({ act: "add" })} size="sm">
            Add exception
          </Button>
        }
        text="The nearest rule applies: that of a channel, then that of its department, then the one of all channels or direct chats."
        title="How long messages are kept"
      >
        <ul aria-label="Rules">
          {rules.map((rule) => (
            <RuleRow
              key={rule.id}
              onChange={() => setOpened({ act: "change", rule })}
              onRemove={() => setOpened({ act: "remove", rule })}
              rule={rule}
            />
          ))}
        </ul>
      </SettingCard>
      {opened?.act === "add" && <RuleDialog onClose={close} />}
      {opened?.act === "change" && <RuleDialog onClose={close} rule={opened.rule} />}
      {opened?.act === "remove" && <RemoveRuleDialog onClose={close} rule={opened.rule} />}
    </>
  );
}

const icons = { channels: MessagesSquare, direct: Users, department: Building2, channel: Hash };

interface RuleRowProps {
  rule: RetentionRule;
  onChange: () => void;
  onRemove: () => void;
}

function RuleRow({ rule, onChange, onRemove }: RuleRowProps) {
  const show = useShowRetention();
  const name = placeName(rule);
  const cancelling = useMutation({
    mutationFn: () => call(retentionRoutes.cancelRetentionChange, { params: { ruleId: rule.id } }),
    onSuccess: show,
    onError: (error) => void notify.error(errorMessage(error, "Failed to cancel the change")),
  });
  return (
    <SettingRow
      as="li"
      end={
        <div className="flex flex-wrap justify-end gap-2">
          {rule.next && (
            <Button
              aria-label={`Cancel the change for ${name}`}
              loading={cancelling.isPending}
              onClick={() => cancelling.mutate()}
              size="xs"
            >
              Cancel change
            </Button>
          )}
          {rule.place && rule.isInForce && !rule.next && (
            <Button aria-label={`Remove the exception for ${name}`} onClick={onRemove} size="xs">
              Remove
            </Button>
          )}
          <Button aria-label={`Change the rule for ${name}`} onClick={onChange} size="xs">
            Change
          </Button>
        </div>
      }
      icon={icons[rule.scope]}
      text={
        <>
          {rule.isInForce
            ? `Messages are kept ${describeDays(rule.days)}.`
            : "This exception does not apply yet."}
          {rule.next && <span className="block">{describeNext(rule.next)}</span>}
        </>
      }
      title={
        <>
          <span className="wrap-anywhere">{name}</span>
          {rule.next && <Badge tone="warning">Changes soon</Badge>}
        </>
      }
    />
  );
}

function describeNext({ isRemoval, days, at }: NonNullable<RetentionRule["next"]>): string {
  const from = `From ${formatInstant(at)},`;
  return isRemoval ? `${from} the exception is removed.` : `${from} messages are kept ${describeDays(days)}.`;
}

function RunsCard({ runs }: Pick<Retention, "runs">) {
  return (
    <SettingCard text="A run starts every hour and deletes a little at a time." title="Last deletions">
      {runs.length === 0 ? (
        <EmptyState title="Nothing has been deleted by a rule" />
      ) : (
        <ul aria-label="Last deletions" className="border-t px-4 py-2 text-xs md:px-5">
          {runs.map(({ at, messages, files }) => (
            <li className="flex justify-between gap-3 py-1" key={at}>
              <span>{formatInstant(at)}</span>
              <span className="text-muted">
                {counted(messages, "message")}, {counted(files, "file")}
              </span>
            </li>
          ))}
        </ul>
      )}
    </SettingCard>
  );
}
