-- Files that an article shows below its text. Others that belong to it are pictures of its text, or of drafts of it.
CREATE TABLE article_attachments (
  file_id uuid PRIMARY KEY REFERENCES files (id) ON DELETE CASCADE,
  article_id uuid NOT NULL REFERENCES articles (id) ON DELETE CASCADE
);
CREATE INDEX article_attachments_article ON article_attachments (article_id);
-- The article that the pages of a space go below narrows their readers: if it is deleted, the import stops.
ALTER TABLE import_places DROP CONSTRAINT import_places_article_id_fkey;
