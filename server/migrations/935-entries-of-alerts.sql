-- An entry in the inbox stays until the last alert that it stands for is resolved.

CREATE INDEX on_call_pages_entry ON on_call_pages (entry_id);
