-- Discarded drafts are kept for a while, so that the people who wrote them can restore them.
ALTER TABLE articles
  ADD COLUMN deleted_at timestamptz(3),
  ADD COLUMN deleted_by uuid REFERENCES profiles (id),
  -- The page above it before. No foreign key: that page may go first.
  ADD COLUMN deleted_from uuid,
  ADD CONSTRAINT articles_deleted_check CHECK (deleted_at IS NULL OR (status = 'DRAFT' AND parent_id IS NULL));
CREATE INDEX articles_deleted ON articles (deleted_at) WHERE deleted_at IS NOT NULL;
