-- Words that mean the same in this company, for the search and Ask AI: [["depot", "yard"], ...]. One row.
CREATE TABLE search_synonyms (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  only_one boolean NOT NULL DEFAULT true UNIQUE CHECK (only_one),
  groups jsonb NOT NULL DEFAULT '[]',
  version integer NOT NULL DEFAULT 0
);
INSERT INTO search_synonyms DEFAULT VALUES;
