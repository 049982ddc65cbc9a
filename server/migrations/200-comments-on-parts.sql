-- A comment may be about a part of a thing, such as a step of a procedure: {"anchor", "quote"}. The quote stays readable
-- when a later version has no such part.
ALTER TABLE comments ADD COLUMN about jsonb;
