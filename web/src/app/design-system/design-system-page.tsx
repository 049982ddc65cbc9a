import { Link } from "@tanstack/react-router";
import { Moon, Sun } from "lucide-react";
import type { ReactNode } from "react";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { useTheme } from "../../lib/page/theme.ts";
import { Breadcrumbs } from "../../ui/layout/breadcrumbs.tsx";
import { Segmented } from "../../ui/layout/segmented.tsx";
import { BadgeSection } from "./badge-section.tsx";
import { ButtonSection } from "./button-section.tsx";
import { ColourSection } from "./colour-section.tsx";
import { ControlSection } from "./control-section.tsx";
import { FeedbackSection } from "./feedback-section.tsx";
import { FieldSection } from "./field-section.tsx";
import { IconSection } from "./icon-section.tsx";
import { LongTextSection } from "./long-text-section.tsx";
import { MarkSection } from "./mark-section.tsx";
import { MenuSection } from "./menu-section.tsx";
import { OverlaySection } from "./overlay-section.tsx";
import { PeopleSection } from "./people-section.tsx";
import { ScaleSection } from "./scale-section.tsx";
import { StateSection } from "./state-section.tsx";
import { TableSection } from "./table-section.tsx";
import { TypeSection } from "./type-section.tsx";

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
