import { sealedColumn } from "../identity/access.ts";

/** The values of sensitive cards, encrypted. */
export const sealedValue = sealedColumn("sensitive_cards", "sensitive card");
