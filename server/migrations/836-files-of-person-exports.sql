-- Deleting an export deletes its file.
CREATE TRIGGER person_exports_discard_files AFTER DELETE ON person_exports
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION discard_files_of('person-export');
