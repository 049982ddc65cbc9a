import type { ChoiceColour, Field, FieldKind } from "@atoll/contract/fields/field-schemas";
import type { LucideIcon } from "lucide-react";

/** A change of one field. */
export interface FieldChange {
  label?: string;
  isRetired?: boolean;
  options?: { was?: string | undefined; name: string }[];
  optionMoves?: { from: string; to: string }[];
  colours?: Record<string, ChoiceColour>;
}

/** Something whose fields people manage: a section of cards, or the tasks of a department. */
export interface FieldsPlace {
  /** As it stands in "New field in Suppliers". */
  name: string;
  /** The things that have values of the fields: "cards". */
  things: string;
  /** "A card has a name, an owner, a date and notes." */
  empty: string;
  fields: readonly Field[];
  version: number;
  kinds: readonly FieldKind[];
  most: number;
  add(field: { label: string; kind: FieldKind; options?: string[] }): Promise<unknown>;
  change(name: string, change: FieldChange & { version: number }): Promise<unknown>;
  order(names: string[]): Promise<unknown>;
  /** Opens the editor of a formula, or of a new one; left out where things have no formulas. */
  openFormula?(name?: string): void;
  /** Reads the fields as they are now. */
  fetchNewest(): Promise<Pick<FieldsPlace, "fields" | "version">>;
  /** Further actions on a field. */
  more?(field: Field): { label: string; icon: LucideIcon; disabled?: boolean; onSelect: () => void }[];
  /** Said of a field: "Converting". */
  stateOf?(field: Field): string | undefined;
}
