import type { Person } from "@atoll/contract/people/schemas";
import { FileText, FolderTree } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { PeoplePicker } from "../../../../capabilities/people/people-picker.tsx";
import { errorMessage } from "../../../../lib/server/api-client.ts";
import { Button } from "../../../../ui/button/button.tsx";
import { Dialog } from "../../../../ui/dialog/dialog.tsx";
import { SearchList } from "../../../../ui/list/search-list.tsx";
import { useTree } from "../../data/queries.ts";
import { pagesWords } from "../../transfer/import-words.ts";
import { ReadersFields } from "../../writing/readers-fields.tsx";
import { buildTree, visibleRows } from "../tree-moves.ts";
import type { BulkAct, BulkPage } from "./bulk-acts.ts";

interface BulkDialogProps {
  pages: readonly BulkPage[];
  onAct: (act: BulkAct) => void;
  onClose: () => void;
  isPending: boolean;
}

const maxPlaces = 8;
const nobody = { departments: [], roles: [] };
const nothingClosed: ReadonlySet<string> = new Set();

/** Moves the pages below another one, or to the top of the tree. */
export function MoveMany({ pages, onAct, onClose, isPending }: BulkDialogProps) {
  const { data, error, isFetching, refetch } = useTree();
  const [text, setText] = useState("");
  const places = useMemo(() => {
    const chosen = new Set(pages.map(({ id }) => id));
    return visibleRows(buildTree(data ?? []), nothingClosed).filter(({ node }) => !chosen.has(node.id));
  }, [data, pages]);
  const wanted = text.trim().toLowerCase();
  const found = places.filter(({ node }) => node.title.toLowerCase().includes(wanted)).slice(0, maxPlaces);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Move ${pagesWords(pages.length)}`}
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
        query={text}
        isAnswered
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
  const [owner, setOwner] = useState<Person[]>([]);
  return (
    <FormDialog
      title={`Change the owner of ${pagesWords(pages.length)}`}
      verb="Change owner"
      disabled={owner.length === 0}
      {...{ onClose, isPending }}
      onSubmit={() => owner[0] && onAct({ act: "owner", ownerId: owner[0].id })}
    >
      <PeoplePicker label="Owner" people={owner} onChange={setOwner} max={1} />
    </FormDialog>
  );
}

/** Gives the pages the same readers. */
export function ReadersOfMany({ pages, onAct, onClose, isPending }: BulkDialogProps) {
  const [departmentIds, setDepartmentIds] = useState<string[]>([]);
  const [roleIds, setRoleIds] = useState<string[]>([]);
  return (
    <FormDialog
      title={`Change the readers of ${pagesWords(pages.length)}`}
      verb="Change readers"
      {...{ onClose, isPending }}
      onSubmit={() => onAct({ act: "readers", departmentIds, roleIds })}
    >
      <ReadersFields
        pronoun="them"
        known={nobody}
        departmentIds={departmentIds}
        onDepartmentIds={setDepartmentIds}
        roleIds={roleIds}
        onRoleIds={setRoleIds}
      />
      <p className="text-muted text-xs">
        This replaces the readers of each page. The page above may leave fewer.
      </p>
    </FormDialog>
  );
}

interface FormDialogProps {
  title: string;
  verb: string;
  disabled?: boolean;
  isPending: boolean;
  onClose: () => void;
  onSubmit: () => void;
  children: ReactNode;
}

function FormDialog({ title, verb, disabled = false, isPending, ...props }: FormDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && props.onClose()}
      title={title}
      onSubmit={(event) => {
        event.preventDefault();
        props.onSubmit();
      }}
      footer={
        <>
          <Button variant="ghost" onClick={props.onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" loading={isPending} disabled={disabled}>
            {verb}
          </Button>
        </>
      }
    >
      {props.children}
    </Dialog>
  );
}
