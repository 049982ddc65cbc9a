import { Badge } from "../../ui/badge/badge.tsx";
import { Count } from "../../ui/badge/count.tsx";
import { DepartmentBadge, DepartmentDot } from "../../ui/badge/department-badge.tsx";
import { LiveBadge } from "../../ui/badge/live-badge.tsx";
import { PriorityBadge } from "../../ui/badge/priority-badge.tsx";
import { RemovableBadge } from "../../ui/badge/removable-badge.tsx";
import { RoleBadge } from "../../ui/badge/role-badge.tsx";
import { LabelledRow, Specimen } from "./specimen.tsx";

/** Badges and counts. */
export function BadgeSection() {
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
