import { type DragEvent, useEffect, useEffectEvent, useState } from "react";
import { z } from "zod";
import { carriesFiles } from "../../../capabilities/files/upload/transferred-files.ts";
import { departmentOptions } from "../../../capabilities/people/department-options.tsx";
import { counted } from "../../../lib/counted.ts";
import { decodeText } from "../../../lib/decode-text.ts";
import { useChoice } from "../../../lib/form/use-choice.ts";
import { useForm } from "../../../lib/form/use-form.ts";
import { formatNumber } from "../../../lib/format-number.ts";
import { dayOf } from "../../../lib/time/wall-clock.ts";
import { addDays } from "../../../lib/time/wall-time.ts";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { DateField } from "../../../ui/field/dates/date-field.tsx";
import { FilterField } from "../../../ui/field/filter-field.tsx";
import { MultiSelect, type MultiSelectProps } from "../../../ui/field/multi-select.tsx";
import { TextArea } from "../../../ui/field/text-area.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { useDepartments } from "../departments/api.ts";
import { endOfDay } from "../guests/api.ts";
import { useRoles } from "../roles/api.ts";
import { useRoleOptions } from "../users/dialogs/use-role-options.ts";
import { type InviteLink, type InviteOutcome, invitePeople, useChannelsToInviteTo } from "./api.ts";

/** In characters. */
const maxListLength = 500_000;
const ids = z.array(z.string());
const inviteSchema = z.object({
  list: z
    .string()
    .trim()
    .min(1, "Enter at least one email address")
    .max(maxListLength, "This list is too long"),
  roleIds: ids,
  departmentIds: ids,
  channelIds: ids,
  /** Empty for colleagues. */
  lastDay: z.string(),
});
const guestSchema = inviteSchema.extend({
  channelIds: ids.min(1, "Choose at least one channel"),
  lastDay: z.string().min(1, "Choose the last day of their access"),
});

/** Problems that are listed; the rest is counted. */
const shownProblems = 8;
/** People that are listed, so that a name with the wrong address is seen. */
const shownPeople = 5;

export interface InviteDialogProps {
  onClose: () => void;
  /** The links to hand out, if the server sends no mail. */
  onLinks: (links: readonly InviteLink[]) => void;
  isMailOn: boolean;
  /** Invites guests, who get channels and an end, and nothing else. */
  forGuests?: boolean;
}

/** Invites one person or a pasted list. A list is checked first, and nothing is sent before its outcome was seen. */
export function InviteDialog({ onClose, onLinks, isMailOn, forGuests = false }: InviteDialogProps) {
  const [check, setCheck] = useState<{ list: string; outcome: InviteOutcome; isSent?: boolean }>();
  const form = useForm({
    values: {
      ...{ list: "", roleIds: noIds, departmentIds: noIds, channelIds: noIds },
      lastDay: forGuests ? addDays(dayOf(new Date()), usualGuestDays) : "",
    },
    schema: forGuests ? guestSchema : inviteSchema,
    send: async ({ lastDay, ...rest }) => {
      const given = forGuests ? { ...rest, roleIds: [], guestUntil: endOfDay(lastDay) } : rest;
      let expected = check?.list === given.list ? check.outcome : undefined;
      if (!expected) {
        const outcome = await invitePeople({ ...given, isDryRun: true });
        expected = outcome;
        setCheck({ list: given.list, outcome });
        if (outcome.invitedCount !== 1 || outcome.refusedCount > 0) return;
      }
      const sent = await invitePeople({ ...given, isDryRun: false });
      const { links, isMailed, invitedCount } = sent;
      if (invitedCount > 0 && isMailed) notify.success(`${counted(invitedCount, "invitation")} on the way`);
      if (links.length > 0) onLinks(links);
      // The list has changed since it was checked, or the answer of an earlier attempt was lost.
      if (invitedCount < (expected?.invitedCount ?? 1))
        setCheck({ list: given.list, outcome: sent, isSent: true });
      else onClose();
    },
    fallback: "Failed to invite",
  });
  const list = form.watch("list");
  const { outcome, isSent = false } = check && check.list === list.trim() ? check : noCheck;
  const roleIds = useChoice(form, "roleIds");
  const departmentIds = useChoice(form, "departmentIds");
  const channelIds = useChoice(form, "channelIds");
  const lastDay = useChoice(form, "lastDay");
  const roles = useRoleOptions(roleIds.value);
  const departments = useDepartments().data ?? [];
  const usual = useUsualRole();
  // It may come after the dialog, and then after the person has chosen.
  const chooseUsual = useEffectEvent((id: string) => {
    if (form.getValues("roleIds").length === 0) form.fill("roleIds", [id]);
  });
  useEffect(() => {
    if (usual && !forGuests) chooseUsual(usual);
  }, [usual, forGuests]);
  function takeFile(event: DragEvent) {
    const [file] = event.dataTransfer.files;
    // The event of a dialog can come twice: from its own place on the page, and from the page.
    if (!file || event.defaultPrevented) return;
    event.preventDefault();
    void readList(file).then((text) => form.fill("list", addTo(form.getValues("list"), text)), notDropped);
  }
  return (
    // A file can be dropped anywhere: on the dialog, whose events come here too, or on what is around it.
    // biome-ignore lint/a11y/noStaticElementInteractions: the field takes what is pasted
    <div
      className="contents"
      onDragOver={(event) => carriesFiles(event.dataTransfer) && event.preventDefault()}
      onDrop={takeFile}
    >
      <FormDialog
        description={
          isMailOn
            ? "They get a mail with a link, choose their own password and are in. The link works for 7 days."
            : "This server sends no mail: you get a link for each person to hand out. It works once, for 7 days."
        }
        form={form}
        isDisabled={isSent || outcome?.invitedCount === 0}
        onClose={onClose}
        title={forGuests ? "Invite guests" : "Invite people"}
        verb={outcome && !isSent ? `Invite ${counted(outcome.invitedCount, "person", "people")}` : "Invite"}
        width={560}
      >
        <TextArea
          {...form.field("list")}
          autoCapitalize="none"
          autoComplete="off"
          help="One person in each line: an address, or a name and an address. You can paste a column of a spreadsheet, or drop a CSV file here, up to 5,000 people."
          label="People"
          placeholder={"ana.lima@example.com\nBen Roth, ben.roth@example.com"}
          rows={5}
          spellCheck={false}
        />
        {outcome && <Outcome isSent={isSent} outcome={outcome} />}
        {!forGuests && (
          <>
            <MultiSelect
              {...roleIds}
              help={roleIds.value.length === 0 ? "If you choose none, they get the role user." : undefined}
              label="Roles"
              options={roles}
            />
            <MultiSelect {...departmentIds} label="Departments" options={departmentOptions(departments)} />
          </>
        )}
        <ChannelChoice
          {...channelIds}
          help={
            forGuests
              ? "They see these channels and the people in them, and nothing else of the company."
              : "They land in the first one to say hello. If you choose none, it is general."
          }
        />
        {forGuests && (
          <DateField
            {...lastDay}
            help="Their access ends with this day, at most a year from now. You can change it later."
            label="Last day"
            max={addDays(dayOf(new Date()), 365)}
            min={dayOf(new Date())}
          />
        )}
      </FormDialog>
    </div>
  );
}

/** Returns the text of a dropped file, as spreadsheets save it. */
async function readList(file: File): Promise<string> {
  // A character takes 4 bytes at most.
  if (file.size > maxListLength * 4) throw new Error("This file is too large. Split it into several files.");
  const { text } = decodeText(new Uint8Array(await file.arrayBuffer()));
  if (text.includes("\0")) throw new Error("This is not a text file. Save the list as CSV first.");
  return text;
}

/** Typed text stays, with the file below it. */
const addTo = (typed: string, text: string) => (typed.trim() === "" ? text : `${typed.trimEnd()}\n${text}`);

const notDropped = (error: unknown) =>
  notify.error(error instanceof Error ? error.message : "This file cannot be read.");

const noIds: readonly string[] = [];
/** The end that is offered. */
const usualGuestDays = 90;
const noCheck: { outcome?: InviteOutcome; isSent?: boolean } = {};

/** Says what inviting the people of the list would do, or did. */
function Outcome({ outcome, isSent }: { outcome: InviteOutcome; isSent: boolean }) {
  const { invitedCount, refused, refusedCount, sample } = outcome;
  const people = counted(invitedCount, "person", "people");
  const lines = counted(refusedCount, "line");
  return (
    <InlineAlert tone={refusedCount > 0 ? "notice" : "info"}>
      <p>
        {invitedCount > 0
          ? isSent
            ? `Invited: ${people}.`
            : `${people} will be invited.`
          : isSent
            ? "Nobody was invited."
            : "Nobody in this list can be invited."}
        {refusedCount > 0 && (isSent ? ` Left out: ${lines}.` : ` ${lines} will be left out:`)}
      </p>
      {refused.length > 0 && (
        <ul className="mt-1 list-disc pl-4">
          {refused.slice(0, shownProblems).map(({ line, text, reason }) => (
            <li className="break-words" key={`${line} ${text}`}>
              Line {formatNumber(line)}, {text}: {reason}
            </li>
          ))}
          {refusedCount > shownProblems && <li>and {formatNumber(refusedCount - shownProblems)} more</li>}
        </ul>
      )}
      {sample.length > 0 && !isSent && (
        <p className="mt-1 break-words text-xs">
          {sample
            .slice(0, shownPeople)
            .map(({ name, email }) => (name ? `${name} <${email}>` : email))
            .join(", ")}
          {invitedCount > shownPeople && ` and ${formatNumber(invitedCount - shownPeople)} more`}
        </p>
      )}
    </InlineAlert>
  );
}

/** The channels of the invited people. What is chosen stays while others are searched for. */
function ChannelChoice(choice: Omit<MultiSelectProps<string>, "label" | "options">) {
  const [search, setSearch] = useState("");
  const { channels, hasMore } = useChannelsToInviteTo(search);
  const [chosen, setChosen] = useState<readonly { id: string; name: string }[]>([]);
  const options = [...chosen.filter(({ id }) => !channels.some((one) => one.id === id)), ...channels];
  return (
    <>
      {(hasMore || search !== "") && (
        <FilterField
          label="Search channels"
          maxLength={100}
          onChange={setSearch}
          placeholder="Find a channel by name"
          value={search}
        />
      )}
      <MultiSelect
        {...choice}
        label="Channels"
        onValueChange={(ids) => {
          setChosen(options.filter(({ id }) => ids.includes(id)));
          choice.onValueChange(ids);
        }}
        options={options.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </>
  );
}

function useUsualRole(): string | undefined {
  return useRoles().data?.find(({ name, canAssign }) => name === "user" && canAssign)?.id;
}
