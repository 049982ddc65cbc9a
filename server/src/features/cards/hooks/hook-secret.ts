import { sealedColumn } from "../../identity/public.ts";

/** The secrets of webhooks, encrypted. */
export const hookSecret = sealedColumn("card_hooks", "card hook");
