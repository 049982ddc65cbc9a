-- Published articles and procedures that new pages can begin from.
ALTER TABLE articles ADD COLUMN is_template boolean NOT NULL DEFAULT false;
CREATE INDEX articles_templates ON articles (kind, lower(title), id) WHERE is_template AND status = 'PUBLISHED';
