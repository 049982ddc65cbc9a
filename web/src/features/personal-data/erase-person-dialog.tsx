import { personalDataRoutes } from "@atoll/contract/personal-data/routes";
import type { ErasablePerson, ErasureOutcome, ErasurePreview } from "@atoll/contract/personal-data/schemas";
import { keepPreviousData, type Query, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { z } from "zod";
import { useChoice } from "../../lib/form/use-choice.ts";
import { useForm } from "../../lib/form/use-form.ts";
import { formatNumber } from "../../lib/format-number.ts";
import { call, errorMessage } from "../../lib/server/api-client.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { useDebounced } from "../../lib/use-debounced.ts";
import { uuidv7 } from "../../lib/uuidv7.ts";
import { Avatar } from "../../ui/avatar/avatar.tsx";
import { Button } from "../../ui/button/button.tsx";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { FormDialog } from "../../ui/dialog/form-dialog.tsx";
import { PasswordField } from "../../ui/field/password-field.tsx";
import { RadioGroup } from "../../ui/field/radio.tsx";
import { TextField } from "../../ui/field/text-field.tsx";
import { SearchList } from "../../ui/list/search-list.tsx";
import { Skeleton, SkeletonGroup } from "../../ui/progress/skeleton.tsx";
import { InlineAlert } from "../../ui/state/inline-alert.tsx";
import { LoadState } from "../../ui/state/load-state.tsx";
import { notify } from "../../ui/toast/toast.tsx";

const searchDelayMs = 200;
const erasableKey = ["administration", "erasable"] as const;

/** Erases a person: who, then what becomes of what they wrote. */
export function ErasePersonDialog({ onClose }: { onClose: () => void }) {
  const [person, setPerson] = useState<ErasablePerson>();
  if (!person) return <ChoosePerson onChoose={setPerson} onClose={onClose} />;
  return <ConfirmErasure onBack={() => setPerson(undefined)} onClose={onClose} person={person} />;
}

function ChoosePerson({
  onChoose,
  onClose,
}: {
  onChoose: (person: ErasablePerson) => void;
  onClose: () => void;
}) {
  const [text, setText] = useState("");
  const search = useDebounced(text.trim(), searchDelayMs);
  const query = useQuery({
    queryKey: [...erasableKey, "people", search],
    queryFn: ({ signal }) => call(personalDataRoutes.findErasable, { query: { search } }, { signal }),
    placeholderData: keepPreviousData,
  });
  const people = query.data?.people ?? [];
  return (
    <Dialog
      description="People whose account is disabled or deleted. To hand over what a person owns, delete the account first."
      footer={
        <Button onClick={onClose} variant="ghost">
          Cancel
        </Button>
      }
      keepsWords
      onClose={onClose}
      title="Erase a person"
      width={480}
    >
      <SearchList
        empty={search === "" ? "All accounts are in use" : `No results found for "${search}"`}
        error={query.error && errorMessage(query.error)}
        label="Search people"
        listLabel="People"
        loading={query.isFetching}
        onChoose={(id) => {
          const chosen = people.find((one) => one.id === id);
          if (chosen) onChoose(chosen);
        }}
        onRetry={() => void query.refetch()}
        onTextChange={setText}
        options={people.map(({ id, name, email }) => ({
          ...{ id, title: name, detail: email ?? "Account deleted" },
          mark: <Avatar decorative name={name} picture={null} size={24} userId={id} />,
        }))}
        query={search}
        text={text}
      />
    </Dialog>
  );
}

interface Values {
  keeps: "keep" | "delete";
  name: string;
  currentPassword: string;
}

interface ConfirmErasureProps {
  person: ErasablePerson;
  onBack: () => void;
  onClose: () => void;
}

function ConfirmErasure({ person, onBack, onClose }: ConfirmErasureProps) {
  const queryClient = useQueryClient();
  const viewer = useViewer();
  // The same for every attempt, so that a lost answer starts no second erasure.
  const [id] = useState(() => uuidv7());
  const preview = useQuery({
    queryKey: [...erasableKey, "preview", person.id],
    queryFn: ({ signal }) =>
      call(personalDataRoutes.previewErasure, { params: { personId: person.id } }, { signal }),
    staleTime: 0,
  });
  const form = useForm<Values, Values>({
    values: { keeps: "keep", name: "", currentPassword: "" },
    schema: z.object({
      keeps: z.enum(["keep", "delete"]),
      name: z.string().refine((name) => name.trim() === person.name, "Type the name as it is shown"),
      currentPassword: z.string(),
    }),
    send: async ({ keeps, name, currentPassword }) => {
      await call(personalDataRoutes.startErasure, {
        body: {
          ...{ id, personId: person.id, keepsTexts: keeps === "keep", name: name.trim() },
          ...(viewer.hasPassword && { currentPassword }),
        },
      });
      // The counts of this dialog are out of date, and the person is not counted again.
      const others = ({ queryKey }: Query) => queryKey[1] !== erasableKey[1];
      await queryClient.invalidateQueries({ queryKey: ["administration"], predicate: others });
      queryClient.removeQueries({ queryKey: erasableKey, type: "inactive" });
      notify.success("The erasure has started");
      onClose();
    },
    fallback: "Failed to start the erasure",
  });
  const keeps = useChoice(form, "keeps");
  return (
    <FormDialog
      alert={
        preview.data?.isHeld ? (
          <InlineAlert tone="error">
            A legal hold keeps what this person wrote. Nobody can erase them before it has ended for a day.
          </InlineAlert>
        ) : undefined
      }
      description="This cannot be undone. Backups that were made before keep the person until they are deleted; after a restore, the erasure is done again."
      form={form}
      isDisabled={!preview.data || preview.data.isHeld}
      onBack={onBack}
      onClose={onClose}
      title={`Erase ${person.name}`}
      tone="danger"
      verb="Erase"
      width={520}
    >
      <RadioGroup
        label="What they wrote"
        onValueChange={keeps.onValueChange}
        options={[
          { value: "keep", label: "Keep it", help: "It stays as the words of a former colleague." },
          {
            value: "delete",
            label: "Delete it",
            help: "Messages, comments and files go. Pages, tasks and other things lose the texts that nobody else has changed.",
          },
        ]}
        value={keeps.value}
      />
      {preview.data ? (
        <Outcomes isKept={keeps.value === "keep"} preview={preview.data} />
      ) : (
        <LoadState query={preview}>
          <SkeletonGroup label="Counting what would go">
            <Skeleton height={96} width="100%" />
          </SkeletonGroup>
        </LoadState>
      )}
      <TextField
        {...form.field("name")}
        autoComplete="off"
        help={`Type “${person.name}” to confirm.`}
        label="Name of the person"
      />
      {viewer.hasPassword && <PasswordField {...form.field("currentPassword")} label="Current password" />}
    </FormDialog>
  );
}

function Outcomes({ preview: { parts }, isKept }: { preview: ErasurePreview; isKept: boolean }) {
  const named = (...outcomes: ErasureOutcome[]) =>
    parts
      .filter(({ outcome }) => outcomes.includes(outcome))
      .map(({ title, count }) => `${title} (${formatNumber(count)})`);
  const gone = ["Name, address and picture", ...(isKept ? named("deleted") : named("deleted", "written"))];
  const left = isKept ? named("written", "nameless") : named("nameless");
  return (
    <div className="flex flex-col gap-3 text-sm">
      <OutcomeList items={gone} title="Goes" />
      {left.length > 0 && <OutcomeList items={left} title="Stays without the name" />}
      <p className="text-muted">
        In the texts of others, the full name becomes “Former colleague”. Files that others uploaded stay as
        they are.
      </p>
    </div>
  );
}

function OutcomeList({ title, items }: { title: string; items: readonly string[] }) {
  return (
    <section aria-label={title}>
      <h3 className="font-semibold text-xs">{title}</h3>
      <p className="max-h-32 overflow-y-auto">{items.join(" · ")}</p>
    </section>
  );
}
