import { type BoardRole, boardRoles } from "@atoll/contract/brainstorm/limits";
import { canManageBoard } from "@atoll/contract/brainstorm/policy";
import type { GrantTarget } from "@atoll/contract/brainstorm/schemas";
import { peopleRoutes } from "@atoll/contract/people/routes";
import type { Person } from "@atoll/contract/people/schemas";
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useState } from "react";
import { PeoplePicker } from "../../../capabilities/people/people-picker.tsx";
import { ProgramMark } from "../../../capabilities/people/program-mark.tsx";
import { call, errorMessage } from "../../../lib/server/api-client.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { useBoardStore } from "../canvas/board-store.tsx";
import { handOverBoard, shareBoard } from "../data/api.ts";
import { partsOf } from "../data/parts-of.ts";
import { useBoardCache } from "../data/use-board.ts";

const roleNames: Readonly<Record<BoardRole, string>> = {
  reader: "Can read",
  writer: "Can write",
  facilitator: "Facilitator",
};
const roleOptions = boardRoles.map((value) => ({ value, label: roleNames[value] }));
const keyOf = (to: GrantTarget) => (to.kind === "everyone" ? to.kind : `${to.kind}/${to.id}`);

/** Chooses the people and departments that may read, write on and lead a board. */
export function ShareDialog({ onClose }: { onClose: () => void }) {
  const { board } = useBoardStore();
  const viewer = useViewer();
  const cache = useBoardCache(board.id);
  const [people, setPeople] = useState<Person[]>([]);
  const [group, setGroup] = useState<string | null>(null);
  const [role, setRole] = useState<BoardRole>("writer");
  const [failure, setFailure] = useState("");
  const mayManage = canManageBoard(viewer, partsOf(board));
  const departments =
    useQuery({
      queryKey: ["departments", "all"],
      queryFn: ({ signal }) => call(peopleRoutes.searchDepartments, { query: { limit: 100 } }, { signal }),
      staleTime: 300_000,
    }).data?.departments ?? [];

  /** @returns whether it was done; else its reason is shown. */
  async function attempt(work: () => Promise<Parameters<typeof cache.setCachedBoard>[0]>): Promise<boolean> {
    try {
      cache.setCachedBoard(await work());
      return true;
    } catch (error) {
      setFailure(errorMessage(error, "Failed to share the board"));
      return false;
    }
  }
  function attemptAlone(work: Parameters<typeof attempt>[0]): void {
    setFailure("");
    void attempt(work);
  }
  /** Those who could not be invited stay chosen, with the last reason. */
  async function invite(): Promise<void> {
    setFailure("");
    const refused: Person[] = [];
    for (const person of people)
      if (!(await attempt(() => shareBoard(board.id, { kind: "person", id: person.id }, role))))
        refused.push(person);
    const to: GrantTarget =
      group === null || group === "everyone" ? { kind: "everyone" } : { kind: "department", id: group };
    if (group !== null && (await attempt(() => shareBoard(board.id, to, role)))) setGroup(null);
    setPeople(refused);
  }
  return (
    <Dialog
      onClose={onClose}
      title={mayManage ? "Invite to This Board" : "People on This Board"}
      description={
        mayManage ? "People who are new to it are notified." : `${board.owner.name} shares this board.`
      }
      width={520}
      footer={<Button onClick={onClose}>Done</Button>}
    >
      {failure !== "" && <InlineAlert tone="error">{failure}</InlineAlert>}
      {mayManage && (
        <>
          <PeoplePicker label="People" people={people} onChange={setPeople} max={20} />
          <div className="grid grid-cols-[1fr_1fr_auto] items-end gap-2 max-md:grid-cols-1">
            <Select
              label="Everyone or a department"
              placeholder="None"
              value={group}
              onValueChange={setGroup}
              options={[
                { value: "everyone", label: "Everyone" },
                ...departments.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
            <Select label="Right" value={role} onValueChange={setRole} options={roleOptions} />
            <Button
              variant="primary"
              disabled={people.length === 0 && group === null}
              onClick={() => void invite()}
            >
              Invite
            </Button>
          </div>
        </>
      )}
      <ul aria-label="Shared with" className="divide-y">
        <li className="flex h-11 items-center gap-2">
          <span className="min-w-0 flex-1 truncate">{board.owner.name}</span>
          {board.owner.isProgram && <ProgramMark />}
          <span className="text-muted text-sm">Owner</span>
        </li>
        {board.grants.map(({ to, name, role: granted, person }) => (
          <li key={keyOf(to)} className="flex min-h-11 items-center gap-2 py-1">
            <span className="min-w-0 flex-1 truncate">{name}</span>
            {mayManage ? (
              <>
                {person && granted === "facilitator" && (
                  <Button
                    size="sm"
                    variant="ghost"
                    onClick={() => attemptAlone(() => handOverBoard(board.id, person.id))}
                  >
                    Make owner
                  </Button>
                )}
                <Select
                  label={`Right of ${name}`}
                  hideLabel
                  value={granted}
                  options={roleOptions}
                  onValueChange={(next) => attemptAlone(() => shareBoard(board.id, to, next))}
                />
                <IconButton
                  size="sm"
                  icon={X}
                  label={`Remove ${name}`}
                  onClick={() => attemptAlone(() => shareBoard(board.id, to, null))}
                />
              </>
            ) : (
              <span className="text-muted text-sm">{roleNames[granted]}</span>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
