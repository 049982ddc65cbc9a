import { companyTokens, contrastOf } from "@atoll/contract/workspace/colours";
import { colourPattern } from "@atoll/contract/workspace/company-schemas";
import type { ComponentProps } from "react";
import { Button } from "../../../ui/button/button.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";

export interface ColourFieldProps {
  /** The props from the form's `field("colour")`. */
  field: Omit<ComponentProps<typeof TextField>, "label">;
  value: string;
  onChoose: (colour: string) => void;
}

const lagoon = "#0a7470";

/** The company's colour, and how its buttons, links and marks will look in both themes. */
export function ColourField({ field, value, onChoose }: ColourFieldProps) {
  const colour = value.trim().toLowerCase();
  const isColour = colourPattern.test(colour);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end gap-2">
        <TextField
          {...field}
          autoComplete="off"
          className="w-44"
          label="Colour"
          maxLength={7}
          placeholder={lagoon}
          spellCheck={false}
        />
        <input
          aria-label="Choose the colour"
          className="h-9 pointer-coarse:h-11 w-12 cursor-pointer rounded-sm border border-control bg-surface-raised p-1"
          onChange={({ target }) => onChoose(target.value)}
          type="color"
          value={isColour ? colour : lagoon}
        />
        {value !== "" && (
          <Button onClick={() => onChoose("")} variant="ghost">
            Use Atoll's
          </Button>
        )}
      </div>
      {isColour && <Previews colour={colour} />}
    </div>
  );
}

function Previews({ colour }: { colour: string }) {
  const { tropical, dark } = companyTokens(colour);
  return (
    <ul aria-label="How it looks" className="grid max-w-130 gap-3 sm:grid-cols-2">
      <Preview ground="#ffffff" isSame={tropical.primary === colour} name="Light" tokens={tropical} />
      <Preview ground="#10242e" isSame={dark.primary === colour} name="Dark" tokens={dark} />
    </ul>
  );
}

interface PreviewProps {
  name: "Light" | "Dark";
  ground: string;
  isSame: boolean;
  tokens: ReturnType<typeof companyTokens>["dark"];
}

/** In that theme's own colours, whichever this page shows. */
function Preview({ name, ground, isSame, tokens }: PreviewProps) {
  const ratio = contrastOf(tokens["primary-contrast"], tokens.primary).toFixed(1);
  const change = name === "Light" ? "darkened" : "lightened";
  const contrast = `Text on it has ${ratio} to 1`;
  return (
    <li className="rounded-md border p-3" style={{ background: ground }}>
      <p className="mb-2 flex items-center gap-2" style={{ color: tokens["primary-text"] }}>
        <span
          className="rounded-sm px-2.5 py-1 font-semibold text-xs"
          style={{ background: tokens.primary, color: tokens["primary-contrast"] }}
        >
          Button
        </span>
        <span className="font-medium underline">Link</span>
        <span className="rounded-sm px-2 py-0.5 text-xs" style={{ background: tokens["primary-soft"] }}>
          Chosen
        </span>
      </p>
      <p className="text-xs" style={{ color: name === "Light" ? "#465955" : "#a0b6b9" }}>
        {name}: {isSame ? "as chosen" : `${change}, so that it can be read`}. {contrast}.
      </p>
    </li>
  );
}
