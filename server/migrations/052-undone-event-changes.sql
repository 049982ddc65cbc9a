-- What was told of a change that was taken back is not there any more: the versions that such changes had made.
ALTER TABLE events ADD COLUMN undone_versions integer[] NOT NULL DEFAULT '{}';
