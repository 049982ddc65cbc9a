-- What the company is called, how it looks, and which steps of setting it up were put aside. One row: there is one company.
CREATE TABLE company (
  id uuid PRIMARY KEY DEFAULT '00000000-0000-7000-8000-000000000001'
    CHECK (id = '00000000-0000-7000-8000-000000000001'),
  -- Null: as the server is configured.
  name text,
  colour text CHECK (colour ~ '^#[0-9a-f]{6}$'),
  logo_url text,
  skipped_steps text[] NOT NULL DEFAULT '{}',
  version integer NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO company DEFAULT VALUES;

CREATE FUNCTION announce_company() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('atoll_company_changed', '');
  RETURN NULL;
END $$;
CREATE TRIGGER company_announce AFTER UPDATE ON company
  FOR EACH STATEMENT EXECUTE FUNCTION announce_company();

CREATE TRIGGER company_discard_files AFTER DELETE ON company
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION discard_files_of('company-logo');
