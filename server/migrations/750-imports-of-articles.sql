-- Imports of knowledge bases: their places are spaces, whose pages become articles.
ALTER TABLE import_places DROP CONSTRAINT import_places_kind_check;
ALTER TABLE import_places
  ADD CONSTRAINT import_places_kind_check CHECK (kind IN ('public', 'private', 'direct', 'board', 'list', 'space')),
  -- Of a space: everybody reads its pages. Otherwise a department does, or only the person who runs the import.
  ADD COLUMN is_open boolean NOT NULL DEFAULT false,
  -- The article that the pages of a space go below. Null: at the top.
  ADD COLUMN article_id uuid REFERENCES articles (id) ON DELETE SET NULL;
CREATE INDEX import_places_article ON import_places (article_id) WHERE article_id IS NOT NULL;
