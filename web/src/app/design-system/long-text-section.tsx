import { Megaphone } from "lucide-react";
import { Avatar } from "../../ui/avatar/avatar.tsx";
import { Badge } from "../../ui/badge/badge.tsx";
import { DepartmentBadge } from "../../ui/badge/department-badge.tsx";
import { RemovableBadge } from "../../ui/badge/removable-badge.tsx";
import { Button } from "../../ui/button/button.tsx";
import { Checkbox } from "../../ui/field/checkbox.tsx";
import { TextField } from "../../ui/field/text-field.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { Segmented } from "../../ui/layout/segmented.tsx";
import { EmptyState } from "../../ui/state/empty-state.tsx";
import { InlineAlert } from "../../ui/state/inline-alert.tsx";
import { Specimen } from "./specimen.tsx";

/** Examples of texts longer than their space. */
export function LongTextSection() {
  return (
    <Specimen title="Long text" span={12}>
      <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-4">
        <div className="flex min-w-0 flex-col items-start gap-2">
          <Button variant="primary">{long}</Button>
          <Button icon={Megaphone}>{word}</Button>
          <Segmented
            label="Long"
            value="a"
            onValueChange={() => undefined}
            options={[
              { value: "a", label: long },
              { value: "b", label: "Short" },
            ]}
          />
        </div>
        <div className="flex min-w-0 flex-col items-start gap-2">
          <Badge tone="info">{long}</Badge>
          <DepartmentBadge department="devops" name={long} />
          <RemovableBadge label={long} onRemove={() => undefined} />
          <Checkbox label={long} help={long} />
        </div>
        <div className="flex min-w-0 flex-col gap-2">
          <TextField label={long} defaultValue={word} error={`${long} ${word}`} />
          <InlineAlert tone="error">{`${word} ${long}`}</InlineAlert>
        </div>
        <Card title={long} icon={Megaphone} action={<Badge>Draft</Badge>} flush>
          <div className="flex min-w-0 items-center gap-2 px-4">
            <Avatar decorative picture={null} userId="long" name={`${word} ${long}`} />
            <span className="truncate">{word}</span>
          </div>
          <EmptyState title={long}>{word}</EmptyState>
        </Card>
      </div>
    </Specimen>
  );
}

const long = "Quarterly harbour infrastructure review and stakeholder alignment";
const word = "Hafenumschlaggesellschaftsvorstandsvorsitzende";
