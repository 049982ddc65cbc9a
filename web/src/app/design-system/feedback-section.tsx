import { CircleAlert, CircleCheck, Info, Mail, X } from "lucide-react";
import { Kbd } from "../../ui/badge/kbd.tsx";
import { Button } from "../../ui/button/button.tsx";
import type { IconType } from "../../ui/icon/icon-type.ts";
import { Tooltip } from "../../ui/popup/tooltip.tsx";
import { tooltipBox } from "../../ui/popup/tooltip-bubble.tsx";
import { InlineAlert } from "../../ui/state/inline-alert.tsx";
import { notify } from "../../ui/toast/toast.tsx";
import { toastAction, toastBox, toastClose } from "../../ui/toast/toast-look.ts";
import { GroupLabel, Specimen } from "./specimen.tsx";

/** Alerts that stand on the page, toasts that pass, tooltips. */
export function FeedbackSection() {
  return (
    <>
      <Specimen title="Inline alerts" span={4}>
        <div className="flex flex-col gap-2">
          <InlineAlert tone="error">Login failed</InlineAlert>
          <InlineAlert tone="notice" icon={Mail} onDismiss={() => undefined}>
            Please check your inbox.
          </InlineAlert>
          <InlineAlert tone="info">Public registration is disabled.</InlineAlert>
          <InlineAlert tone="success">Your settings are saved.</InlineAlert>
          <InlineAlert tone="error" action={<Button size="xs">Try Again</Button>}>
            Failed to fetch announcements
          </InlineAlert>
        </div>
      </Specimen>
      <Specimen title="Toasts and tooltips" span={4}>
        <div className="flex flex-col gap-2">
          <StillToast icon={CircleCheck} text="Task created" action="Open" />
          <StillToast icon={CircleAlert} text="Failed to create task" action="Try Again" closable />
          <StillToast icon={Info} text="Marisol Vega added you to deploys" />
        </div>
        <div className="my-3 flex flex-wrap gap-2">
          <Button size="sm" onClick={() => notify.success("Task created", { action: openAction })}>
            Show success
          </Button>
          <Button size="sm" onClick={() => notify.info("You are back online")}>
            Show info
          </Button>
          <Button size="sm" onClick={() => notify.error("Failed to create task", { id: "demo-error" })}>
            Show error
          </Button>
        </div>
        <GroupLabel>Tooltip</GroupLabel>
        <div className="flex flex-wrap items-center gap-2">
          <span className={tooltipBox}>
            Add reaction <Kbd inverse>R</Kbd>
          </span>
          <span className={tooltipBox}>Mark as read</span>
          <Tooltip label="Waits half a second, or shows at once on keyboard focus" describes>
            <Button size="sm">Hover or focus me</Button>
          </Tooltip>
        </div>
      </Specimen>
    </>
  );
}

const openAction = { label: "Open", onClick: () => notify.info("Opened") };

function StillToast({ icon: Icon, text, action, closable }: StillToastProps) {
  return (
    <div className={toastBox}>
      <Icon className="size-4" />
      <span className="min-w-0 flex-1">{text}</span>
      {action && <span className={toastAction}>{action}</span>}
      {closable && (
        <span className={toastClose}>
          <X className="size-3.5" />
        </span>
      )}
    </div>
  );
}

interface StillToastProps {
  icon: IconType;
  text: string;
  action?: string;
  closable?: boolean;
}
