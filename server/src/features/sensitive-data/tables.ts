import type { SensitiveKey } from "@atoll/contract/sensitive-data/limits";
import type { ColumnType, Generated } from "kysely";

/** The rows of the tables of sensitive cards. */
export interface SensitiveDataTables {
  sensitive_cards: {
    id: string;
    key: SensitiveKey;
    title: string;
    owner_id: string;
    created_by: string;
    needs_two: Generated<boolean>;
    /** Set until another person has confirmed the owner who inherited it. */
    inherited_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    sealed: Buffer;
    key_id: string;
    version: Generated<number>;
    sent_hash: Buffer;
    rotated_by: string;
    rotated_at: Generated<Date>;
    created_at: Generated<Date>;
  };
  sensitive_requests: {
    id: string;
    card_id: string;
    person_id: string;
    reason: string;
    created_at: Generated<Date>;
    approved_by: string | null;
    expires_at: Date;
    used_at: Date | null;
  };
  sensitive_looks: {
    id: string;
    card_id: string;
    kind: "reveal" | "copy";
    person_id: string;
    reason: string;
    approved_by: string | null;
    at: Generated<Date>;
    hides_at: Date;
  };
}
