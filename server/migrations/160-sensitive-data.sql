-- Sensitive cards: values that are encrypted with a key made from one that signs access tokens. `key_id` names that key,
-- which may have been retired since: its row stays as long as a card needs it.
CREATE TABLE sensitive_cards (
  id uuid PRIMARY KEY,
  key text NOT NULL CHECK (key IN ('business', 'frontend', 'backend', 'devops', 'marketing', 'knowledge')),
  title text NOT NULL,
  owner_id uuid NOT NULL REFERENCES profiles (id),
  created_by uuid NOT NULL REFERENCES profiles (id),
  needs_two boolean NOT NULL DEFAULT false,
  sealed bytea NOT NULL,
  key_id uuid NOT NULL REFERENCES signing_keys (id),
  version int NOT NULL DEFAULT 1,
  sent_hash bytea NOT NULL,
  rotated_by uuid NOT NULL REFERENCES profiles (id),
  rotated_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sensitive_cards_key ON sensitive_cards (key, created_at, id);
CREATE INDEX sensitive_cards_owner ON sensitive_cards (owner_id);

-- Requests to see a card that needs two people. An approved one is good for one look before it expires.
CREATE TABLE sensitive_requests (
  id uuid PRIMARY KEY,
  card_id uuid NOT NULL REFERENCES sensitive_cards (id) ON DELETE CASCADE,
  person_id uuid NOT NULL REFERENCES profiles (id),
  reason text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  approved_by uuid REFERENCES profiles (id),
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX sensitive_requests_card ON sensitive_requests (card_id, expires_at);

-- The access log of the page. The audit log has the same, and keeps it after a card was deleted.
CREATE TABLE sensitive_looks (
  id uuid PRIMARY KEY,
  card_id uuid NOT NULL REFERENCES sensitive_cards (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('reveal', 'copy')),
  person_id uuid NOT NULL REFERENCES profiles (id),
  reason text NOT NULL,
  approved_by uuid REFERENCES profiles (id),
  at timestamptz NOT NULL DEFAULT now(),
  hides_at timestamptz NOT NULL
);
CREATE INDEX sensitive_looks_card ON sensitive_looks (card_id, at DESC, id DESC);
CREATE INDEX sensitive_looks_newest ON sensitive_looks (at DESC, id DESC);
