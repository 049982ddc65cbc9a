import { Link } from "@tanstack/react-router";
import { CircleAlert, CircleCheck, Info, Mail, Moon, Sun, X } from "lucide-react";
import type { ReactNode } from "react";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { useTheme } from "../../lib/page/theme.ts";
import { Badge } from "../../ui/badge/badge.tsx";
import { Count } from "../../ui/badge/count.tsx";
import { DepartmentBadge, DepartmentDot } from "../../ui/badge/department-badge.tsx";
import { Kbd } from "../../ui/badge/kbd.tsx";
import { LiveBadge } from "../../ui/badge/live-badge.tsx";
import { PriorityBadge } from "../../ui/badge/priority-badge.tsx";
import { RemovableBadge } from "../../ui/badge/removable-badge.tsx";
import { RoleBadge } from "../../ui/badge/role-badge.tsx";
import { Button } from "../../ui/button/button.tsx";
import type { IconType } from "../../ui/icon/icon-type.ts";
import { Breadcrumbs } from "../../ui/layout/breadcrumbs.tsx";
import { Segmented } from "../../ui/layout/segmented.tsx";
import { Tooltip } from "../../ui/popup/tooltip.tsx";
import { tooltipBox } from "../../ui/popup/tooltip-bubble.tsx";
import { InlineAlert } from "../../ui/state/inline-alert.tsx";
import { notify } from "../../ui/toast/toast.tsx";
import { toastAction, toastBox, toastClose } from "../../ui/toast/toast-look.ts";
import { ButtonSection } from "./button-section.tsx";
import { ColourSection } from "./colour-section.tsx";
import { ControlSection } from "./control-section.tsx";
import { FieldSection } from "./field-section.tsx";
import { IconSection } from "./icon-section.tsx";
import { LongTextSection } from "./long-text-section.tsx";
import { MarkSection } from "./mark-section.tsx";
import { MenuSection } from "./menu-section.tsx";
import { OverlaySection } from "./overlay-section.tsx";
import { PeopleSection } from "./people-section.tsx";
import { ScaleSection } from "./scale-section.tsx";
import { GroupLabel, LabelledRow, Specimen } from "./specimen.tsx";
import { StateSection } from "./state-section.tsx";
import { TableSection } from "./table-section.tsx";
import { TypeSection } from "./type-section.tsx";

/** Alerts that stand on the page, toasts that pass, tooltips. */
function FeedbackSection() {
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

/** Every component of the kit in every state, in the current theme: the reference for building screens. */
export function DesignSystemPage() {
  const { mode, setMode } = useTheme();
  usePageTitle("Design System");
  return (
    <div className="page-pad">
      <Breadcrumbs
        items={[{ label: "Dashboard", link: <Link to="/dashboard" /> }, { label: "Design System" }]}
      />
      <div className="mt-2 mb-4 flex min-h-8 flex-wrap items-center justify-between gap-2">
        <h1 className="type-page outline-none">Design System</h1>
        <Segmented
          label="Theme"
          value={mode}
          onValueChange={setMode}
          options={[
            { value: "tropical", label: "Tropical", icon: Sun },
            { value: "dark", label: "Dark", icon: Moon },
          ]}
        />
      </div>
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-12">
        <ColourSection />
        <TypeSection />
        <ButtonSection />
        <ControlSection />
        <FieldSection />
        <Column>
          <BadgeSection />
          <MenuSection />
        </Column>
        <TableSection />
        <Column>
          <PeopleSection />
          <MarkSection />
        </Column>
        <OverlaySection />
        <FeedbackSection />
        <ScaleSection />
        <StateSection />
        <LongTextSection />
        <IconSection />
      </div>
    </div>
  );
}

/** Two cards, one below the other, next to a taller one. */
function Column({ children }: { children: ReactNode }) {
  return <div className="flex min-w-0 flex-col gap-4 *:grow lg:col-span-5">{children}</div>;
}

/** Badges and counts. */
function BadgeSection() {
  return (
    <Specimen title="Badges" span={5}>
      <div className="flex flex-col gap-3">
        <LabelledRow label="Priority">
          <PriorityBadge priority="urgent" />
          <PriorityBadge priority="high" />
          <PriorityBadge priority="medium" />
          <PriorityBadge priority="low" />
        </LabelledRow>
        <LabelledRow label="Role">
          {["super_admin", "admin", "user", "pending", "bd_lead"].map((role) => (
            <RoleBadge key={role} role={role} />
          ))}
        </LabelledRow>
        <LabelledRow label="Department">
          <DepartmentBadge department="business" name="Business Dev" />
          <DepartmentBadge department="frontend" name="Frontend" />
          <DepartmentBadge department="backend" name="Backend" />
          <DepartmentBadge department="devops" name="DevOps" />
          <DepartmentBadge department="marketing" name="Marketing" />
          <DepartmentBadge department="harbour" name="Unknown" />
        </LabelledRow>
        <LabelledRow label="Islets">
          {["all", "business", "frontend", "backend", "devops", "marketing", "harbour"].map((slug) => (
            <DepartmentDot key={slug} department={slug} className="mx-1" />
          ))}
        </LabelledRow>
        <LabelledRow label="Status">
          <Badge>Draft</Badge>
          <Badge tone="success">Published</Badge>
          <Badge tone="outline">Archived</Badge>
          <Badge tone="error">Disconnected</Badge>
          <Badge tone="success">Enabled</Badge>
          <Badge tone="info">Planned</Badge>
          <Badge tone="primary">You</Badge>
          <Badge tone="accent">New</Badge>
          <Badge tone="highlight">Today</Badge>
        </LabelledRow>
        <LabelledRow label="Counts">
          <Count value={60} />
          <Count value={7} tone="unread" />
          <Count value={3} tone="bell" />
          <Count value={100} tone="unread" label="unread" />
          <LiveBadge />
        </LabelledRow>
        <LabelledRow label="Removable">
          <RemovableBadge label="Frontend" onRemove={() => undefined} />
          <RemovableBadge label="Marketing" onRemove={() => undefined} disabled />
        </LabelledRow>
      </div>
    </Specimen>
  );
}
