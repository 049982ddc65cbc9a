-- Time that a person has spent stays when their account is deleted.
ALTER TABLE task_time_entries DROP CONSTRAINT task_time_entries_user_id_fkey;
ALTER TABLE task_time_entries ADD CONSTRAINT task_time_entries_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES profiles (id);
