-- Directories that are read by LDAP.
ALTER TABLE directories
  -- People who would leave by the last run, which stopped for so many. Null: it did not.
  ADD COLUMN leavers integer,
  -- A run claims its directory, so that two nodes do not read it at once.
  ADD COLUMN running_since timestamptz;
