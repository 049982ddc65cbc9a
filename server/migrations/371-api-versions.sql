-- Files as they were imported, so that any two versions can be compared.
CREATE TABLE card_versions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  type_id uuid NOT NULL REFERENCES card_types (id) ON DELETE CASCADE,
  source text NOT NULL,
  version text NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  imported_by uuid REFERENCES profiles (id),
  -- [{"key", "title", "shape"}]
  things jsonb NOT NULL,
  thing_count int NOT NULL,
  hash bytea NOT NULL
);
CREATE INDEX card_versions_newest ON card_versions (type_id, source, at DESC, id DESC);

-- The servers that the OpenAPI file of a service names. A new one may not be called until somebody allows it.
CREATE TABLE card_servers (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  type_id uuid NOT NULL REFERENCES card_types (id) ON DELETE CASCADE,
  source text NOT NULL,
  url text NOT NULL,
  name text NOT NULL,
  is_allowed boolean NOT NULL DEFAULT false,
  is_production boolean NOT NULL DEFAULT false,
  UNIQUE (type_id, source, url)
);
