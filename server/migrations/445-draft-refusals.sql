-- The changes that an approver asked for stay with the draft until it is submitted again: everyone who writes it sees them.
ALTER TABLE article_drafts
  ADD COLUMN refused_by uuid REFERENCES profiles (id),
  ADD COLUMN refusal text;
