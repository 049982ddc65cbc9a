import { type ReactNode, useState } from "react";
import { PriorityBadge } from "../../ui/badge/priority-badge.tsx";
import { cx } from "../../ui/base/cx.ts";
import { Button } from "../../ui/button/button.tsx";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import { DialogFrame, dialogBox } from "../../ui/dialog/dialog-frame.tsx";
import { Drawer } from "../../ui/dialog/drawer.tsx";
import { DrawerFrame } from "../../ui/dialog/drawer-frame.tsx";
import { FormDialog } from "../../ui/dialog/form-dialog.tsx";
import { TextField } from "../../ui/field/text-field.tsx";
import { RingProgress } from "../../ui/progress/ring-progress.tsx";
import { Specimen } from "./specimen.tsx";

type Overlay = "modal" | "confirm" | "drawer" | "nav";

/** Modal, confirm and drawer, standing still on a stage and ready to open. */
export function OverlaySection() {
  const [open, setOpen] = useState<Overlay | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Specimen title="Modal" span={4}>
        <Stage>
          <div className={cx("w-[88%]", dialogBox)}>
            <DialogFrame
              heading={<h3 className="type-dialog">Add a Card</h3>}
              onClose={close}
              footer={<CancelAnd verb="Add Card" onCancel={close} />}
            >
              <TextField label="Title" placeholder="Quarter plan" />
            </DialogFrame>
          </div>
        </Stage>
        <Openers openers={[["modal", "Open modal"]]} onOpen={setOpen} />
      </Specimen>
      <Specimen title="Confirm" span={4}>
        <Stage>
          <div className={cx("w-[88%]", dialogBox)}>
            <DialogFrame
              heading={<h3 className="type-dialog">Delete message?</h3>}
              onClose={close}
              footer={<CancelAnd verb="Delete message" danger onCancel={close} />}
            >
              <p className="text-muted">It disappears for everyone and cannot be restored.</p>
            </DialogFrame>
          </div>
        </Stage>
        <Openers openers={[["confirm", "Open confirm"]]} onOpen={setOpen} />
      </Specimen>
      <Specimen title="Drawer" span={4}>
        <Stage end>
          <div className="flex w-[72%] flex-col overflow-hidden rounded-lg border bg-surface shadow-3">
            <DrawerFrame heading={<h3>Task</h3>} kind="detail" onClose={close}>
              <TaskSketch />
            </DrawerFrame>
          </div>
        </Stage>
        <Openers
          openers={[
            ["drawer", "Open drawer"],
            ["nav", "Open navigation"],
          ]}
          onOpen={setOpen}
        />
      </Specimen>
      <FormDialog
        form={{ submit: close, failure: undefined, isSending: false }}
        open={open === "modal"}
        onClose={close}
        title="Add a Card"
        verb="Add Card"
      >
        <TextField label="Title" placeholder="Quarter plan" />
      </FormDialog>
      <ConfirmDialog
        open={open === "confirm"}
        onClose={close}
        title="Delete message?"
        verb="Delete message"
        onConfirm={close}
      >
        It disappears for everyone and cannot be restored.
      </ConfirmDialog>
      <Drawer open={open === "drawer"} onClose={close} title="Task">
        <TaskSketch />
      </Drawer>
      <Drawer kind="nav" open={open === "nav"} onClose={close} title="Navigation">
        <p className="px-4 text-muted">The sidebar's content, in 40px rows.</p>
      </Drawer>
    </>
  );
}

function Stage({ end = false, children }: { end?: boolean; children: ReactNode }) {
  return (
    <div
      className={cx(
        "mb-3 grid h-60 overflow-hidden rounded-md bg-[linear-gradient(var(--overlay),var(--overlay))] p-2",
        end ? "justify-items-end" : "place-items-center",
      )}
    >
      {children}
    </div>
  );
}

function Openers({ openers, onOpen }: { openers: [Overlay, string][]; onOpen: (overlay: Overlay) => void }) {
  return (
    <div className="flex flex-wrap gap-2">
      {openers.map(([overlay, label]) => (
        <Button key={overlay} size="sm" onClick={() => onOpen(overlay)}>
          {label}
        </Button>
      ))}
    </div>
  );
}

function CancelAnd({ verb, danger, onCancel }: CancelAndProps) {
  return (
    <>
      <Button variant="ghost" onClick={onCancel}>
        Cancel
      </Button>
      <Button variant={danger ? "danger" : "primary"}>{verb}</Button>
    </>
  );
}

interface CancelAndProps {
  verb: string;
  danger?: boolean;
  onCancel: () => void;
}

function TaskSketch() {
  return (
    <dl className="grid grid-cols-[72px_1fr] items-center gap-2 p-4 text-xs">
      <dt className="text-faint">Status</dt>
      <dd className="flex items-center gap-2">
        <RingProgress value={1} label="Done" /> Done
      </dd>
      <dt className="text-faint">Priority</dt>
      <dd>
        <PriorityBadge priority="urgent" />
      </dd>
      <dt className="text-faint">Assignee</dt>
      <dd>Kofi Mensah</dd>
    </dl>
  );
}
