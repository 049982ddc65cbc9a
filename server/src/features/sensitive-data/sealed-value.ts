import { sealedColumn } from "../identity/public.ts";

/** The values of sensitive cards, encrypted. */
export const sealedValue = sealedColumn("sensitive_cards", "sensitive card");
