import type { Person } from "@atoll/contract/people/schemas";
import { FileText, FolderTree } from "lucide-react";
import { useMemo, useState } from "react";
import { PeoplePicker } from "../../../../capabilities/people/people-picker.tsx";
import { counted } from "../../../../lib/counted.ts";
import { useChoice } from "../../../../lib/form/use-choice.ts";
import { useForm } from "../../../../lib/form/use-form.ts";
import { errorMessage } from "../../../../lib/server/api-client.ts";
import { useDebounced } from "../../../../lib/use-debounced.ts";
import { Button } from "../../../../ui/button/button.tsx";
import { Dialog } from "../../../../ui/dialog/dialog.tsx";
import { FormDialog } from "../../../../ui/dialog/form-dialog.tsx";
import { SearchList } from "../../../../ui/list/search-list.tsx";
import type { PageAct } from "../../data/changes.ts";
import { useTree } from "../../data/queries.ts";
import { ReadersFields } from "../../writing/readers-fields.tsx";
import { buildTree, visibleRows } from "../tree-moves.ts";
import type { BulkPage } from "./bulk-acts.ts";

interface BulkDialogProps {
  pages: readonly BulkPage[];
  onAct: (act: PageAct) => void;
  onClose: () => void;
  isPending: boolean;
}

const maxPlaces = 8;
const nobody = { departments: [], roles: [] };

/** Moves the pages below another one, or to the top of the tree. */
export function MoveMany({ pages, onAct, onClose, isPending }: BulkDialogProps) {
  const [text, setText] = useState("");
  const search = useDebounced(text.trim(), 250);
  const { data, error, isFetching, refetch } = useTree({ search });
  const found = useMemo(() => {
    const chosen = new Set(pages.map(({ id }) => id));
    const wanted = search.toLowerCase();
    return visibleRows(buildTree(data?.nodes ?? []), () => true)
      .filter(({ node }) => !chosen.has(node.id) && node.title.toLowerCase().includes(wanted))
      .slice(0, maxPlaces);
  }, [data, pages, search]);
  return (
    <Dialog
      onClose={onClose}
      title={`Move ${counted(pages.length, "page")}`}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button
            icon={FolderTree}
            loading={isPending}
            onClick={() => onAct({ act: "move", parentId: null })}
          >
            Move to the top
          </Button>
        </>
      }
    >
      <p className="text-muted text-xs">The readers of the page above limit those of the pages you move.</p>
      <SearchList
        label="Search pages"
        listLabel="Pages"
        text={text}
        onTextChange={setText}
        query={search}
        options={found.map(({ node, parent }) => ({
          id: node.id,
          title: node.title || "Without a title yet",
          detail: parent ? `Below ${parent.node.title}` : "At the top",
          mark: <FileText aria-hidden="true" className="size-4 text-muted" />,
        }))}
        onChoose={(parentId) => !isPending && onAct({ act: "move", parentId })}
        loading={isFetching && !data}
        error={error && errorMessage(error)}
        onRetry={() => void refetch()}
        empty={text === "" ? "There is no other page" : `No results found for "${text}"`}
      />
    </Dialog>
  );
}

/** Hands the pages over to one person. */
export function OwnerOfMany({ pages, onAct, onClose, isPending }: BulkDialogProps) {
  const form = useForm({
    values: { owner: [] as Person[] },
    send: ({ owner: [owner] }) => owner && onAct({ act: "set", set: { ownerId: owner.id } }),
  });
  const owner = useChoice(form, "owner");
  return (
    <FormDialog
      form={{ ...form, isSending: isPending }}
      onClose={onClose}
      title={`Change the owner of ${counted(pages.length, "page")}`}
      verb="Change owner"
      isDisabled={owner.value.length === 0}
    >
      <PeoplePicker label="Owner" people={owner.value} onChange={owner.onValueChange} max={1} />
    </FormDialog>
  );
}

/** Gives the pages the same readers. */
export function ReadersOfMany({ pages, onAct, onClose, isPending }: BulkDialogProps) {
  const form = useForm({
    values: { departmentIds: [] as string[], roleIds: [] as string[] },
    send: (readers) => onAct({ act: "set", set: readers }),
  });
  const departmentIds = useChoice(form, "departmentIds");
  const roleIds = useChoice(form, "roleIds");
  return (
    <FormDialog
      form={{ ...form, isSending: isPending }}
      onClose={onClose}
      title={`Change the readers of ${counted(pages.length, "page")}`}
      verb="Change readers"
    >
      <ReadersFields
        pronoun="them"
        known={nobody}
        departmentIds={departmentIds.value}
        onDepartmentIds={departmentIds.onValueChange}
        roleIds={roleIds.value}
        onRoleIds={roleIds.onValueChange}
      />
      <p className="text-muted text-xs">
        This replaces the readers of each page. The page above may leave fewer.
      </p>
    </FormDialog>
  );
}
