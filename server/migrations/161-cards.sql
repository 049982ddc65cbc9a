-- Sections of departments and the cards in them. What a card holds beyond the columns is described by its type.
CREATE TABLE card_types (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  department_id uuid NOT NULL REFERENCES departments (id),
  slug text NOT NULL,
  name text NOT NULL,
  singular text NOT NULL,
  place int NOT NULL DEFAULT 0,
  stages jsonb NOT NULL,
  fields jsonb NOT NULL,
  fields_version int NOT NULL DEFAULT 1,
  value_field text,
  stale_days int,
  -- Membership is not enough: `cards/{view}` is needed as well.
  is_restricted boolean NOT NULL DEFAULT false,
  UNIQUE (department_id, slug)
);

CREATE TABLE cards (
  id uuid PRIMARY KEY,
  type_id uuid NOT NULL REFERENCES card_types (id),
  title text NOT NULL,
  body text NOT NULL DEFAULT '',
  stage text NOT NULL,
  stage_since timestamptz NOT NULL DEFAULT now(),
  reason text NOT NULL DEFAULT '',
  rank text COLLATE "C" NOT NULL,
  owner_id uuid REFERENCES profiles (id),
  due_on date,
  data jsonb NOT NULL DEFAULT '{}',
  comment_count int NOT NULL DEFAULT 0,
  version int NOT NULL DEFAULT 1,
  sent_hash bytea NOT NULL,
  created_by uuid NOT NULL REFERENCES profiles (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz
);
CREATE INDEX cards_board ON cards (type_id, stage, rank, id) WHERE deleted_at IS NULL;
CREATE INDEX cards_title ON cards (type_id, lower(title), id) WHERE deleted_at IS NULL;
CREATE INDEX cards_due ON cards (type_id, (coalesce(due_on, '9999-12-31'::date)), id) WHERE deleted_at IS NULL;
CREATE INDEX cards_updated ON cards (type_id, updated_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX cards_owner ON cards (owner_id) WHERE deleted_at IS NULL;
CREATE TRIGGER cards_delete_comments AFTER DELETE ON cards
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION delete_comments_of('card');

-- The values of fields that lists sort by and figures add up, by their type. `data` has them all.
CREATE TABLE card_values (
  card_id uuid NOT NULL REFERENCES cards (id) ON DELETE CASCADE,
  field text NOT NULL,
  type_id uuid NOT NULL REFERENCES card_types (id),
  text_value text,
  number_value numeric,
  date_value date,
  currency text,
  PRIMARY KEY (card_id, field)
);
CREATE INDEX card_values_numbers ON card_values (type_id, field, number_value, card_id);
CREATE INDEX card_values_texts ON card_values (type_id, field, text_value, card_id);
CREATE INDEX card_values_dates ON card_values (type_id, field, date_value, card_id);

INSERT INTO card_types (department_id, slug, name, singular, place, stages, fields, value_field, stale_days)
SELECT d.id, 'pipeline', 'Pipeline', 'deal', 1,
  '[{"id": "lead", "name": "Lead", "kind": "open", "probability": 20},
    {"id": "qualified", "name": "Qualified", "kind": "open", "probability": 40},
    {"id": "proposal", "name": "Proposal", "kind": "open", "probability": 60},
    {"id": "negotiation", "name": "Negotiation", "kind": "open", "probability": 80},
    {"id": "won", "name": "Won", "kind": "won", "probability": 100},
    {"id": "lost", "name": "Lost", "kind": "lost", "probability": 0}]',
  '[{"name": "value", "label": "Value", "kind": "money"},
    {"name": "next_step", "label": "Next step", "kind": "text"},
    {"name": "contact", "label": "Contact", "kind": "text"},
    {"name": "source", "label": "Source", "kind": "choice",
      "options": ["Inbound", "Referral", "Event", "Outreach"]},
    {"name": "website", "label": "Website", "kind": "link"}]',
  'value', 14
FROM departments d WHERE d.slug = 'business-development';
