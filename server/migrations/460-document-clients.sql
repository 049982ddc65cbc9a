-- Who typed in which page of a draft: Yjs numbers pages, and each load of a page has another number.
CREATE TABLE document_clients (
  epoch uuid NOT NULL REFERENCES documents ON DELETE CASCADE,
  client_id bigint NOT NULL,
  user_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  PRIMARY KEY (epoch, client_id)
);
CREATE INDEX document_clients_of_user ON document_clients (user_id, epoch);
